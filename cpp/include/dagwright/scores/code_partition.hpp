#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/data/table.hpp"
#include "dagwright/scores/cell_function.hpp"

namespace dagwright::scores {

/// A partition of the rows of a table as the number of each row's cell.
///
/// While cells are few, rows stand in the order of the table. Later they stand group by group, and
/// only those that share their group with another: a row alone stays alone whatever is added
/// (Huhtala et al. 1999), so that its term of the sum is known. A group is a cell at first; it
/// holds several cells, empty ones too, when variables were added without sorting the rows again.
struct CodePartition {
  bool ready = false;
  bool whole = true;                  ///< all rows, in the order of the table
  std::vector<std::uint32_t> rows;    ///< group by group; unused if `whole`
  std::vector<std::uint32_t> cells;   ///< of rows[i], or of row i if `whole`
  std::vector<std::uint32_t> starts;  ///< places of each group's rows, and their number at the end
  std::size_t n_groups = 1;
  std::size_t group_cells = 1;  ///< cells of a group
  std::int64_t alone = 0;       ///< what the rows left out add to the sum
};

/// Divides such partitions by one more variable, and sums a function over the cells of one more,
/// with the scratch memory of one thread.
class CodePartitioner {
 public:
  CodePartitioner(const data::Table& table, const CellFunction& function);

  /// The cells of `from` divided by the states of the variable.
  void divide(const CodePartition& from, Variable variable, CodePartition& to);

  /// The sum over the cells of the partition divided by the states of the variable.
  std::int64_t sum(const CodePartition& partition, Variable last);

 private:
  void append(const CodePartition& from, const data::Column& column, CodePartition& to);
  const CodePartition& group_by_cell(const CodePartition& partition);
  template <class Work>
  void for_each_block(const CodePartition& partition, const data::Column& column, Work&& work);
  template <class RowOf, class KeyOf>
  void divide_block(std::size_t n_rows, std::size_t n_keys, RowOf row_of, KeyOf key_of,
                    CodePartition& to);
  template <class KeyOf>
  std::int64_t sum_histogram(std::size_t n_keys, std::size_t n_rows, KeyOf key_of);
  template <class KeyOf>
  std::int64_t sum_steps(std::size_t n_keys, std::size_t n_rows, KeyOf key_of);
  template <class RowOf, class KeyOf>
  std::int64_t sum_wide(std::size_t n_keys, std::size_t n_rows, RowOf row_of, KeyOf key_of);

  std::uint32_t weight(std::size_t row) const {
    return table_.weights() == nullptr ? 1 : table_.weights()[row];
  }

  const data::Table& table_;
  const CellFunction& function_;
  std::vector<std::int64_t> steps_;           ///< what the row after n others adds to their cell
  std::vector<std::uint32_t> counts_;         ///< by key; zeros between uses
  std::vector<std::uint16_t> narrow_counts_;  ///< likewise, for so many rows as steps_ knows
  CodePartition sorted_;                      ///< see group_by_cell
};

}  // namespace dagwright::scores
