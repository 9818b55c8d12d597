#include "dagwright/independence/g_test.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/portable_math.hpp"
#include "dagwright/independence/chi_square.hpp"

namespace dagwright::independence {
namespace {

constexpr std::size_t kMostTabled = std::size_t{1} << 20;
constexpr std::uint32_t kUnused = UINT32_MAX;

/// Sums n ln n over the counts that are not 0, and clears them; returns how many there were.
template <class XLogX>
std::size_t drain(std::span<std::uint64_t> counts, const XLogX& x_log_x, double& sum) {
  std::size_t occurring = 0;
  for (std::uint64_t& count : counts) {
    if (count == 0) continue;
    sum += x_log_x(count);
    ++occurring;
    count = 0;
  }
  return occurring;
}

}  // namespace

double table_cells(const data::Table& table, std::span<const Variable> variables) {
  double cells = 1.0;
  for (const Variable v : variables) cells *= table.arity(v);
  return cells;
}

GTester::GTester(const data::Table& table, Degrees degrees)
    : table_(table),
      rule_(degrees),
      x_log_x_(std::min<std::size_t>(kMostTabled, table.total_weight() + 1)),
      group_(table.stored_rows(), 0) {
  for (std::size_t n = 2; n < x_log_x_.size(); ++n) {
    x_log_x_[n] = static_cast<double>(n) * portable_log(static_cast<double>(n));
  }
  sort_rows();
}

double GTester::x_log_x(std::uint64_t n) const {
  if (n < x_log_x_.size()) return x_log_x_[n];
  return static_cast<double>(n) * portable_log(static_cast<double>(n));
}

GTest GTester::test(Variable x, Variable y, std::span<const Variable> given) {
  if (!std::equal(given.begin(), given.end(), given_.begin(), given_.end())) group_by(given);
  arity_y_ = table_.arity(y);
  joint_.resize(std::size_t{table_.arity(x)} * arity_y_);
  margin_x_.resize(table_.arity(x));
  margin_y_.resize(arity_y_);
  cells_.resize(table_.stored_rows());
  data::visit_codes(table_.column(x), [&](const auto* xs) {
    data::visit_codes(table_.column(y), [&](const auto* ys) {
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        const std::size_t row = rows_.empty() ? i : rows_[i];
        cells_[i] = xs[row] * arity_y_ + ys[row];
      }
    });
  });
  Sums sums;
  for (std::size_t g = 0; g + 1 < group_starts_.size(); ++g) {
    add_group(group_starts_[g], group_starts_[g + 1], sums);
  }
  DAGWRIGHT_ASSERT(std::all_of(joint_.begin(), joint_.end(), [](auto n) { return n == 0; }));
  DAGWRIGHT_ASSERT(sums.half_statistic >= -1e-9 * x_log_x(table_.total_weight()) - 1e-9);
  GTest test;
  // Rounding may leave a little less than the 0 of exact independence.
  test.statistic = std::max(0.0, 2.0 * sums.half_statistic);
  test.degrees = degrees(sums);
  if (test.degrees > 0) {
    test.log_p = log_chi_square_survival(test.statistic, static_cast<double>(test.degrees));
  }
  return test;
}

