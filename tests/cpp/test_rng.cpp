#include <algorithm>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"

using dagwright::Rng;

int main() {
  Rng same(7, {1, 2});
  Rng again(7, {1, 2});
  Rng other_item(7, {2, 1});
  const std::uint64_t first = same.next();
  CHECK(first == again.next());
  CHECK(first != other_item.next());

  std::vector<int> counts(5, 0);
  for (int i = 0; i < 50000; ++i) ++counts[same.below(5)];
  for (const int count : counts) CHECK(count > 9500 && count < 10500);

  std::vector<int> cards(20);
  std::iota(cards.begin(), cards.end(), 0);
  same.shuffle(cards);
  CHECK(!std::is_sorted(cards.begin(), cards.end()));
  std::sort(cards.begin(), cards.end());
  for (int i = 0; i < 20; ++i) CHECK(cards[static_cast<std::size_t>(i)] == i);
}
