#pragma once

#include <cstdint>
#include <vector>

#include "dagwright/data/table.hpp"

namespace dagwright::data {

/// The rows of a table, grouped by the joint value of variables that come one at a time.
///
/// A row that is alone in its part stays alone, so it leaves the lists, and a refinement costs no
/// more than the rows that still share a part.
class RowPartition {
 public:
  explicit RowPartition(const Table& table);

  /// Divides every part by the state of one more variable.
  void refine(Variable variable);

  std::size_t parts() const { return shared_.size() + alone_.size(); }
  /// The part of each stored row, numbered from 0.
  std::vector<std::uint32_t> numbers() const;

 private:
  /// Rows of one part: rows_[begin, end).
  struct Part {
    std::uint32_t begin;
    std::uint32_t end;
  };

  template <class Code>
  void divide(Part part, const Code* states, std::vector<Part>& divided);

  const Table& table_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> sorted_;  ///< scratch for one part
  std::vector<Part> shared_;           ///< of two rows at least
  std::vector<std::uint32_t> alone_;
  std::vector<std::uint32_t> places_;  ///< by state; zeros between uses
  std::vector<std::uint32_t> seen_;    ///< states of a part in order of first sight
};

}  // namespace dagwright::data
