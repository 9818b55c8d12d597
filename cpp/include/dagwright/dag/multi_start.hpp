#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/core/trace.hpp"
#include "dagwright/dag/dag_state.hpp"
#include "dagwright/dag/walk.hpp"

namespace dagwright::dag {

/// What a search over DAGs found and did.
struct DagSearchResult {
  ParentLists parents;
  double score;
  Trace trace;
  std::uint64_t iterations = 0;                   ///< moves of all walks
  std::uint64_t walks = 0;                        ///< that ended by themselves
  std::array<std::uint64_t, kMoveKinds> moves{};  ///< by MoveKind
  std::uint64_t random_moves = 0;                 ///< before restarts
  std::vector<Step> longest_chain;                ///< of those made; the first of its length
  std::optional<std::uint64_t> distinct_scores;   ///< families that were scored
  std::uint64_t repairs = 0;                      ///< covered v-structures that were opened
};

/// What distinguishes one search from another.
struct SearchPlan {
  std::optional<std::uint64_t> walks = 1;  ///< none: until a stop rule fires
  std::uint64_t seed = 0;
  unsigned threads = 1;
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
DagSearchResult search_from(DagState start, const SearchPlan& plan, RunControl& control);

}  // namespace dagwright::dag
