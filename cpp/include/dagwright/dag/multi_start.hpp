#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "dagwright/core/resources.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/core/search_result.hpp"
#include "dagwright/dag/dag_state.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/dag/walk.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

/// What a search over DAGs works on.
struct Inputs {
  const scores::ScoreOracle& oracle;
  const Rules& rules;
  ParentLists start;
};

struct DagSearchResult : SearchResult {
  std::vector<Step> longest_chain;  ///< of those made; the first of its length
};

/// Counts the families that were scored, if memory sufficed to distinguish them.
inline void note_distinct_scores(DagSearchResult& result, std::optional<std::uint64_t> number) {
  if (number) result.counters["distinct_scores"] = *number;
}

/// What distinguishes one search from another.
struct SearchPlan {
  std::optional<std::uint64_t> restarts = 1;  ///< walks; none: until a stop rule fires
  /// Whether walks begin at the best network so far (else at the start).
  bool iterated = false;
  /// Whether the steps of a move are counted one by one (else as the kind that the move is).
  bool counts_steps = false;
  std::function<std::unique_ptr<Walk>()> make_walk;
  /// Changes where walk `number` begins, and returns how many random moves that took.
  std::function<std::uint64_t(DagState&, std::uint64_t number, Rng&)> scatter;
  /// Of an iterated search: changes the best network when its surroundings are exhausted, and
  /// returns the number of random moves.
  std::function<std::uint64_t(DagState&, Rng&)> shake;
};

/// Walks from a start, in rounds of four that are merged in their order, each with a stream of
/// its own; so the result does not depend on the number of threads.
///
/// In an iterated search the incumbent, from which the walks of a round begin, is replaced between
/// rounds by a local optimum that is at least as good, which lets it wander over score-equivalent
/// networks. After 250 rounds without a better one, the next begin at the best network, shaken.
DagSearchResult search_from(DagState start, const SearchPlan& plan, const Resources& resources,
                            RunControl& control);

}  // namespace dagwright::dag
