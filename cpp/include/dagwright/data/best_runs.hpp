#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dagwright::data {

/// What each run of consecutive cells is worth, for runs from `begin` up to but without `end`.
class RunScores {
 public:
  explicit RunScores(std::size_t cells) : cells_(cells), scores_(cells * cells, 0) {}

  std::size_t cells() const { return cells_; }
  std::int64_t operator()(std::size_t begin, std::size_t end) const {
    return scores_[begin * cells_ + end - 1];
  }
  /// The runs that begin at a cell, the shortest first.
  std::span<std::int64_t> from(std::size_t begin) {
    return std::span(scores_).subspan(begin * cells_ + begin, cells_ - begin);
  }

 private:
  std::size_t cells_;
  std::vector<std::int64_t> scores_;
};

/// Splits all cells into runs whose scores add up to the most, and returns where each begins.
///
/// By dynamic programming over the last run, for each number of runs from `fewest` to `most`.
/// Among equals the fewest runs, then the one whose last run begins first. There are fewer runs
/// where there are fewer cells than `fewest`. Needs at least one cell.
std::vector<std::size_t> best_runs(const RunScores& scores, std::size_t fewest, std::size_t most);

/// What a division into runs that begin at these cells is worth.
std::int64_t add_up_runs(const RunScores& scores, std::span<const std::size_t> starts);

}  // namespace dagwright::data
