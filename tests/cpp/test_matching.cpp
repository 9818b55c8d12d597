#include "dagwright/exact/matching.hpp"

#include <algorithm>
#include <bit>

#include "check.hpp"
#include "dagwright/core/rng.hpp"

using namespace dagwright;

namespace {

std::vector<exact::WeightedEdge> random_graph(std::size_t n, std::uint64_t density,
                                              std::uint64_t heaviest, Rng& rng) {
  std::vector<exact::WeightedEdge> edges;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (rng.below(10) > density) continue;
      const auto weight = static_cast<std::int64_t>(1 + rng.below(heaviest));
      edges.push_back({static_cast<Variable>(b), static_cast<Variable>(a), weight});
    }
  }
  return edges;
}

/// By dynamic programming over the sets of vertices that are still free.
std::int64_t heaviest_by_sets(std::size_t n, const std::vector<exact::WeightedEdge>& edges) {
  std::vector<std::int64_t> best(std::size_t{1} << n, 0);
  for (std::size_t free = 1; free < best.size(); ++free) {
    best[free] = best[free & (free - 1)];  // the first vertex stays alone, or takes an edge
    for (const exact::WeightedEdge& e : edges) {
      const std::size_t ends = (std::size_t{1} << e.first) | (std::size_t{1} << e.second);
      if ((ends & ~free) != 0 || (ends & free & (~free + 1)) == 0) continue;
      best[free] = std::max(best[free], e.weight + best[free & ~ends]);
    }
  }
  return best.back();
}

void matchings_are_the_heaviest() {
  Rng rng(3);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t n = 2 + rng.below(9);
    // Few different weights make blossoms within blossoms.
    const std::uint64_t heaviest = round % 3 == 0   ? 2
                                   : round % 3 == 1 ? 12
                                                    : std::uint64_t{1} << 40;
    const auto edges = random_graph(n, rng.below(10), heaviest, rng);
    CHECK(exact::heaviest_matching(edges) == heaviest_by_sets(n, edges));
  }
}

/// Joined by edges that weigh next to nothing, parts are matched as they are alone.
void parts_of_large_graphs_are_matched_as_alone() {
  Rng rng(4);
  for (int round = 0; round < 20; ++round) {
    std::vector<exact::WeightedEdge> all;
    std::int64_t sum = 0;
    constexpr Variable kPart = 10, kParts = 12;
    for (Variable part = 0; part < kParts; ++part) {
      auto edges = random_graph(kPart, 3 + rng.below(7), 12, rng);
      for (exact::WeightedEdge& e : edges) e.weight *= 1000;
      sum += heaviest_by_sets(kPart, edges);
      for (const exact::WeightedEdge& e : edges) {
        const auto offset = static_cast<Variable>(part * kPart);
        all.push_back({static_cast<Variable>(e.first + offset),
                       static_cast<Variable>(e.second + offset), e.weight});
      }
    }
    for (Variable v = 0; v + kPart < kPart * kParts; ++v) {
      all.push_back({v, static_cast<Variable>(v + kPart), 1});
    }
    const std::int64_t found = exact::heaviest_matching(all);
    CHECK(sum <= found && found <= sum + kPart * kParts / 2);
  }
}

}  // namespace

int main() {
  CHECK(exact::heaviest_matching({}) == 0);
  CHECK(exact::heaviest_matching({{3, 5, 7}}) == 7);
  CHECK(exact::heaviest_matching({{3, 5, 7}, {5, 3, 9}}) == 9);
  matchings_are_the_heaviest();
  parts_of_large_graphs_are_matched_as_alone();
}
