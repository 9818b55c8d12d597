#include "dagwright/data/text_column.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "dagwright/data/number.hpp"

namespace dagwright::data {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

template <typename Visitor>
void for_each_code(const CodeArray& codes, const Visitor& visit) {
  for (const auto code : codes.bytes()) visit(code);
  for (const auto code : codes.halves()) visit(code);
  for (const auto code : codes.words()) visit(code);
}

}  // namespace

void TextColumn::add(std::string_view cell) {
  if (storage_ == Storage::kCodes) {
    if (labels().size() < max_labels_) {
      codes_.push(labels_.insert(cell));
      return;
    }
    stop_coding();
  }
  if (storage_ == Storage::kNumbers) {
    add_to_numbers(cell);
  } else {
    summary_.add(cell, parse_number(cell, decimal_).has_value());
  }
}

// The labels seen so far, and the cell that is one too many, decide between numbers and text.
void TextColumn::stop_coding() {
  const std::vector<std::string> seen = labels();
  const CodeArray codes = std::exchange(codes_, CodeArray());
  labels_ = LabelIndex();
  std::vector<double> values;
  std::size_t exceptions = 0;
  for (const std::string& label : seen) {
    values.push_back(parse_number(label, decimal_).value_or(kNone));
    exceptions += static_cast<std::size_t>(std::isnan(values.back()));
  }
  if (exceptions > kMaxExceptions) {
    storage_ = Storage::kText;
    const std::vector<std::int64_t> counts = codes.counts(seen.size());
    for (std::size_t code = 0; code < seen.size(); ++code) {
      summary_.add(seen[code], !std::isnan(values[code]), static_cast<std::uint64_t>(counts[code]));
    }
    return;
  }
  storage_ = Storage::kNumbers;
  for_each_code(codes, [&](std::uint32_t code) {
    if (std::isnan(values[code])) {
      add_exception(seen[code]);
    } else {
      push_number(values[code], seen[code].size());
    }
  });
}

void TextColumn::add_to_numbers(std::string_view cell) {
  if (const std::optional<double> value = parse_number(cell, decimal_)) {
    push_number(*value, cell.size());
  } else {
    add_exception(cell);
  }
}

void TextColumn::add_exception(std::string_view cell) {
  std::uint32_t code = labels_.find(cell);
  if (code == LabelIndex::kAbsent) {
    if (labels().size() == kMaxExceptions) {
      stop_numbers();
      summary_.add(cell, false);
      return;
    }
    code = labels_.insert(cell);
    exception_rows_.emplace_back();
  }
  exception_rows_[code].push_back(static_cast<std::int64_t>(numbers_.size()));
  numbers_.push_back(kNone);
}

void TextColumn::stop_numbers() {
  storage_ = Storage::kText;
  std::uint64_t others = 0;
  for (std::size_t code = 0; code < labels().size(); ++code) {
    summary_.add(labels()[code], false, exception_rows_[code].size());
    others += exception_rows_[code].size();
  }
  summary_.add_numbers(numbers_.size() - others, number_bytes_);
  labels_ = LabelIndex();
  std::vector<std::vector<std::int64_t>>().swap(exception_rows_);
  std::vector<double>().swap(numbers_);
}

void TextColumn::take_back() {
  if (storage_ == Storage::kCodes) {
    codes_.pop();
  } else if (storage_ == Storage::kText) {
    summary_.take_back();
  } else {
    const auto row = static_cast<std::int64_t>(numbers_.size()) - 1;
    if (!std::isnan(numbers_.back())) number_bytes_ -= last_bytes_;
    numbers_.pop_back();
    for (auto& rows : exception_rows_) {
      if (!rows.empty() && rows.back() == row) rows.pop_back();
    }
  }
}

void TextColumn::settle() {
  if (storage_ != Storage::kCodes) return;
  const std::vector<std::int64_t> counts = codes_.counts(labels().size());
  if (std::find(counts.begin(), counts.end(), 0) == counts.end()) return;
  const LabelIndex old = std::exchange(labels_, LabelIndex());
  const CodeArray old_codes = std::exchange(codes_, CodeArray());
  std::vector<std::uint32_t> code_of;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    code_of.push_back(counts[code] == 0 ? 0 : labels_.insert(old.labels()[code]));
  }
  for_each_code(old_codes, [&](std::uint32_t code) { codes_.push(code_of[code]); });
}

}  // namespace dagwright::data
