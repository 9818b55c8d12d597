#include <thread>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/scores/memo.hpp"

using namespace dagwright;

namespace {

std::vector<Variable> random_set(Rng& rng, std::size_t size) {
  std::vector<Variable> set;
  Variable v = 0;
  for (std::size_t i = 0; i < size; ++i) {
    v = static_cast<Variable>(v + 1 + rng.below(50));
    set.push_back(v);
  }
  return set;
}

std::int64_t value_of(const scores::SetKey& key) {
  return static_cast<std::int64_t>(key.low * 31 + key.high);
}

/// Whatever it forgets, it never remembers wrongly, and it never exceeds its limit.
void is_bounded_and_right(std::size_t max_bytes) {
  scores::Memo memo(max_bytes);
  const auto work = [&memo](std::uint64_t seed) {
    Rng rng(seed);
    for (int i = 0; i < 20000; ++i) {
      const scores::SetKey key(random_set(rng, 1 + rng.below(10)),
                               static_cast<std::uint16_t>(rng.below(3)));
      std::int64_t found = 0;
      if (memo.find(key, found)) CHECK(found == value_of(key));
      memo.insert(key, value_of(key));
      CHECK(memo.find(key, found));
      CHECK(found == value_of(key));
    }
  };
  work(1);
  CHECK(memo.bytes() <= std::max<std::size_t>(max_bytes, 64 * 8 * scores::Memo::kBytesPerEntry));
}

/// Two threads at once: an entry may be pushed out in between, but is never wrong.
void threads_share_it() {
  scores::Memo memo(1 << 18);
  const auto work = [&memo](std::uint64_t seed) {
    Rng rng(seed);
    for (int i = 0; i < 20000; ++i) {
      const scores::SetKey key(random_set(rng, 1 + rng.below(4)), 0);
      std::int64_t found = 0;
      if (memo.find(key, found)) CHECK(found == value_of(key));
      memo.insert(key, value_of(key));
    }
  };
  std::thread first(work, 5), second(work, 6);
  first.join();
  second.join();
}

void different_sets_have_different_keys() {
  const std::vector<Variable> a{1, 2}, b{1, 3}, c{1, 2, 3}, none;
  CHECK(!(scores::SetKey(a, 0) == scores::SetKey(b, 0)));
  CHECK(!(scores::SetKey(a, 0) == scores::SetKey(c, 0)));
  CHECK(!(scores::SetKey(a, 0) == scores::SetKey(a, 1)));
  CHECK(!(scores::SetKey(none, 0) == scores::SetKey()));
}

}  // namespace

int main() {
  is_bounded_and_right(1 << 12);
  is_bounded_and_right(1 << 22);
  threads_share_it();
  different_sets_have_different_keys();
}
