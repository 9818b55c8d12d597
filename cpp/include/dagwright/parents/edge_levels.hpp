#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright::parents {

/// Which edges are ruled out by where variables stand, as two numbers for each variable.
///
/// An edge is ruled out if the level of its parent, as a parent, is above that of its child, as a
/// child. Tiers, tiers without edges within, roots and leaves all have this form, so that they
/// take as much room as there are variables, and not its square.
class EdgeLevels {
 public:
  using Numbers = std::vector<std::int64_t>;

  EdgeLevels() = default;

  /// `levels` are those of `n_variables` as parents and as children, or two empty lists if
  /// nothing is ruled out. Throws std::invalid_argument if there are more or fewer.
  EdgeLevels(std::size_t n_variables, std::pair<Numbers, Numbers> levels);

  bool empty() const { return as_parent_.empty(); }
  std::int64_t as_parent(std::size_t v) const { return as_parent_[v]; }
  std::int64_t as_child(std::size_t v) const { return as_child_[v]; }

  bool forbid(Variable parent, Variable child) const {
    return !empty() && as_parent_[parent] > as_child_[child];
  }

 private:
  Numbers as_parent_, as_child_;
};

}  // namespace dagwright::parents
