#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/dag/ancestors.hpp"
#include "dagwright/dag/gains_cache.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright {

enum class MoveKind { add, remove, reverse };

/// One edge added, removed or turned round; `from -> to` is the edge as it is before the move
/// (after it, for an addition).
struct Move {
  MoveKind kind;
  Variable from;
  Variable to;
  double gain;
};

/// A DAG, the gains of all its moves, and its ancestors: the state of a climb.
class Climb {
 public:
  /// The gains are not known yet: refresh() looks them up or computes them.
  Climb(const ScoreOracle& oracle, const Rules& rules, GainsCache& cache, ParentLists start);

  const ParentLists& parents() const { return parents_; }
  /// Sum of the local scores in the order of the variables: a function of the DAG alone.
  double total() const;

  /// Computes the stale gains of one variable, or does nothing.
  void refresh(Variable v);
  void refresh();

  /// The best move that gains, drawn at random among those that tie; none at a local optimum.
  std::optional<Move> best_move(Rng& rng) const;

  /// A feasible move drawn at random without regard to its gain, if a few tries find one.
  std::optional<Move> random_move(Rng& rng) const;

  /// Carries the move out; the gains of its targets become stale.
  void apply(const Move& move);

 private:
  bool may_add(Variable from, Variable to) const;
  bool may_remove(Variable from, Variable to) const { return !rules_->required.test(to, from); }
  bool may_reverse(Variable from, Variable to) const;
  void insert_parent(Variable from, Variable to);
  void erase_parent(Variable from, Variable to);
  std::shared_ptr<const TargetGains> compute_gains(Variable v) const;

  const ScoreOracle* oracle_;
  const Rules* rules_;
  GainsCache* cache_;
  ParentLists parents_;
  Ancestors ancestors_;
  std::vector<double> scores_;
  std::vector<std::shared_ptr<const TargetGains>> gains_;  ///< null: stale
};

}  // namespace dagwright
