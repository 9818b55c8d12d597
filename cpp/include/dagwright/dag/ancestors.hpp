#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/bit_matrix.hpp"
#include "dagwright/core/graph.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::dag {

/// Ancestors of every variable as bitsets, kept up to date edge by edge, so that "would this edge
/// close a cycle?" is one bit. Adding an edge costs a row operation for each descendant of its
/// head; removing one recomputes those descendants in topological order.
class Ancestors {
 public:
  /// `parents` must be acyclic.
  explicit Ancestors(const ParentLists& parents);

  bool is_ancestor(Variable ancestor, Variable of) const { return bits_.test(of, ancestor); }

  /// Whether from -> to can be added to the graph without closing a cycle.
  bool can_add(Variable from, Variable to) const { return from != to && !is_ancestor(to, from); }

  /// Whether from -> to, an edge of the graph, is its only path from `from` to `to`.
  bool can_reverse(Variable from, Variable to, const ParentLists& parents) const;

  template <class Function>
  void for_each(Variable of, const Function& function) const {
    for (std::size_t w = 0; w < bits_.words(); ++w) {
      for (std::uint64_t left = bits_.row(of)[w]; left != 0; left &= left - 1) {
        function(static_cast<Variable>(64 * w + static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
  }

  void added(Variable from, Variable to);
  /// To be called when `parents` no longer has the edge.
  void removed(Variable to, const ParentLists& parents);

  bool operator==(const Ancestors&) const = default;

  /// Whether they are those of this graph, found from scratch; for tests and assertions.
  bool check(const ParentLists& parents) const {
    return is_acyclic(parents) && *this == Ancestors(parents);
  }

 private:
  void recompute(Variable v, const ParentLists& parents);
  std::vector<Variable> with_descendants(Variable v) const;

  BitMatrix bits_;  ///< bits_.test(v, a): a is an ancestor of v
};

}  // namespace dagwright::dag
