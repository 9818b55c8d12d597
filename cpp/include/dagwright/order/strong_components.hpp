#pragma once

#include <cstddef>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright::order {

/// The strong component of each vertex of a graph, given its successors (Tarjan 1972).
std::vector<std::size_t> strong_components(const std::vector<std::vector<Variable>>& successors);

}  // namespace dagwright::order
