#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright::exact {

struct WeightedEdge {
  Variable first;
  Variable second;
  std::int64_t weight;  ///< positive
};

/// The largest total weight of edges of which no two share a vertex.
///
/// Vertices are 0 to n_vertices - 1. Galil's primal-dual form of Edmonds' blossom algorithm
/// (Galil 1986, Efficient algorithms for finding maximum matching in graphs), O(n^3), in whole
/// numbers throughout.
std::int64_t heaviest_matching(std::size_t n_vertices, const std::vector<WeightedEdge>& edges);

}  // namespace dagwright::exact
