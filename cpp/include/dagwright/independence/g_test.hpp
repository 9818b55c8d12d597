#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/data/table.hpp"

namespace dagwright::independence {

/// How degrees of freedom are counted, configuration by configuration of the conditioning set.
///
/// `occurring`: (states of x that occur there - 1) * (states of y that occur there - 1): a state
/// that never occurs under a configuration cannot deviate there.
/// `effective`: cells that occur - states of x - states of y + 1 (Steck & Jaakkola 2002), in all at
/// least 1 where the other count is: a function of the other variable would leave none.
enum class Degrees : std::uint8_t { occurring, effective };

struct GTest {
  double statistic = 0.0;  ///< G2 = 2 N I(x; y | given)
  std::uint64_t degrees = 0;
  double log_p = 0.0;  ///< of the statistic if x and y were independent
};

/// The cells of a contingency table of these variables, those that stay empty included.
double table_cells(const data::Table& table, std::span<const Variable> variables);

/// Likelihood-ratio tests of conditional independence.
///
/// The rows are grouped by the conditioning set once and the grouping is kept, so tests of many
/// pairs under one set cost a pass over the rows each. One object per thread.
class GTester {
 public:
  explicit GTester(const data::Table& table, Degrees degrees = Degrees::occurring);

  /// `given` has distinct variables other than x and y.
  GTest test(Variable x, Variable y, std::span<const Variable> given);

 private:
  /// What the configurations visited so far add up to.
  struct Sums {
    double half_statistic = 0.0;
    std::uint64_t occurring = 0;
    std::int64_t effective = 0;
  };

  void group_by(std::span<const Variable> given);
  void refine(Variable v);
  void sort_rows();
  double x_log_x(std::uint64_t n) const;
  void add_group(std::size_t first, std::size_t last, Sums& sums);
  std::uint64_t degrees(const Sums& sums) const;

  const data::Table& table_;
  Degrees rule_;
  std::vector<double> x_log_x_;  ///< n ln n for small n
  std::vector<Variable> given_;
  std::vector<std::uint32_t> group_;         ///< by row
  std::vector<std::uint32_t> rows_;          ///< row numbers, group by group; empty: as they are
  std::vector<std::uint32_t> group_starts_;  ///< in rows_, and the end of the last
  std::vector<std::uint32_t> renumbered_;    ///< scratch of refine
  // Of the pair under test, gathered in the order of rows_:
  std::vector<std::uint32_t> cells_;  ///< x * arity of y + y
  std::uint32_t arity_y_ = 1;
  std::vector<std::uint64_t> joint_, margin_x_, margin_y_;  ///< zeros between groups
};

}  // namespace dagwright::independence
