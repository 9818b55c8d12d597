#include <limits>

#include "brute_force.hpp"
#include "check.hpp"
#include "dagwright/exact/cluster_sets.hpp"
#include "dagwright/exact/guided_order.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

exact::ClusterSets clusters_of(const RandomCandidates& candidates) {
  std::vector<std::int64_t> excess;
  for (std::size_t s = 0; s < candidates.get().n_sets(); ++s) {
    excess.push_back(candidates.get().excess(s));
  }
  return exact::ClusterSets(candidates.starts, excess, candidates.set_starts, candidates.members);
}

std::int64_t multiplier(Rng& rng) {
  switch (rng.below(5)) {
    case 0:
      return kLargest;
    case 1:
      return -kLargest - 1;
    case 2:
      return static_cast<std::int64_t>(rng.next() >> 1);
    default:
      return static_cast<std::int64_t>(rng.below(std::uint64_t{1} << 38));
  }
}

/// The least excess of a network: brute force on scores that are multiples of 1/8 is exact.
std::int64_t least_excess(const parents::CandidateSets& sets) {
  std::vector<Variable> order(sets.n_variables());
  std::iota(order.begin(), order.end(), Variable{0});
  std::int64_t least = kLargest;
  do {
    std::int64_t sum = 0;
    bool possible = true;
    for (const std::int64_t set : sets.best_in_order(order)) {
      possible = possible && set >= 0;
      if (possible) sum += sets.excess(static_cast<std::size_t>(set));
    }
    if (possible) least = std::min(least, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

void check_extreme_multipliers() {
  Rng rng(5);
  for (int round = 0; round < 300; ++round) {
    const double outlier = round % 2 == 0 ? 0.0 : 1e15;
    const RandomCandidates candidates(2 + rng.below(5), 8, 3, rng, false, outlier);
    const exact::ClusterSets sets = clusters_of(candidates);
    std::vector<std::uint64_t> clusters;
    std::vector<std::int64_t> multipliers;
    const std::uint64_t all = std::uint64_t{1} << sets.n_variables();
    for (std::size_t c = 1 + rng.below(40); c > 0; --c) {
      clusters.push_back(1 + rng.below(all - 1));
      multipliers.push_back(multiplier(rng));
    }
    const exact::Pricing pricing = sets.price(clusters, multipliers, {});
    CHECK(pricing.bound <= least_excess(candidates.get()));
    std::vector<Variable> order = exact::guided_order(sets, pricing.reduced, pricing.minimum, {});
    std::sort(order.begin(), order.end());
    for (std::size_t v = 0; v < sets.n_variables(); ++v) CHECK(order[v] == v);
  }
}

void check_impossible_nodes() {
  Rng rng(6);
  const RandomCandidates candidates(5, 8, 3, rng);
  const exact::ClusterSets sets = clusters_of(candidates);
  const std::vector<std::uint8_t> nothing(sets.n_sets(), 0);
  const std::vector<std::uint64_t> clusters{3, 7};
  const std::vector<std::int64_t> multipliers{kLargest, kLargest};
  CHECK(sets.price(clusters, multipliers, nothing).bound == kLargest);
}

/// Small multipliers are taken as they are.
void check_a_known_bound() {
  const std::vector<std::int64_t> starts{0, 2, 4};
  const std::vector<std::int64_t> excess{0, 10, 0, 7};
  const std::vector<std::uint32_t> set_starts{0, 1, 1, 2, 2};
  const std::vector<std::uint16_t> members{1, 0};
  const exact::ClusterSets sets(starts, excess, set_starts, members);
  const std::vector<std::uint64_t> both{3};
  CHECK(sets.price(both, std::vector<std::int64_t>{7}, {}).bound == 7);
  CHECK(sets.price(both, std::vector<std::int64_t>{9}, {}).bound == 7);
  CHECK(sets.price(both, std::vector<std::int64_t>{kLargest}, {}).bound <= 7);
}

}  // namespace

int main() {
  check_extreme_multipliers();
  check_impossible_nodes();
  check_a_known_bound();
}
