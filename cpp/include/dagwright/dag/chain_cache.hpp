#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/dag/chain.hpp"
#include "dagwright/dag/dag_state.hpp"
#include "dagwright/dag/move.hpp"

namespace dagwright::dag {

/// The chains that gain, by the target of their first step, as one state goes from move to move.
///
/// A chain that begins at Z passes through cycles on Z, so it reads nothing but families of Z and
/// its descendants: it is looked at again only when one of those changed. It is built again only
/// if the change was to a variable on one of its cycles, or if a new edge may have led to a
/// shorter one.
class ChainCache {
 public:
  explicit ChainCache(std::size_t n_variables) : builder_(n_variables), targets_(n_variables) {}

  /// Calls function(chain) for each. The state's gains must be fresh.
  template <class Function>
  void for_each(const DagState& state, Variable target, Rng& rng, const Function& function) {
    Target& known = targets_[target];
    if (known.stamp != state.stamp(target)) update(state, target, rng);
    for (const std::size_t i : known.gaining) {
      DAGWRIGHT_CHECK_EVERY(64, closes_no_cycle(state, known.chains[i].move));
      function(known.chains[i].move);
    }
  }

 private:
  struct Chain {
    bool is_built = false;
    bool gains = false;
    Move move;
    std::vector<Variable> through;  ///< variables on the cycles that it broke or failed at
    std::vector<Variable> tails;    ///< of the edges that it inserted
    std::size_t changes = 0;        ///< of the state that it has been checked against
  };
  struct Target {
    std::uint64_t stamp = 0;         ///< of the state when it was updated
    std::uint64_t family_stamp = 0;  ///< the same for the target's own family
    std::vector<Chain> chains;       ///< in the order of the steps that gain
    std::vector<std::size_t> gaining;
  };

  void update(const DagState& state, Variable target, Rng& rng);
  void update_row(const DagState& state, const TargetGains& row, Step step, Rng& rng, Target& known,
                  std::size_t& position);
  static bool is_valid(const DagState& state, Variable target, const Chain& chain);
  static bool closes_no_cycle(const DagState& state, const Move& chain);

  ChainBuilder builder_;
  std::vector<Target> targets_;
};

}  // namespace dagwright::dag
