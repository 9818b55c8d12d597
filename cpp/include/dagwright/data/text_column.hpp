#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dagwright/data/code_array.hpp"
#include "dagwright/data/label_index.hpp"

namespace dagwright {

/// What holds for every column of a table of text.
struct ColumnRules {
  std::uint32_t max_labels = LabelIndex::kAbsent;  ///< more labels than this are not kept
  std::vector<std::string> missing;                ///< cells that stand for a missing value
};

/// One column of cells as they arrive: coded while its labels are few.
///
/// A column that gets more than `max_labels` labels is no discrete variable, and coding it would
/// cost far more than its text: a hash table and a string for each row. It becomes numbers if every
/// cell but the first is one (the first may be a header), a missing value being NaN; otherwise
/// nothing is kept but the labels seen up to then, which is what an error message needs.
class TextColumn {
 public:
  enum class Storage { kCodes, kNumbers, kNothing };

  /// Code of a short label (see LabelIndex), or LabelIndex::kAbsent: then call `add`.
  std::uint32_t find_short(std::uint64_t key) const { return labels_.find_short(key); }
  std::uint32_t find(std::string_view cell) const { return labels_.find(cell); }

  /// Adds a cell whose code was found.
  void push(std::uint32_t code) { codes_.push(code); }

  /// Adds a cell that was not found, in this record of the table.
  void add(std::string_view cell, std::uint64_t record, const ColumnRules& rules);

  Storage storage() const { return storage_; }
  /// Codes of all cells; empty unless coded.
  const CodeArray& codes() const { return codes_; }
  /// All cells as numbers; empty unless they are.
  const std::vector<double>& numbers() const { return numbers_; }
  /// Labels in order of first appearance; if not coded, those before that was given up.
  const std::vector<std::string>& labels() const { return labels_.labels(); }
  /// The record in which each label appeared first.
  const std::vector<std::uint64_t>& first_records() const { return first_records_; }
  /// How often each label occurs; empty unless coded.
  std::vector<std::int64_t> counts() const;
  /// Whether the first cell occurs again.
  bool first_recurs() const;

 private:
  void give_up_coding(const ColumnRules& rules);
  void add_number(std::string_view cell, const ColumnRules& rules);

  LabelIndex labels_;
  CodeArray codes_;
  std::vector<double> numbers_;
  std::vector<std::uint64_t> first_records_;
  Storage storage_ = Storage::kCodes;
  bool first_recurs_ = false;  // kept only after coding was given up
};

}  // namespace dagwright
