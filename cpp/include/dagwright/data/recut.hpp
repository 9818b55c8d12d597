#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/data/table.hpp"

namespace dagwright::data {

/// A child of the column that is cut, in the states in force.
struct ChildFamily {
  Column child;
  std::vector<Column> other_parents;
};

/// What cutting a column has to look at: the families that it is in.
struct CutNeighbours {
  std::vector<Column> parents;
  std::vector<ChildFamily> children;
};

/// The column of numbers to cut: the fine cell of each row, kMissingCell for none.
struct CutColumn {
  std::span<const std::uint8_t> codes;
  std::size_t cells = 0;
  std::span<const std::int64_t> weights;  ///< empty: every row counts once
  std::span<const std::size_t> current;   ///< where its runs begin now, without the first
};

struct CutRules {
  double penalty = 0;  ///< for each free parameter
  std::size_t fewest = 2;
  std::size_t most = 16;
  /// With more cells than this, runs of groups of cells are found first; then their ends move, by
  /// smaller and smaller steps.
  std::size_t most_candidates = 255;
  unsigned threads = 1;
};

struct NewCuts {
  std::vector<std::size_t> starts;  ///< where runs of fine cells begin, without the first
  double gain = 0;                  ///< over the cuts before
};

/// Cuts a column so that it tells as much about its neighbours in a network as pays for itself.
///
/// Maximises over divisions of the fine cells into runs what
///
///   log-likelihood of the families - penalty * parameters - sum over runs of N_run ln N_run
///
/// depends on. Values inside a run follow the column's own counts: a cut pays for dependence
/// only. This is a sum over runs (N. Friedman, M. Goldszmidt: Discretizing continuous attributes
/// while learning Bayesian networks, ICML 1996): for one run, with j joint states of the parents,
/// z of a child's other parents and y states of the child,
///
///   sum_j n_j ln n_j - n ln n + sum_children (sum_zy n_zy ln n_zy - sum_z n_z ln n_z)
///     - penalty * (q_parents + sum_children q_z (r_y - 1))
///
/// so the best division is found by dynamic programming. Rows without a value take no part.
/// The result does not depend on the order of the rows or on the number of threads. The cuts stay
/// as they are unless others are better, or they leave a run empty or are fewer or more than the
/// rules allow.
NewCuts recut(const CutColumn& column, const CutNeighbours& neighbours, const CutRules& rules);

/// Cuts a column into runs of fine cells that weigh about the same: of all divisions into `runs`
/// runs (or one for each cell that weighs anything) the one of greatest entropy.
std::vector<std::size_t> equal_runs(std::span<const std::uint64_t> weights, std::size_t runs);

}  // namespace dagwright::data
