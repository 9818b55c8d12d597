// The open list of A*, and the trails that BFBnB finds its way back by.

#include "dagwright/exact/bucket_queue.hpp"

#include <map>
#include <set>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/exact/trail.hpp"

using namespace dagwright;

namespace {

/// What the queue must hold: the present f of every set that is open.
template <class Set>
using Open = std::map<Set, exact::Cost>;

template <class Set>
Set set_of(std::uint64_t number, std::size_t offset) {
  Set set{};
  for (std::size_t bit = 0; bit < 16; ++bit) {
    if ((number >> bit & 1) != 0) set |= exact::single<Set>(bit + offset);
  }
  return set;
}

/// Like A*: what is pushed lies at or above what was popped last, and may become cheaper later.
template <class Set>
void pops_are_in_order(exact::Cost range, std::size_t offset) {
  using Queue = exact::BucketQueue<Set>;
  Rng rng(1, {range});
  Queue queue(100, 100 + range);
  Open<Set> open;
  const auto load = [&](const Set* sets, std::size_t count, auto& heap) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto found = open.find(sets[i]);
      if (found != open.end()) heap.push_back({found->second, exact::size_of(sets[i]), sets[i]});
    }
  };
  exact::Cost least = 100;
  std::size_t pops = 0;
  while (pops < 5000) {
    for (std::uint64_t pushes = rng.below(4); pushes > 0; --pushes) {
      const Set set = set_of<Set>(rng.below(4000), offset);
      const exact::Cost f = least + rng.below(100 + range - least);
      const auto known = open.find(set);
      if (known != open.end() && known->second <= f) continue;
      open[set] = f;
      queue.push({f, exact::size_of(set), set});
    }
    CHECK(queue.least() <= (open.empty() ? 100 + range : queue.least()));
    for (const auto& [set, f] : open) CHECK(queue.least() <= f);
    const auto entry = queue.pop(load);
    if (!entry) {
      CHECK(open.empty());
      if (least + 1 >= 100 + range) break;
      continue;
    }
    const auto found = open.find(entry->set);
    if (found == open.end() || found->second != entry->f) continue;  // it was popped, or is cheaper
    for (const auto& [set, f] : open) {
      CHECK(f >= entry->f);
      if (f == entry->f && set != entry->set) CHECK(exact::size_of(set) <= entry->depth);
    }
    least = entry->f;
    open.erase(found);
    if (++pops % 50 == 0) CHECK(queue.bytes() > 0);
  }
}

template <class Set>
void trails_find_every_set() {
  Rng rng(2);
  std::set<Set> sets;
  while (sets.size() < 3000) {
    const Set set =
        set_of<Set>(rng.below(1 << 16), 0) | set_of<Set>(rng.below(1 << 16), 8 * sizeof(Set) - 20);
    if (!exact::is_empty(set)) sets.insert(set);
  }
  exact::Trail<Set> trail;
  std::map<Set, Variable> last;
  for (const Set set : sets) {
    if (rng.below(3) == 0) continue;
    last[set] = static_cast<Variable>(exact::lowest(set));
    trail.append(set, last[set]);
  }
  for (const Set set : sets) {
    const auto found = trail.find(set);
    CHECK(found.has_value() == last.contains(set));
    if (found) CHECK(*found == last[set]);
  }
  CHECK(!exact::Trail<Set>().find(exact::single<Set>(1)));
}

}  // namespace

int main() {
  for (const exact::Cost range : {exact::Cost{1}, exact::Cost{50}, exact::Cost{1} << 38}) {
    pops_are_in_order<exact::NarrowSet>(range, 30);
    pops_are_in_order<exact::WideSet>(range, 56);
  }
  trails_find_every_set<exact::NarrowSet>();
  trails_find_every_set<exact::WideSet>();
}
