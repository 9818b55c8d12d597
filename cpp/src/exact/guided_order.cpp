#include "dagwright/exact/guided_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/rng.hpp"

namespace dagwright::exact {
namespace {

/// Stands for a child that no set fits; sums of it and of excesses do not overflow.
std::int64_t impossible(const ClusterSets& sets) {
  return (std::int64_t{1} << 62) / static_cast<std::int64_t>(sets.n_variables());
}

/// Sets that are looked at between two looks at the clock: at most some ten milliseconds.
constexpr std::size_t kWorkAtOnce = std::size_t{1} << 20;
/// Of two random places each, in a kick.
constexpr int kExchanges = 3;

/// The variables placed so far, as bits.
class Placed {
 public:
  explicit Placed(std::size_t words) : bits_(words) {}
  void add(std::int64_t v) { bits_[word(v)] |= bit(v); }
  void remove(std::int64_t v) { bits_[word(v)] &= ~bit(v); }
  bool contains(std::span<const std::uint64_t> mask) const {
    for (std::size_t w = 0; w < bits_.size(); ++w) {
      if ((mask[w] & ~bits_[w]) != 0) return false;
    }
    return true;
  }

 private:
  static std::size_t word(std::int64_t v) { return static_cast<std::size_t>(v) / 64; }
  static std::uint64_t bit(std::int64_t v) {
    return std::uint64_t{1} << (static_cast<std::size_t>(v) % 64);
  }
  std::vector<std::uint64_t> bits_;
};

std::int64_t best_excess(const ClusterSets& sets, std::int64_t child, const Placed& before) {
  const auto c = static_cast<std::size_t>(child);
  for (std::size_t s = sets.first_set(c); s < sets.last_set(c); ++s) {
    if (before.contains(sets.mask(s))) return sets.excess(s);
  }
  return impossible(sets);
}

/// Where to move the variable at one place of an order.
struct Move {
  std::size_t place;
  std::int64_t gain;
};

/// Carries the variable past its neighbours one by one, first to the left, then to the right.
Move best_move(const ClusterSets& sets, const std::vector<std::int64_t>& order, std::size_t from,
               const std::vector<std::int64_t>& cost) {
  const std::int64_t pivot = order[from];
  Move best{from, 0};
  Placed before(sets.words());
  for (std::size_t p = 0; p < from; ++p) before.add(order[p]);
  std::int64_t change = 0;
  std::int64_t own = cost[from];
  for (std::size_t p = from; p-- > 0;) {
    before.remove(order[p]);
    const std::int64_t moved = best_excess(sets, pivot, before);
    before.add(pivot);
    change += best_excess(sets, order[p], before) - cost[p] + moved - own;
    before.remove(pivot);
    own = moved;
    if (-change > best.gain) best = {p, -change};
  }
  for (std::size_t p = 0; p < from; ++p) before.add(order[p]);
  change = 0;
  own = cost[from];
  for (std::size_t p = from + 1; p < order.size(); ++p) {
    change += best_excess(sets, order[p], before) - cost[p];
    before.add(order[p]);
    const std::int64_t moved = best_excess(sets, pivot, before);
    change += moved - own;
    own = moved;
    if (-change > best.gain) best = {p, -change};
  }
  return best;
}

std::vector<std::int64_t> costs(const ClusterSets& sets, const std::vector<std::int64_t>& order) {
  std::vector<std::int64_t> cost;
  Placed before(sets.words());
  for (const std::int64_t v : order) {
    cost.push_back(best_excess(sets, v, before));
    before.add(v);
  }
  return cost;
}

std::int64_t sum(const std::vector<std::int64_t>& cost) {
  return std::accumulate(cost.begin(), cost.end(), std::int64_t{0});
}

}  // namespace

std::vector<std::int64_t> guided_order(const ClusterSets& sets,
                                       std::span<const std::int64_t> reduced,
                                       std::span<const std::int64_t> minimum,
                                       std::span<const std::uint8_t> allowed, RunControl* control) {
  const std::size_t n = sets.n_variables();
  std::vector<std::vector<std::size_t>> cheapest(n);
  for (std::size_t child = 0; child < n; ++child) {
    for (std::size_t s = sets.first_set(child); s < sets.last_set(child); ++s) {
      if (allowed.empty() || allowed[s] != 0) cheapest[child].push_back(s);
    }
    std::stable_sort(cheapest[child].begin(), cheapest[child].end(),
                     [&](std::size_t a, std::size_t b) { return reduced[a] < reduced[b]; });
  }
  std::vector<std::int64_t> order;
  std::vector<std::int64_t> left(n);
  std::iota(left.begin(), left.end(), std::int64_t{0});
  Placed placed(sets.words());
  std::size_t work = 0;
  while (!left.empty()) {
    if (work >= kWorkAtOnce) {
      work = 0;
      if (control != nullptr && control->should_stop()) {
        order.insert(order.end(), left.begin(), left.end());
        break;
      }
    }
    std::size_t next = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 0; k < left.size(); ++k) {
      const auto child = static_cast<std::size_t>(left[k]);
      for (const std::size_t set : cheapest[child]) {
        const std::int64_t above = reduced[set] - minimum[child];
        ++work;
        if (above >= least) break;
        if (placed.contains(sets.mask(set))) {
          least = above;
          next = k;
          break;
        }
      }
    }
    placed.add(left[next]);
    order.push_back(left[next]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return order;
}

std::vector<std::int64_t> improve_order(const ClusterSets& sets, std::vector<std::int64_t> order,
                                        std::uint64_t queries) {
  std::vector<std::int64_t> cost = costs(sets, order);
  std::uint64_t asked = 0;
  for (std::size_t since_gain = 0, v = 0; since_gain < order.size() && asked < queries; ++v) {
    const auto variable = static_cast<std::int64_t>(v % order.size());
    const auto from =
        static_cast<std::size_t>(std::find(order.begin(), order.end(), variable) - order.begin());
    const Move move = best_move(sets, order, from, cost);
    asked += 2 * order.size();
    ++since_gain;
    if (move.gain <= 0) continue;
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(from));
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(move.place), variable);
    std::vector<std::int64_t> next = costs(sets, order);
    DAGWRIGHT_ASSERT(sum(next) == sum(cost) - move.gain);
    cost = std::move(next);
    since_gain = 0;
  }
  return order;
}

std::vector<std::int64_t> search_near_order(const ClusterSets& sets,
                                            std::vector<std::int64_t> order, std::uint64_t kicks,
                                            std::uint64_t queries, std::uint64_t seed) {
  std::vector<std::int64_t> best = improve_order(sets, std::move(order), queries);
  if (best.size() < 2) return best;
  const auto total = [&](const std::vector<std::int64_t>& some) { return sum(costs(sets, some)); };
  std::int64_t least = total(best);
  for (std::uint64_t kick = 0; kick < kicks; ++kick) {
    Rng rng(seed, {kick});
    std::vector<std::int64_t> next = best;
    for (int exchange = 0; exchange < kExchanges; ++exchange) {
      std::swap(next[rng.below(next.size())], next[rng.below(next.size())]);
    }
    next = improve_order(sets, std::move(next), queries);
    // Equal ones are accepted too: they lead along plateaus.
    if (const std::int64_t excess = total(next); excess <= least) {
      least = excess;
      best = std::move(next);
    }
  }
  return best;
}

}  // namespace dagwright::exact
