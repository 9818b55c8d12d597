#pragma once

#include <cstdint>
#include <span>

#include "dagwright/core/graph.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::scores {

/// Where searches in the space of DAGs get local scores from: data and a score, a list of
/// candidate parent sets, or a function of the user's. Safe to call from several threads.
class ScoreOracle {
 public:
  virtual ~ScoreOracle() = default;

  virtual std::size_t n_variables() const = 0;

  /// Local score of `child` with these distinct parents, in ascending order; higher is better.
  virtual double score(Variable child, std::span<const Variable> parents) const = 0;

  /// scores[i] = score of `child` with parents + candidates[i]. A score that provably is not
  /// above `floor` may be replaced by minus infinity, which saves its counting.
  virtual void score_additions(Variable child, std::span<const Variable> parents,
                               std::span<const Variable> candidates, double floor,
                               std::span<double> scores) const;

  /// No set of parents, of any size, gives `child` a higher score than this.
  virtual double upper_bound(Variable child) const = 0;

  /// Whether several threads gain anything (a Python function takes one caller at a time).
  virtual bool is_parallel() const { return true; }

  /// How many additions to score between two looks at the clock: some ten milliseconds of work.
  virtual std::size_t additions_at_once() const { return kMostAtOnce; }

 protected:
  static constexpr std::size_t kMostAtOnce = 4096;
};

/// Sum of the local scores in the order of the variables.
double total_score(const ScoreOracle& oracle, const ParentLists& parents);

/// score_additions() with looks at the clock in between. Returns how many of the candidates were
/// scored, from the first one on: not all of them if the run has to end.
std::size_t score_additions_until(const ScoreOracle& oracle, Variable child,
                                  std::span<const Variable> parents,
                                  std::span<const Variable> candidates, double floor,
                                  std::span<double> scores, RunControl& control);

}  // namespace dagwright::scores
