#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "dagwright/core/types.hpp"
#include "dagwright/data/table.hpp"
#include "dagwright/scores/cell_function.hpp"

namespace dagwright::scores {

/// A child and some parents: what a group of extensions has in common.
struct Base {
  Variable child;
  std::span<const Variable> parents;
  std::uint32_t child_arity;
  double parent_cells;  ///< product of the parents' arities

  Base(const data::Table& table, Variable child_variable,
       std::span<const Variable> parent_variables)
      : child(child_variable),
        parents(parent_variables),
        child_arity(table.arity(child_variable)),
        parent_cells(1.0) {
    for (const Variable parent : parents) parent_cells *= table.arity(parent);
  }

  double cells() const { return parent_cells * child_arity; }
};

/// One more parent, and the two sums that it asks for.
struct Extension {
  Variable parent;
  std::uint32_t arity;
  const CellFunction* joint_function;   ///< of the cells of parents + child + this one
  const CellFunction* margin_function;  ///< of the cells of parents + this one
  std::int64_t joint = 0;
  std::int64_t margin = 0;
  std::int64_t occupied = 0;  ///< cells of parents + child + this one that are not empty
};

/// Sums the two functions over a dense table counts[parent cell][child state][extension state].
void sum_cells(std::span<const std::uint32_t> counts, std::uint32_t child_arity,
               Extension& extension);

}  // namespace dagwright::scores
