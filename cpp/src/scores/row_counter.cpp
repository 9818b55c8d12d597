#include "dagwright/scores/row_counter.hpp"

#include <algorithm>
#include <numeric>

#include "dagwright/core/assert.hpp"

namespace dagwright::scores {

namespace {

bool are_zero(const std::vector<std::uint32_t>& counts) {
  return std::all_of(counts.begin(), counts.end(), [](std::uint32_t count) { return count == 0; });
}

}  // namespace

void RowCounter::count(const Base& base, std::span<Extension* const> extensions) {
  build(base);
  for (Extension* extension : extensions) sum(*extension);
  DAGWRIGHT_CHECK_EVERY(16, are_zero(state_counts_) && are_zero(margin_counts_));
}

void RowCounter::build(const Base& base) {
  std::uint32_t max_arity = 1;
  for (std::size_t v = 0; v < table_.n_variables(); ++v) {
    max_arity = std::max(max_arity, table_.arity(static_cast<Variable>(v)));
  }
  state_counts_.resize(max_arity, 0);
  margin_counts_.resize(max_arity, 0);
  order_.assign(base.parents.begin(), base.parents.end());
  std::stable_sort(order_.begin(), order_.end(),
                   [this](Variable a, Variable b) { return table_.arity(a) > table_.arity(b); });
  start(order_.empty() ? std::nullopt : std::optional<Variable>(order_.front()));
  for (std::size_t i = 1; i < order_.size(); ++i) refine(order_[i]);
  divide_by_child(base.child);
  count_alone();
}

/// The parent of most states comes first: it leaves the fewest rows that share a cell. Searches ask
/// for many families of one such parent, so its cells are kept.
void RowCounter::start(std::optional<Variable> first) {
  if (first && first == kept_parent_) {
    rows_ = kept_rows_;
    cells_ = kept_cells_;
    alone_ = kept_alone_;
    return;
  }
  const auto rows = static_cast<std::uint32_t>(table_.stored_rows());
  rows_.resize(rows);
  std::iota(rows_.begin(), rows_.end(), 0U);
  sorted_rows_.resize(rows);
  cells_.assign(1, {0, rows});
  alone_.clear();
  if (!first) return;
  refine(*first);
  kept_parent_ = first;
  kept_rows_ = rows_;
  kept_cells_ = cells_;
  kept_alone_ = alone_;
}

void RowCounter::count_alone() {
  alone_counts_.clear();
  if (table_.weights() == nullptr) {
    if (!alone_.empty()) alone_counts_.emplace_back(1, static_cast<std::uint32_t>(alone_.size()));
    return;
  }
  std::sort(alone_.begin(), alone_.end());
  for (const std::uint32_t weight : alone_) {
    if (alone_counts_.empty() || alone_counts_.back().first != weight) {
      alone_counts_.emplace_back(weight, 0);
    }
    ++alone_counts_.back().second;
  }
}

/// Counting sort of the rows of one cell; costs its rows, not the variable's arity.
void RowCounter::sort_by_state(const data::Column& column, Cell cell, std::vector<Cell>& parts) {
  data::visit_codes(column, [&](const auto* states) {
    seen_.clear();
    for (std::uint32_t i = cell.begin; i < cell.end; ++i) {
      const std::uint32_t state = states[rows_[i]];
      if (state_counts_[state]++ == 0) seen_.push_back(state);
    }
    std::uint32_t begin = cell.begin;
    for (const std::uint32_t state : seen_) {
      const std::uint32_t size = state_counts_[state];
      parts.push_back({begin, begin + size});
      state_counts_[state] = begin;  // from here on: where the next row of this state goes
      begin += size;
    }
    DAGWRIGHT_ASSERT(begin == cell.end);
    for (std::uint32_t i = cell.begin; i < cell.end; ++i) {
      sorted_rows_[state_counts_[states[rows_[i]]]++] = rows_[i];
    }
    for (const std::uint32_t state : seen_) state_counts_[state] = 0;
  });
  std::copy(sorted_rows_.begin() + cell.begin, sorted_rows_.begin() + cell.end,
            rows_.begin() + cell.begin);
}

void RowCounter::refine(Variable variable) {
  const data::Column& column = table_.column(variable);
  next_cells_.clear();
  for (const Cell cell : cells_) {
    parts_.clear();
    sort_by_state(column, cell, parts_);
    for (const Cell part : parts_) {
      if (part.end - part.begin > 1) {
        next_cells_.push_back(part);
      } else {
        alone_.push_back(weight(rows_[part.begin]));
      }
    }
  }
  cells_.swap(next_cells_);
}

void RowCounter::divide_by_child(Variable child) {
  child_cells_.clear();
  child_ends_.clear();
  for (const Cell cell : cells_) {
    sort_by_state(table_.column(child), cell, child_cells_);
    child_ends_.push_back(static_cast<std::uint32_t>(child_cells_.size()));
  }
}

void RowCounter::sum(Extension& extension) {
  const CellFunction& joint = *extension.joint_function;
  const CellFunction& margin = *extension.margin_function;
  extension.joint = 0;
  extension.margin = 0;
  extension.occupied = 0;
  for (const auto& [weight, times] : alone_counts_) {
    extension.joint += times * joint(weight);
    extension.margin += times * margin(weight);
    extension.occupied += times;
  }
  data::visit_codes(table_.column(extension.parent), [&](const auto* states) {
    std::size_t part = 0;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      for (; part < child_ends_[c]; ++part) {
        const Cell cell = child_cells_[part];
        for (std::uint32_t i = cell.begin; i < cell.end; ++i) {
          state_counts_[states[rows_[i]]] += weight(rows_[i]);
        }
        for (std::uint32_t i = cell.begin; i < cell.end; ++i) {
          std::uint32_t& count = state_counts_[states[rows_[i]]];
          if (count == 0) continue;  // its state was summed at an earlier row
          extension.joint += joint(count);
          ++extension.occupied;
          margin_counts_[states[rows_[i]]] += count;
          count = 0;
        }
      }
      for (std::uint32_t i = cells_[c].begin; i < cells_[c].end; ++i) {
        std::uint32_t& count = margin_counts_[states[rows_[i]]];
        if (count == 0) continue;
        extension.margin += margin(count);
        count = 0;
      }
    }
  });
}

}  // namespace dagwright::scores
