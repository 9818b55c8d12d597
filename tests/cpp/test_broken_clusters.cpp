#include "dagwright/exact/cluster_separation.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "check.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

/// A weight for each set of each child, which add up to 1.
struct Choice {
  std::vector<std::int64_t> columns;
  std::vector<double> values;
};

Choice random_choice(const exact::ClusterSets& sets, bool whole, Rng& rng) {
  Choice choice;
  for (std::size_t child = 0; child < sets.n_variables(); ++child) {
    const std::size_t first = sets.first_set(child);
    const std::size_t count = sets.last_set(child) - first;
    const std::size_t parts = whole ? 1 : 1 + rng.below(3);
    std::vector<double> weights(count, 0.0);
    for (std::size_t p = 0; p < parts; ++p) {
      weights[rng.below(count)] += 1.0 / static_cast<double>(parts);
    }
    for (std::size_t s = 0; s < count; ++s) {
      if (weights[s] == 0.0) continue;
      choice.columns.push_back(static_cast<std::int64_t>(first + s));
      choice.values.push_back(weights[s]);
    }
  }
  return choice;
}

/// 1 minus the weight of the sets of its children that are disjoint from a cluster.
double violation(const exact::ClusterSets& sets, const Choice& choice, std::uint64_t cluster) {
  double sum = 1.0;
  for (std::size_t i = 0; i < choice.columns.size(); ++i) {
    const auto set = static_cast<std::size_t>(choice.columns[i]);
    const bool inside = (cluster >> sets.child(set) & 1) != 0;
    if (inside && (sets.mask(set)[0] & cluster) == 0) sum -= choice.values[i];
  }
  return sum;
}

void check_choice(const exact::ClusterSets& sets, const Choice& choice, bool whole) {
  constexpr double kLeast = 0.05;
  constexpr std::size_t kLimit = 12;
  const exact::BrokenClusters broken =
      exact::find_broken_clusters(sets, choice.columns, choice.values, kLeast, kLimit);
  CHECK(broken.clusters.size() == broken.violation.size() && broken.clusters.size() <= kLimit);
  CHECK(std::is_sorted(broken.violation.rbegin(), broken.violation.rend()));
  const std::set<std::uint64_t> distinct(broken.clusters.begin(), broken.clusters.end());
  CHECK(distinct.size() == broken.clusters.size());
  for (std::size_t i = 0; i < broken.clusters.size(); ++i) {
    CHECK(broken.violation[i] >= kLeast);
    CHECK(std::abs(violation(sets, choice, broken.clusters[i]) - broken.violation[i]) < 1e-9);
  }
  double most = 0.0;
  for (std::uint64_t cluster = 1; cluster < std::uint64_t{1} << sets.n_variables(); ++cluster) {
    most = std::max(most, violation(sets, choice, cluster));
  }
  if (most < kLeast) CHECK(broken.clusters.empty());
  // A choice of whole sets with a cycle breaks its cluster fully, and shortest paths find it.
  if (whole && most > 0.5) CHECK(!broken.clusters.empty() && broken.violation.front() == 1.0);
}

}  // namespace

int main() {
  Rng rng(31);
  for (int round = 0; round < 400; ++round) {
    const RandomCandidates candidates(1 + rng.below(7), 8, 3, rng);
    std::vector<std::int64_t> excess;
    for (std::size_t s = 0; s < candidates.get().n_sets(); ++s) {
      excess.push_back(candidates.get().excess(s));
    }
    const exact::ClusterSets sets(candidates.starts, excess, candidates.set_starts,
                                  candidates.members);
    const bool whole = round % 2 == 0;
    check_choice(sets, random_choice(sets, whole, rng), whole);
  }
}
