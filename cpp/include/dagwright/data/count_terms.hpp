#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/data/best_runs.hpp"
#include "dagwright/data/joint_states.hpp"

namespace dagwright::data {

/// n ln n in fixed point, so that sums do not depend on their order.
class CountLog {
 public:
  /// For counts up to `total`; sums of `terms` times total ln total have room.
  CountLog(std::uint64_t total, double terms);

  std::int64_t operator()(std::uint64_t count) const {
    return count < table_.size() ? table_[count] : compute(count);
  }
  /// Any other number on the same scale, limited to a quantity that some sixteen of fit together.
  std::int64_t to_fixed_point(double value) const;
  double to_double(std::int64_t value) const;

 private:
  std::int64_t compute(std::uint64_t count) const;

  int bits_ = 0;
  std::vector<std::int64_t> table_;
};

/// How often each joint state of some columns occurs in each cell; zeros are not stored.
class CountTerm {
 public:
  /// `ends[c]` is where the rows of cell c end; no weights: every row counts once.
  CountTerm(int coefficient, const JointStates& joint, std::span<const std::size_t> ends,
            std::span<const std::uint32_t> weights);

  /// The counts of runs of cells that begin at `starts`, the first of which is 0.
  CountTerm merged(std::span<const std::size_t> starts) const;

  /// Adds coefficient times the sum over joint states of n ln n to every run that begins at a cell.
  /// `counts` is room to work in.
  void add_runs_from(std::size_t cell, const CountLog& log, std::vector<std::uint32_t>& counts,
                     std::span<std::int64_t> runs) const;

  std::size_t stored() const { return entries_.size(); }

 private:
  struct Entry {
    std::uint32_t state, count;
  };

  CountTerm(int coefficient, std::uint32_t states) : coefficient_(coefficient), states_(states) {}
  void close_cell(std::vector<std::uint32_t>& counts, std::vector<std::uint32_t>& touched);

  int coefficient_;
  std::uint32_t states_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> begins_{0};  ///< of each cell, and the end
};

}  // namespace dagwright::data
