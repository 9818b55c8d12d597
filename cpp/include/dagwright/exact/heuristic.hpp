#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/exact/parent_queries.hpp"

namespace dagwright::exact {

/// A lower bound on the cost of placing what is left, many nodes at a time.
template <class Set>
class Heuristic {
 public:
  virtual ~Heuristic() = default;

  /// bounds[i] = the bound at placed[i].
  virtual void bounds_at(std::span<const Set> placed, Cost* bounds) const = 0;

  /// bounds[i] = the bound at `placed` with left[i]; `left` is all that is not placed.
  virtual void bounds_after(Set placed, std::span<const Variable> left, Cost* bounds) const = 0;

  /// Whether the bound never falls by more than an arc costs. Otherwise a search may find a
  /// cheaper way to a node it has left, and must return to it.
  virtual bool is_consistent() const = 0;

  virtual std::size_t n_patterns() const = 0;
  virtual std::size_t bytes() const = 0;

  Cost bound_at(Set placed) const {
    Cost found;
    bounds_at({&placed, 1}, &found);
    return found;
  }
};

/// Every variable has its best parents (Definition 1 of Yuan & Malone 2012). Costs are excesses
/// over just these, so the bound is zero.
template <class Set>
std::unique_ptr<Heuristic<Set>> make_simple_heuristic(std::size_t n_variables);

/// Static patterns: no cycles within groups that are fixed in advance (3.4 and 4.2 there). The
/// groups share no variable and cover all; each takes a table of 2^size costs.
/// Returns nothing if the control stopped the construction.
template <class Set>
std::unique_ptr<Heuristic<Set>> make_static_patterns(
    const OrderGraph<Set>& graph, const ParentQueries<Set>& queries,
    const std::vector<std::vector<Variable>>& groups, RunControl& control);

enum class PatternCover { greedy, optimal };

/// Dynamic patterns: no cycles within disjoint groups of up to k variables that are chosen again at
/// each node (3.3 there), by falling differential cost or, for pairs, by a maximum weighted
/// matching. Returns nothing if the control stopped the construction.
template <class Set>
std::unique_ptr<Heuristic<Set>> make_dynamic_patterns(const OrderGraph<Set>& graph,
                                                      const ParentQueries<Set>& queries,
                                                      std::size_t largest, PatternCover cover,
                                                      RunControl& control);

}  // namespace dagwright::exact
