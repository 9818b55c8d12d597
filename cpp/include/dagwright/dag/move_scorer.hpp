#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/family_counter.hpp"
#include "dagwright/dag/gains_cache.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

struct MoveScorerOptions {
  bool swaps = false;             ///< whether parents are also exchanged
  bool losses = false;            ///< whether moves that lose are looked at too
  std::size_t cache_bytes = 0;    ///< for gains that are met again
  std::size_t counter_bytes = 0;  ///< for counting distinct families; 0: they are not counted
  RunControl* control = nullptr;  ///< ends the scoring of many additions; null: nothing does
};

/// What all searches over DAGs of one run have in common: it knows what every change of every
/// family scores, and which changes the rules allow.
///
/// A swap (X|Y -> Z) needs the additions to Z's parents without X, so a row of additions serves
/// swaps as well.
class MoveScorer {
 public:
  MoveScorer(const scores::ScoreOracle& oracle, Rules rules, const MoveScorerOptions& options)
      : oracle_(&oracle),
        rules_(std::move(rules)),
        options_(options),
        cache_(rules_.allowed.size(), options.cache_bytes),
        families_(options.counter_bytes) {}

  const scores::ScoreOracle& oracle() const { return *oracle_; }
  const Rules& rules() const { return rules_; }
  bool swaps() const { return options_.swaps; }
  std::size_t n_variables() const { return rules_.allowed.size(); }
  std::optional<std::uint64_t> distinct_scores() const { return families_.count(); }

  double score(Variable v, std::span<const Variable> parents) const;

  /// From the cache, or computed; null if the run had to end before that was done.
  std::shared_ptr<const TargetGains> gains(Variable v, std::span<const Variable> parents) const;

  /// The same without the cache; `excluded` parents (a bit each, or null) are not considered.
  std::shared_ptr<const TargetGains> compute(Variable v, std::span<const Variable> parents,
                                             const std::uint64_t* excluded) const;

  /// From now on a variable's new parents must each gain when they are added to its required
  /// parents alone (S4, section 4.3).
  void filter_candidates(unsigned threads, RunControl& control);

 private:
  std::vector<Variable> required_parents(Variable v) const;

  const scores::ScoreOracle* oracle_;
  Rules rules_;
  MoveScorerOptions options_;
  mutable GainsCache cache_;
  mutable FamilyCounter families_;
};

}  // namespace dagwright::dag
