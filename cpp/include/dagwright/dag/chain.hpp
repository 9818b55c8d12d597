#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/dag/dag_state.hpp"
#include "dagwright/dag/move.hpp"

namespace dagwright::dag {

/// Completes an addition or a swap that closes cycles: S4, Algorithm 2 (ADD*, SWAP*).
///
/// As long as there is a cycle, a shortest one is broken by the deletion in it that loses least,
/// or, if that would lose all of the gain, by the best swap of one of its edges for one from a
/// variable that no cycle has passed through. The edge of the first step is never touched again.
/// It works beside the state, which stays as it is; the gain is that of the whole chain.
class ChainBuilder {
 public:
  explicit ChainBuilder(std::size_t n_variables) : seen_(n_variables), used_(n_variables, 0) {}

  /// The chain that begins with this move, which gains, if it still gains without cycles.
  std::optional<Move> close(const DagState& state, Move move, Rng& rng);

  /// Of the last chain: the variables on its cycles, and where the edges that it inserted begin.
  const std::vector<Variable>& through() const { return through_; }
  const std::vector<Variable>& tails() const { return tails_; }

 private:
  using Edge = std::pair<Variable, Variable>;  ///< from, to
  using Cycle = std::vector<Variable>;         ///< each variable a parent of the next, cyclically

  /// A family as the chain has changed it.
  struct Family {
    Variable child;
    std::vector<Variable> parents;
    double score;
  };
  struct Seen {
    std::uint32_t search = 0;  ///< in which it was met; 0: never
    std::uint32_t distance = 0;
    std::uint32_t ways = 0;  ///< equally short ones
    Variable before = 0;
  };
  /// The way to break a cycle that is best so far.
  struct Repair {
    Step step{};
    double score = 0.0;  ///< of the family afterwards
    double gain = 0.0;
    double slack = 0.0;
    std::uint64_t ties = 0;
  };

  bool find_shortest_cycle();
  bool find_path(Variable from, Variable to, std::size_t longest);
  bool leads_on(Variable v, Variable goal) const;
  bool is_erased(Variable from, Variable to) const;
  void consider(Repair& best, const Step& step, double score);
  /// Calls visit(from, to) for each edge of the cycle that the chain may remove.
  template <class Visit>
  void for_each_removable_edge(const Visit& visit) const;
  /// Of a parent of a family that the chain has not changed.
  std::size_t place_of(Variable from, Variable to) const;
  Repair best_deletion();
  Repair best_swap();
  void carry_out(const Step& step, double score);
  const Family* changed(Variable v) const;
  std::span<const Variable> parents(Variable v) const;
  double score(Variable v) const;

  const DagState* state_ = nullptr;
  Rng* rng_ = nullptr;
  Move move_;
  Cycle cycle_;
  std::vector<Family> families_;
  std::vector<Edge> inserted_;
  std::vector<Edge> erased_;
  std::vector<Variable> through_;
  std::vector<Variable> tails_;
  std::vector<Variable> queue_;
  std::vector<Seen> seen_;
  std::uint32_t searches_ = 0;
  std::vector<std::uint32_t> used_;  ///< in which chain a cycle passed through the variable
  std::uint32_t chains_ = 0;
};

}  // namespace dagwright::dag
