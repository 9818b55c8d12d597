// The order of doubles, largest first, and of equal ones as they stood.
#include <algorithm>
#include <limits>
#include <vector>

#include "check.hpp"
#include "dagwright/core/radix_sort.hpp"
#include "dagwright/core/rng.hpp"

using namespace dagwright;

namespace {

void check_order(const std::vector<double>& values) {
  std::vector<RadixKey> keys;
  std::vector<std::size_t> expected;
  for (std::size_t i = 0; i < values.size(); ++i) {
    keys.push_back({descending_key(values[i]), i});
    expected.push_back(i);
  }
  std::stable_sort(expected.begin(), expected.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  radix_sort(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) CHECK(keys[i].place == expected[i]);
}

void lower_bits_can_be_left_out() {
  std::vector<std::uint64_t> words{0x13, 0x21, 0x12, 0x05};
  radix_sort(words, 4);
  CHECK((words == std::vector<std::uint64_t>{0x05, 0x13, 0x12, 0x21}));
  radix_sort(words);
  CHECK((words == std::vector<std::uint64_t>{0x05, 0x12, 0x13, 0x21}));
}

}  // namespace

int main() {
  lower_bits_can_be_left_out();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  check_order({});
  check_order({-1.5});
  check_order({0.0, -0.0, kTiny, -kTiny, kInfinity, -kInfinity, 1e300, -1e300, 0.0, 1.0, -1.0});
  Rng rng(3);
  for (const std::size_t size : {2U, 100U, 5000U}) {
    std::vector<double> values, few;
    for (std::size_t i = 0; i < size; ++i) {
      values.push_back(-1e4 * static_cast<double>(rng.below(1U << 30)) / 7.0 + 1e9);
      few.push_back(static_cast<double>(rng.below(5)) - 2.0);
    }
    check_order(values);
    check_order(few);
  }
}
