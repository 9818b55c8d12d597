#include <cmath>
#include <limits>

#include "check.hpp"
#include "dagwright/parents/candidate_sets.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

constexpr std::int64_t kNeverSaturated = std::numeric_limits<std::int64_t>::max();

std::int64_t excess_of(const parents::CandidateSets& sets, const std::vector<std::size_t>& chosen) {
  std::int64_t sum = 0;
  for (const std::size_t set : chosen) sum += sets.excess(set);
  return sum;
}

void check_order_and_sums(const parents::CandidateSets& sets) {
  std::int64_t largest = 0;
  for (std::size_t v = 0; v < sets.n_variables(); ++v) {
    const auto child = static_cast<Variable>(v);
    CHECK(sets.excess(sets.begin(child)) == 0);
    for (std::size_t s = sets.begin(child) + 1; s < sets.end(child); ++s) {
      CHECK(sets.excess(s - 1) <= sets.excess(s));
      const double loss = sets.score(sets.begin(child)) - sets.score(s);
      const double off = sets.nats(sets.excess(s)) - loss;
      const double half = std::ldexp(0.5, -sets.scale()) + 1e-15 * loss;
      CHECK(off <= half);
      CHECK(sets.is_saturated(s) || off >= -half);
    }
    largest += sets.excess(sets.end(child) - 1);
  }
  CHECK(largest <= std::int64_t{1} << 60);
}

void check_known_network(const parents::CandidateSets& sets) {
  const std::vector<std::size_t> known = sets.known_network();
  CHECK(known.size() == sets.n_variables());
  for (const std::size_t set : known) CHECK(!sets.is_saturated(set));
  CHECK(excess_of(sets, known) < sets.most_excess());
}

void check_random_lists() {
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    const double outlier = round % 3 == 0 ? 0.0 : std::pow(10.0, static_cast<double>(round % 16));
    const RandomCandidates candidates(1 + rng.below(40), 8, 3, rng, round % 2 == 0, outlier);
    check_order_and_sums(candidates.get());
    check_known_network(candidates.get());
    if (outlier < 1e3) CHECK(candidates.get().most_excess() == kNeverSaturated);
  }
}

/// A child that need not take its "forbidden" set does not make the others coarse.
void check_precision_with_an_outlier() {
  const std::vector<std::int64_t> starts{0, 2, 4};
  const std::vector<std::uint32_t> set_starts{0, 1, 1, 2, 2};
  const std::vector<std::uint16_t> members{1, 0};
  const std::vector<double> scores{-1.0, -1e15, -2.0, -5.25};
  const parents::CandidateSets sets(parents::CandidateArrays{starts, scores, set_starts, members});
  CHECK(sets.scale() == 36);
  CHECK(sets.is_saturated(1) && !sets.is_saturated(3));
  CHECK(sets.nats(sets.excess(3)) == 3.25);
  CHECK(sets.known_network() == std::vector<std::size_t>({0, 3}));
}

/// Where every network has a "forbidden" set, it counts.
void check_outliers_that_are_needed() {
  const std::vector<std::int64_t> starts{0, 2, 4};
  const std::vector<std::uint32_t> set_starts{0, 1, 1, 2, 2};
  const std::vector<std::uint16_t> members{1, 0};
  const std::vector<double> scores{-1.0, -1e12, -2.0, -3e12};
  const parents::CandidateSets sets(parents::CandidateArrays{starts, scores, set_starts, members});
  CHECK(!sets.is_saturated(1));
  CHECK(sets.known_network() == std::vector<std::size_t>({1, 2}));
  CHECK(std::abs(sets.nats(sets.excess(1)) - (1e12 - 1.0)) <= sets.rounding());
  CHECK(sets.rounding() < 1e-4);
}

/// Each of two children requires the other: there is no network, and the lists can be made.
void check_impossible_lists() {
  const std::vector<std::int64_t> starts{0, 1, 2};
  const std::vector<std::uint32_t> set_starts{0, 1, 2};
  const std::vector<std::uint16_t> members{1, 0};
  const std::vector<double> scores{-1.0, -2.0};
  const parents::CandidateSets sets(parents::CandidateArrays{starts, scores, set_starts, members});
  CHECK(sets.known_network().empty());
}

}  // namespace

int main() {
  check_random_lists();
  check_precision_with_an_outlier();
  check_outliers_that_are_needed();
  check_impossible_lists();
}
