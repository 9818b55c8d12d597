#include "dagwright/data/text_column.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "dagwright/data/number.hpp"

namespace dagwright {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

std::optional<double> meaning(std::string_view cell, const ColumnRules& rules) {
  // Missing first: a missing value may be written as a number, such as -9.
  if (std::find(rules.missing.begin(), rules.missing.end(), cell) != rules.missing.end()) {
    return kMissing;
  }
  return parse_number(cell);
}

}  // namespace

void TextColumn::add(std::string_view cell, std::uint64_t record, const ColumnRules& rules) {
  if (storage_ == Storage::kCodes) {
    if (labels().size() < rules.max_labels) {
      codes_.push(labels_.insert(cell));
      first_records_.push_back(record);
      return;
    }
    give_up_coding(rules);
  }
  first_recurs_ = first_recurs_ || cell == labels().front();
  if (storage_ == Storage::kNumbers) add_number(cell, rules);
}

void TextColumn::add_number(std::string_view cell, const ColumnRules& rules) {
  const std::optional<double> value = meaning(cell, rules);
  if (value) {
    numbers_.push_back(*value);
  } else {
    storage_ = Storage::kNothing;
    std::vector<double>().swap(numbers_);
  }
}

void TextColumn::give_up_coding(const ColumnRules& rules) {
  first_recurs_ = first_recurs();
  storage_ = Storage::kNumbers;
  std::vector<double> values;
  for (const std::string& label : labels()) {
    const std::optional<double> value = meaning(label, rules);
    const bool may_be_header = values.empty() && !first_recurs_;
    if (!value && !may_be_header) storage_ = Storage::kNothing;
    values.push_back(value.value_or(kMissing));
  }
  if (storage_ == Storage::kNumbers) {
    const auto copy = [&](const auto& codes) {
      for (const auto code : codes) numbers_.push_back(values[code]);
    };
    copy(codes_.bytes());
    copy(codes_.halves());
    copy(codes_.words());
  }
  codes_ = CodeArray();
  labels_.forget_codes();
}

std::vector<std::int64_t> TextColumn::counts() const {
  if (storage_ != Storage::kCodes) return {};
  return codes_.counts(labels().size());
}

bool TextColumn::first_recurs() const {
  if (storage_ != Storage::kCodes) return first_recurs_;
  const auto again = [](const auto& codes) {
    return codes.size() > 1 && std::find(codes.begin() + 1, codes.end(), 0) != codes.end();
  };
  return again(codes_.bytes()) || again(codes_.halves()) || again(codes_.words());
}

}  // namespace dagwright
