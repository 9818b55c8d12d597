#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/parents/edge_levels.hpp"
#include "dagwright/parents/family_scorer.hpp"

namespace dagwright::parents {

/// Which parents each variable must and may have.
///
/// Whatever is neither required nor ruled out may be a parent, so that the rules take as much room
/// as what was said, and not the square of the number of variables.
class ParentRules {
 public:
  using Edge = std::pair<Variable, Variable>;  ///< parent, child

  /// Throws std::invalid_argument if the rules name variables that do not exist, or require what
  /// they rule out by name.
  ParentRules(std::size_t n_variables, const std::vector<Edge>& required,
              const std::vector<Edge>& forbidden, EdgeLevels levels, std::size_t max_parents);

  std::size_t n_variables() const { return required_.size(); }
  std::size_t max_parents() const { return max_parents_; }
  const std::vector<Variable>& required(Variable child) const { return required_[child]; }

  /// The parents that a variable may have besides the required ones, ascending.
  std::vector<Variable> candidates(Variable child) const;

  ChildTask task(Variable child) const {
    return ChildTask(child, required(child), candidates(child), max_parents_);
  }

 private:
  std::vector<std::vector<Variable>> required_, forbidden_;  ///< by child, ascending
  EdgeLevels levels_;
  std::size_t max_parents_;
};

}  // namespace dagwright::parents
