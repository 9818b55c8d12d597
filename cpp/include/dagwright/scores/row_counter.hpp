#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dagwright/scores/extension.hpp"

namespace dagwright::scores {

/// Counts with stripped partitions, as in the discovery of functional dependencies (Huhtala et
/// al. 1999): lists of rows that agree on the base. A row alone in its cell stays alone whatever
/// is added, so it leaves the lists and only its weight is remembered. Never allocates a counter
/// a cell: the number of configurations may be astronomical.
class RowCounter {
 public:
  explicit RowCounter(const data::Table& table) : table_(table) {}

  void count(const Base& base, std::span<Extension* const> extensions);

 private:
  /// Rows of one cell: rows_[begin, end).
  struct Cell {
    std::uint32_t begin;
    std::uint32_t end;
  };

  void build(const Base& base);
  void start(std::optional<Variable> first);
  void count_alone();
  void refine(Variable variable);
  void divide_by_child(Variable child);
  void sort_by_state(const data::Column& column, Cell cell, std::vector<Cell>& parts);
  void sum(Extension& extension);

  std::uint32_t weight(std::uint32_t row) const {
    return table_.weights() == nullptr ? 1 : table_.weights()[row];
  }

  const data::Table& table_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> sorted_rows_;
  std::vector<Cell> cells_;  ///< of the parents, at least two rows each
  std::vector<Cell> next_cells_;
  std::vector<Cell> parts_;
  std::vector<Cell> child_cells_;          ///< the cells again, divided by the child's state
  std::vector<std::uint32_t> child_ends_;  ///< where each cell's parts end in child_cells_
  std::vector<std::uint32_t> alone_;       ///< weights of rows alone in their cell
  std::vector<std::pair<std::uint32_t, std::uint32_t>> alone_counts_;  ///< (weight, how often)
  std::vector<std::uint32_t> state_counts_;                            ///< zeros between uses
  std::vector<std::uint32_t> margin_counts_;
  std::vector<std::uint32_t> seen_;      ///< states in order of first sight
  std::vector<Variable> order_;          ///< parents by decreasing arity
  std::optional<Variable> kept_parent_;  ///< whose cells these are
  std::vector<std::uint32_t> kept_rows_;
  std::vector<Cell> kept_cells_;
  std::vector<std::uint32_t> kept_alone_;
};

}  // namespace dagwright::scores
