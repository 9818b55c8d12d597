#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/dag/ancestors.hpp"
#include "dagwright/dag/move.hpp"
#include "dagwright/dag/move_scorer.hpp"

namespace dagwright::dag {

struct EdgeChange {
  Variable from;
  Variable to;
  bool added;
};

/// A DAG, what its moves score, and its ancestors: the state of every search over DAGs.
class DagState {
 public:
  /// With `narrows`, a parent that once gained nothing is not considered for that variable again
  /// (Gámez, Mateo & Puerta 2011). The gains are not known before refresh().
  DagState(const MoveScorer& scorer, ParentLists start, bool narrows = false);

  const MoveScorer& scorer() const { return *scorer_; }
  const Rules& rules() const { return scorer_->rules(); }
  const ParentLists& parents() const { return parents_; }
  std::span<const Variable> parents(Variable v) const { return parents_[v]; }
  std::span<const Variable> children(Variable v) const { return children_[v]; }
  const Ancestors& ancestors() const { return ancestors_; }
  double score(Variable v) const { return scores_[v]; }
  /// Sum of the local scores in the order of the variables: a function of the DAG alone.
  double total() const;

  /// Computes the gains of one variable if they are stale.
  /// False if the run had to end first: then gains are missing, and moves must not be asked for.
  bool refresh(Variable v);
  bool refresh();

  /// What additions to the parents of v score.
  const TargetGains& additions(Variable v) const { return *rows_[v].present; }
  /// The same without the i-th parent: what swaps of that parent score.
  const TargetGains& swaps(Variable v, std::size_t i) const { return *rows_[v].without[i]; }
  /// The score of v without its i-th parent.
  double removal(Variable v, std::size_t i) const;
  /// Additions to any parents of v, as this state would consider them.
  std::shared_ptr<const TargetGains> additions_to(Variable v,
                                                  std::span<const Variable> parents) const;

  bool may_add(Variable from, Variable to) const { return ancestors_.can_add(from, to); }
  bool may_remove(Variable from, Variable to) const { return !rules().required.test(to, from); }
  bool may_reverse(Variable from, Variable to) const;
  /// Whether the edge may be removed and the family without it is possible.
  bool can_drop(Variable from, Variable to) const {
    return may_remove(from, to) && is_scored_without(to, from);
  }

  /// A feasible addition, removal or reversal drawn at random without regard to its gain, if a
  /// few tries find one.
  std::optional<Move> random_move(Rng& rng) const;

  /// Differs from what it was if v, or a variable that was or is a descendant of it, got other
  /// parents since.
  std::uint64_t stamp(Variable v) const { return stamps_[v]; }

  std::uint64_t family_stamp(Variable v) const { return family_stamps_[v]; }
  /// All edges that were added or removed (if swaps are made) since the start, or since they were
  /// forgotten.
  std::span<const EdgeChange> changes() const { return changes_; }
  void forget_changes() { changes_.clear(); }

  /// Carries the move out; the gains of its targets become stale.
  void apply(const Move& move);

  /// Whether everything that moves keep up to date equals what the lists of parents give; for tests
  /// and assertions.
  bool check() const;

 private:
  struct Rows {
    std::shared_ptr<const TargetGains> present;  ///< null: stale
    std::vector<std::shared_ptr<const TargetGains>> without;
  };

  /// Whether the family is possible: an oracle gives minus infinity to one that is not.
  bool is_scored_with(Variable v, Variable parent) const;
  bool is_scored_without(Variable v, Variable parent) const;
  void insert_edge(Variable from, Variable to);
  void erase_edge(Variable from, Variable to);
  void rescore(Variable v);
  void stamp_above(Variable v);

  const MoveScorer* scorer_;
  ParentLists parents_;
  std::vector<std::vector<Variable>> children_;
  Ancestors ancestors_;
  std::vector<double> scores_;
  std::vector<Rows> rows_;
  std::uint64_t moves_ = 1;  ///< made so far, and one: a stamp of 0 is never that of a state
  std::vector<std::uint64_t> stamps_;
  std::vector<std::uint64_t> family_stamps_;
  std::vector<EdgeChange> changes_;
  std::optional<BitMatrix> excluded_;
};

}  // namespace dagwright::dag
