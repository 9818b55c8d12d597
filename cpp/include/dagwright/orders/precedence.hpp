#pragma once

#include <vector>

#include "dagwright/core/graph.hpp"
#include "dagwright/parents/candidate_sets.hpp"

namespace dagwright::orders {

/// Parents that a child has in all its candidate sets: they must come before it in every order.
///
/// Since the smallest set of a child consists of just these, an order in which they do has a
/// consistent set for every variable.
class Precedence {
 public:
  /// Throws std::invalid_argument if variables require each other in a circle.
  explicit Precedence(const parents::CandidateSets& sets);

  bool empty() const { return empty_; }
  const std::vector<Variable>& required(Variable child) const { return required_[child]; }

  /// Rearranges an order so that all required parents come first, and changes it no more than
  /// needed: the earliest variable whose parents are all placed is next.
  void repair(std::vector<Variable>& order) const;

 private:
  bool empty_ = true;
  VertexLists required_;   ///< parents by child
  VertexLists followers_;  ///< children by parent
};

}  // namespace dagwright::orders