/// Adds what the rows of one configuration contribute to G2 / 2 and to the degrees of freedom.
void GTester::add_group(std::size_t first, std::size_t last, Sums& sums) {
  if (last - first == 1) return;  // one distinct row: no state can vary
  const std::uint32_t* weights = table_.weights();
  std::uint64_t total = 0;
  for (std::size_t i = first; i < last; ++i) {
    const std::uint64_t weight =
        weights == nullptr ? 1 : weights[rows_.empty() ? i : std::size_t{rows_[i]}];
    joint_[cells_[i]] += weight;
    total += weight;
  }
  // Few rows in a large table: visit the cells of the rows instead of all cells.
  double joint = 0.0;
  std::int64_t cells = 0;
  const auto add_cell = [&](std::size_t cell) {
    const std::uint64_t count = joint_[cell];
    if (count == 0) return;
    joint += x_log_x(count);
    ++cells;
    margin_x_[cell / arity_y_] += count;
    margin_y_[cell % arity_y_] += count;
    joint_[cell] = 0;
  };
  if (last - first < joint_.size()) {
    for (std::size_t i = first; i < last; ++i) add_cell(cells_[i]);
  } else {
    for (std::size_t cell = 0; cell < joint_.size(); ++cell) add_cell(cell);
  }
  const auto tabled = [this](std::uint64_t n) { return x_log_x(n); };
  double margins = 0.0;
  const std::size_t states_x = drain(margin_x_, tabled, margins);
  const std::size_t states_y = drain(margin_y_, tabled, margins);
  DAGWRIGHT_ASSERT(total > 0 && states_x > 0 && states_y > 0);
  sums.half_statistic += joint - margins + x_log_x(total);
  sums.occurring += (states_x - 1) * (states_y - 1);
  sums.effective += cells - static_cast<std::int64_t>(states_x + states_y) + 1;
}

std::uint64_t GTester::degrees(const Sums& sums) const {
  if (rule_ == Degrees::occurring || sums.occurring == 0) return sums.occurring;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(1, sums.effective));
}

void GTester::group_by(std::span<const Variable> given) {
  // A set that extends the last one by a variable refines its groups; others begin again.
  const bool extends =
      given.size() > given_.size() && std::equal(given_.begin(), given_.end(), given.begin());
  const std::size_t known = extends ? given_.size() : 0;
  if (!extends) {
    std::fill(group_.begin(), group_.end(), 0);
    group_starts_ = {0, static_cast<std::uint32_t>(group_.size())};
  }
  for (const Variable v : given.subspan(known)) refine(v);
  given_.assign(given.begin(), given.end());
  sort_rows();
}

/// Splits every group by the states of v and numbers the new ones in the order of their first row.
void GTester::refine(Variable v) {
  const std::size_t groups = group_starts_.size() - 1;
  const std::size_t arity = table_.arity(v);
  std::uint32_t next = 0;
  data::visit_codes(table_.column(v), [&](const auto* codes) {
    if (groups * arity <= 8 * group_.size() + 1024) {
      renumbered_.assign(groups * arity, kUnused);
      for (std::size_t row = 0; row < group_.size(); ++row) {
        std::uint32_t& number = renumbered_[group_[row] * arity + codes[row]];
        if (number == kUnused) number = next++;
        group_[row] = number;
      }
    } else {
      std::unordered_map<std::uint64_t, std::uint32_t> numbers;
      for (std::size_t row = 0; row < group_.size(); ++row) {
        const auto [place, is_new] =
            numbers.try_emplace(std::uint64_t{group_[row]} * arity + codes[row], next);
        if (is_new) ++next;
        group_[row] = place->second;
      }
    }
  });
  group_starts_.assign(std::size_t{next} + 1, 0);
}

/// Lists the rows group by group (a counting sort).
void GTester::sort_rows() {
  if (given_.empty()) {
    group_starts_ = {0, static_cast<std::uint32_t>(group_.size())};
    rows_.clear();
    return;
  }
  std::fill(group_starts_.begin(), group_starts_.end(), 0);
  for (const std::uint32_t group : group_) ++group_starts_[group + 1];
  std::partial_sum(group_starts_.begin(), group_starts_.end(), group_starts_.begin());
  DAGWRIGHT_ASSERT(group_starts_.back() == group_.size());
  rows_.resize(group_.size());
  std::vector<std::uint32_t>& next = renumbered_;
  next.assign(group_starts_.begin(), group_starts_.end() - 1);
  for (std::size_t row = 0; row < group_.size(); ++row) {
    rows_[next[group_[row]]++] = static_cast<std::uint32_t>(row);
  }
}

}  // namespace dagwright::independence
