#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/dag/chain.hpp"
#include "dagwright/dag/dag_state.hpp"
#include "dagwright/dag/move.hpp"

namespace dagwright {

/// The chains that gain, by the target of their first step, as one state goes from move to move.
///
/// A chain that begins at Z passes through cycles on Z, so it reads nothing but families of Z and
/// its descendants. It stays the same until one of those changes.
class ChainCache {
 public:
  explicit ChainCache(std::size_t n_variables) : builder_(n_variables), entries_(n_variables) {}

  /// The state's gains must be fresh.
  std::span<const Move> chains(const DagState& state, Variable target, Rng& rng);

 private:
  struct Entry {
    std::uint64_t stamp = 0;  ///< of the state when they were built
    std::vector<Move> chains;
  };

  void build(const DagState& state, const TargetGains& row, Step step, Rng& rng,
             std::vector<Move>& chains);

  ChainBuilder builder_;
  std::vector<Entry> entries_;
};

}  // namespace dagwright
