#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/parents/atoms.hpp"
#include "dagwright/parents/likelihood_rules.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::parents {

/// The variable whose sets of parents are wanted, and which parents it must and may have.
struct ChildTask {
  ChildTask(Variable child_variable, std::vector<Variable> required_parents,
            std::vector<Variable> candidate_parents, std::size_t most_parents)
      : child(child_variable),
        required(std::move(required_parents)),
        candidates(std::move(candidate_parents)),
        max_parents(most_parents) {}

  Variable child;
  std::vector<Variable> required;    ///< ascending
  std::vector<Variable> candidates;  ///< ascending, without the required ones
  std::size_t max_parents;
};

/// The exact pruning rules, each on its own switch (names P1-P5 as in the documentation).
struct PruningRules {
  bool likelihood;  ///< P1
  bool in_degree;   ///< P2
  bool entropy;     ///< P3
  bool cells;       ///< P4
  bool atoms;       ///< P5
};

/// A set of parents that was scored: what its supersets are judged by.
struct ScoredFamily {
  double score;
  double best;            ///< the best score of it and its known subsets
  double ceiling;         ///< no strict superset scores above this
  double configurations;  ///< of the parents, required ones included
  /// Sum of n ln n over the configurations that occur, for a penalised likelihood; else 0.
  std::int64_t set_function;
};

/// Scores sets of parents of one child and bounds their supersets.
///
/// Sets are given without the required parents, which belong to every set. All comparisons are
/// between sets that contain them, so the rules stay exact.
class FamilyScorer {
 public:
  FamilyScorer(const scores::ScoreOracle& oracle, const ChildTask& task, const PruningRules& rules);

  /// The family of the required parents alone.
  ScoredFamily root();

  /// Whether set + extra, and with it all its supersets, is useless by P1, P2 or P3, judged by
  /// the `family` of the set and by `best`, the best score of any known subset of set + extra.
  bool useless(const ScoredFamily& family, Variable extra, double best) const;

  /// Whether more can be said of set + extra once its set function is known.
  bool wants_set_functions() const { return penalised_ && rules_.entropy; }
  /// functions[i] = the set function of set + extras[i], counted if need be.
  void set_functions(std::span<const Variable> set, std::span<const Variable> extras,
                     std::span<std::int64_t> functions);
  /// P3 with the smaller entropy: whether `extra`, given the set, varies too little to explain
  /// what it costs. `together` is the set function of set + extra, `family` that of the set.
  bool varies_too_little(const ScoredFamily& family, Variable extra, std::int64_t together) const;

  /// Scores set + extra for each of `extras`; `bests` are the best scores of their subsets.
  void score(std::span<const Variable> set, const ScoredFamily& family,
             std::span<const Variable> extras, std::span<const double> bests,
             std::span<ScoredFamily> families);

  /// How many extras to score between two looks at the clock.
  std::size_t at_once() const { return oracle_.additions_at_once(); }

  /// Whether no strict superset can beat what is known.
  bool superset_is_useless(const ScoredFamily& family) const;

  /// Log-likelihood part of a score, for a penalised likelihood; otherwise the score itself.
  double likelihood(const ScoredFamily& family) const {
    return family.score + penalty(family.configurations);
  }
  /// Nothing for scores without one.
  double penalty(double configurations) const { return likelihood_rules_.penalty(configurations); }
  /// P1 to P3 as they stand after root(); of use for a penalised likelihood only.
  const LikelihoodRules& likelihood_rules() const { return likelihood_rules_; }
  double arity(Variable v) const { return arities_[v]; }

  /// The set with the required parents, ascending.
  std::vector<Variable> whole_set(std::span<const Variable> set) const;
  /// Upper bound for the child whatever its parents.
  double upper_bound() const { return oracle_.upper_bound(task_.child); }

 private:
  double ceiling(std::span<const Variable> whole, double configurations, std::int64_t occupied,
                 double best);
  bool atoms_are_worthwhile();

  const scores::ScoreOracle& oracle_;
  /// Null: a function of the user's, nothing but dominance applies.
  const scores::LocalScores* scores_;
  const ChildTask& task_;
  PruningRules rules_;
  bool penalised_ = false;
  bool bdeu_ = false;
  LikelihoodRules likelihood_rules_;
  std::vector<double> arities_;  ///< 1 where nothing is known
  double child_arity_ = 2;
  std::unique_ptr<Atoms> atoms_;
  std::uint64_t atoms_tried_ = 0;
  std::uint64_t atoms_pruned_ = 0;
  std::uint64_t atoms_declined_ = 0;
  std::vector<Variable> whole_;
  std::vector<double> batch_scores_;
  std::vector<std::int64_t> batch_cells_;
};

}  // namespace dagwright::parents
