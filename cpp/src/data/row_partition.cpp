#include "dagwright/data/row_partition.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace dagwright::data {

RowPartition::RowPartition(const Table& table) : table_(table) {
  const auto rows = static_cast<std::uint32_t>(table.stored_rows());
  rows_.resize(rows);
  std::iota(rows_.begin(), rows_.end(), 0U);
  if (rows > 1) {
    shared_.push_back({0, rows});
  } else {
    alone_ = rows_;
  }
}

void RowPartition::refine(Variable variable) {
  if (variable >= table_.n_variables()) throw std::invalid_argument("no such variable");
  const Column& column = table_.column(variable);
  if (places_.size() < column.arity) places_.resize(column.arity, 0);
  std::vector<Part> divided;
  visit_codes(column, [&](const auto* states) {
    for (const Part part : shared_) divide(part, states, divided);
  });
  shared_.clear();
  for (const Part part : divided) {
    if (part.end - part.begin > 1) {
      shared_.push_back(part);
    } else {
      alone_.push_back(rows_[part.begin]);
    }
  }
}

/// Counting sort of the rows of one part; costs its rows, not the variable's arity.
template <class Code>
void RowPartition::divide(Part part, const Code* states, std::vector<Part>& divided) {
  seen_.clear();
  for (std::uint32_t i = part.begin; i < part.end; ++i) {
    const std::uint32_t state = states[rows_[i]];
    if (places_[state]++ == 0) seen_.push_back(state);
  }
  std::uint32_t begin = part.begin;
  for (const std::uint32_t state : seen_) {
    divided.push_back({begin, begin + places_[state]});
    places_[state] = begin - part.begin;  // from here on: where its next row goes
    begin = divided.back().end;
  }
  sorted_.resize(part.end - part.begin);
  for (std::uint32_t i = part.begin; i < part.end; ++i) {
    sorted_[places_[states[rows_[i]]]++] = rows_[i];
  }
  std::copy(sorted_.begin(), sorted_.end(), rows_.begin() + part.begin);
  for (const std::uint32_t state : seen_) places_[state] = 0;
}

std::vector<std::uint32_t> RowPartition::numbers() const {
  std::vector<std::uint32_t> numbers(table_.stored_rows());
  std::uint32_t next = 0;
  for (const Part part : shared_) {
    for (std::uint32_t i = part.begin; i < part.end; ++i) numbers[rows_[i]] = next;
    ++next;
  }
  for (const std::uint32_t row : alone_) numbers[row] = next++;
  return numbers;
}

}  // namespace dagwright::data
