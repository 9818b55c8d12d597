#pragma once

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
/// Edmonds' blossom algorithm in the primal-dual form of Galil (1986, Efficient algorithms for
/// finding maximum matching in graphs), in whole numbers throughout.
std::int64_t heaviest_matching(const std::vector<WeightedEdge>& edges);

}  // namespace dagwright::exact
