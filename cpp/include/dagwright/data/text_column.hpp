#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dagwright/data/code_array.hpp"
#include "dagwright/data/label_index.hpp"
#include "dagwright/data/text_summary.hpp"

namespace dagwright::data {

/// One column of cells as they arrive: coded while its labels are few.
///
/// Coding a column of more than `max_labels` labels would cost far more than its text: a hash table
/// and a string for each row. It becomes numbers if at most kMaxExceptions of its labels are not
/// numbers; these are kept with their rows. Otherwise its cells are only counted. What a column
/// becomes depends on its labels alone, not on their order.
class TextColumn {
 public:
  enum class Storage : std::uint8_t { kCodes, kNumbers, kText };
  static constexpr std::size_t kMaxExceptions = 64;

  explicit TextColumn(std::uint32_t max_labels = LabelIndex::kAbsent, char decimal = '.')
      : max_labels_(max_labels), decimal_(decimal) {}

  /// Code of a short label (see LabelIndex), or LabelIndex::kAbsent: then call `add`.
  std::uint32_t find_short(std::uint64_t key) const { return labels_.find_short(key); }
  std::uint32_t find(std::string_view cell) const { return labels_.find(cell); }

  /// Adds a cell whose code was found.
  void push(std::uint32_t code) { codes_.push(code); }
  /// Adds a number to a column of numbers; it is written in this many bytes.
  void push_number(double value, std::size_t bytes) {
    numbers_.push_back(value);
    number_bytes_ += bytes;
    last_bytes_ = bytes;
  }
  /// Adds a cell that was not found.
  void add(std::string_view cell);
  /// Forgets the last cell, if there is any.
  void take_back();
  /// Drops labels that no cell has, because it was taken back.
  void settle();

  Storage storage() const { return storage_; }
  char decimal() const { return decimal_; }
  /// Codes of all cells; empty unless coded.
  const CodeArray& codes() const { return codes_; }
  /// All cells as numbers, NaN for exceptions; empty unless numbers.
  const std::vector<double>& numbers() const { return numbers_; }
  /// Labels in order of first appearance: of all cells if coded, of the exceptions if numbers.
  const std::vector<std::string>& labels() const { return labels_.labels(); }
  /// The rows of each exception among numbers.
  const std::vector<std::vector<std::int64_t>>& exception_rows() const { return exception_rows_; }
  /// What is known of text.
  const TextSummary& summary() const { return summary_; }

 private:
  void stop_coding();
  void add_to_numbers(std::string_view cell);
  void add_exception(std::string_view cell);
  void stop_numbers();

  std::uint32_t max_labels_;
  char decimal_;
  Storage storage_ = Storage::kCodes;
  LabelIndex labels_;
  CodeArray codes_;
  std::vector<double> numbers_;
  std::uint64_t number_bytes_ = 0;
  std::size_t last_bytes_ = 0;
  std::vector<std::vector<std::int64_t>> exception_rows_;
  TextSummary summary_;
};

}  // namespace dagwright::data
