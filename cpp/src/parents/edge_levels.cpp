#include "dagwright/parents/edge_levels.hpp"

#include <stdexcept>

namespace dagwright::parents {

EdgeLevels::EdgeLevels(std::size_t n_variables, std::pair<Numbers, Numbers> levels)
    : as_parent_(std::move(levels.first)), as_child_(std::move(levels.second)) {
  const bool none = as_parent_.empty() && as_child_.empty();
  if (!none && (as_parent_.size() != n_variables || as_child_.size() != n_variables)) {
    throw std::invalid_argument("two levels for each variable, or none at all");
  }
}

}  // namespace dagwright::parents
