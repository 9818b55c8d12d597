#include "dagwright/scores/code_counter.hpp"

#include <algorithm>
#include <numeric>

#include "dagwright/core/assert.hpp"

namespace dagwright::scores {
namespace {

template <class Code, class Value>
void add_rows(const Code* codes, const Value* values, std::size_t rows,
              const std::uint32_t* weights, std::uint32_t arity, std::uint32_t* counts) {
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t cell = std::size_t{codes[row]} * arity + values[row];
    counts[cell] += weights == nullptr ? 1 : weights[row];
  }
}

}  // namespace

void CodeCounter::count(const Base& base, std::span<Extension* const> extensions) {
  build_codes(base);
  const auto base_cells = static_cast<std::size_t>(base.cells());
  for (Extension* extension : extensions) {
    counts_.assign(base_cells * extension->arity, 0);
    fill_histogram(*extension);
    DAGWRIGHT_CHECK_EVERY(16, std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}) ==
                                  table_.total_weight());
    sum_cells(counts_, base.child_arity, *extension);
  }
}

void CodeCounter::build_codes(const Base& base) {
  narrow_ = base.cells() <= 65536.0 && table_.column(base.child).bytes == 1;
  for (const Variable parent : base.parents) {
    narrow_ = narrow_ && table_.column(parent).bytes == 1;
  }
  if (narrow_) {
    narrow_codes_.assign(table_.stored_rows(), 0);
  } else {
    wide_codes_.assign(table_.stored_rows(), 0);
  }
  for (const Variable parent : base.parents) append(parent);
  append(base.child);
}

void CodeCounter::append(Variable variable) {
  const data::Column& column = table_.column(variable);
  if (column.arity == 1) return;
  if (narrow_) {
    kernels_.append_code(narrow_codes_.data(), static_cast<const std::uint8_t*>(column.codes),
                         table_.stored_rows(), column.arity);
    return;
  }
  data::visit_codes(column, [&](const auto* values) {
    for (std::size_t row = 0; row < wide_codes_.size(); ++row) {
      wide_codes_[row] = wide_codes_[row] * column.arity + values[row];
    }
  });
}

void CodeCounter::fill_histogram(const Extension& extension) {
  const data::Column& column = table_.column(extension.parent);
  const std::size_t rows = table_.stored_rows();
  if (narrow_ && column.bytes == 1) {
    if (scratch_.size() < 3 * counts_.size()) scratch_.resize(3 * counts_.size(), 0);
    kernels_.histogram(narrow_codes_.data(), static_cast<const std::uint8_t*>(column.codes), rows,
                       table_.weights(), column.arity, counts_.data(), counts_.size(),
                       scratch_.data());
    return;
  }
  data::visit_codes(column, [&](const auto* values) {
    if (narrow_) {
      add_rows(narrow_codes_.data(), values, rows, table_.weights(), column.arity, counts_.data());
    } else {
      add_rows(wide_codes_.data(), values, rows, table_.weights(), column.arity, counts_.data());
    }
  });
}

}  // namespace dagwright::scores
