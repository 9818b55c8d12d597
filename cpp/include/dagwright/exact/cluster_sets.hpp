#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright::exact {

/// Sets that are looked at between two looks at the clock: some milliseconds.
inline constexpr std::size_t kWorkAtOnce = std::size_t{1} << 20;

/// What a choice of multipliers proves.
struct Pricing {
  std::int64_t bound = 0;             ///< no acyclic choice of sets has less excess
  std::vector<std::int64_t> minimum;  ///< by child: the least reduced cost of its allowed sets
  std::vector<std::int64_t> reduced;  ///< by set
};

/// A sparse 0-1 matrix by rows: row r has ones at entries[starts[r]] .. entries[starts[r + 1]].
struct SparseRows {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int64_t> entries;
};

/// Candidate parent sets as bit rows, and what clusters say about them.
///
/// A cluster is a set C of variables. In an acyclic network the first variable of C in any order
/// has no parents in C, so at least one child of C takes a set disjoint from C (Jaakkola, Sontag,
/// Globerson & Meila 2010). With a multiplier l_C >= 0 for each such inequality, the excess of
/// every acyclic choice is at least
///
///     sum_C l_C + sum_i min_S (excess_i(S) - sum {l_C : i in C, S and C disjoint}).
///
/// Excesses and multipliers are whole numbers of a small unit, so the bound has no rounding error,
/// whatever a linear programming solver did to find the multipliers.
class ClusterSets {
 public:
  /// Arrays as in ParentSets, with the excess, 0 to 2^60, in place of the score.
  ClusterSets(std::span<const std::int64_t> child_starts, std::span<const std::int64_t> excess,
              std::span<const std::uint32_t> set_starts, std::span<const std::uint16_t> members);

  std::size_t n_variables() const { return child_starts_.size() - 1; }
  std::size_t n_sets() const { return excess_.size(); }
  /// 64-bit words a cluster or a set takes.
  std::size_t words() const { return words_; }
  /// The sets of a child are first_set(child) up to last_set(child), which is not one of them.
  std::size_t first_set(std::size_t child) const {
    return static_cast<std::size_t>(child_starts_[child]);
  }
  std::size_t last_set(std::size_t child) const { return first_set(child + 1); }
  std::int64_t excess(std::size_t set) const { return excess_[set]; }
  std::size_t child(std::size_t set) const { return child_[set]; }
  std::span<const std::uint64_t> mask(std::size_t set) const {
    return {masks_.data() + set * words_, words_};
  }

  /// Evaluates the formula above, with smaller multipliers if sums of them could overflow; negative
  /// ones count as zero. `clusters` holds words() words each; only sets with `allowed` count for
  /// the bound (all if it is empty). A child without an allowed set has the largest minimum there
  /// is, and so has the bound.
  Pricing price(std::span<const std::uint64_t> clusters, std::span<const std::int64_t> multipliers,
                std::span<const std::uint8_t> allowed) const;

  /// Which of the columns (sets) appear in the inequality of each cluster, as positions in
  /// `columns`.
  SparseRows rows(std::span<const std::uint64_t> clusters,
                  std::span<const std::int64_t> columns) const;

  /// In which of the clusters' inequalities each of the columns appears.
  SparseRows appearances(std::span<const std::uint64_t> clusters,
                         std::span<const std::int64_t> columns) const;

  /// Drops allowed sets that would close a cycle with parents that all allowed sets of a child have
  /// in common, until nothing changes. Returns false if a child has no allowed set left.
  bool propagate(std::span<std::uint8_t> allowed) const;

  /// The strong component of each variable, if those in its allowed sets lead to it. Components
  /// that lead to others have smaller numbers.
  std::vector<std::int64_t> components(std::span<const std::uint8_t> allowed) const;

 private:
  std::size_t words_;
  std::vector<std::int64_t> child_starts_;
  std::vector<std::int64_t> excess_;
  std::vector<std::uint16_t> child_;
  std::vector<std::uint64_t> masks_;
};

}  // namespace dagwright::exact
