#pragma once

#include <memory>
#include <optional>

#include "dagwright/core/rng.hpp"
#include "dagwright/dag/dag_state.hpp"
#include "dagwright/dag/move.hpp"
#include "dagwright/dag/neighbourhood.hpp"

namespace dagwright::dag {

/// Chooses one move after another, from a start until it ends by itself. Each has a memory of its
/// own.
class Walk {
 public:
  virtual ~Walk() = default;
  /// The next move, or none at the end. The state's gains are fresh.
  virtual std::optional<Move> next(const DagState& state, Rng& rng) = 0;
};

/// The best move as long as one gains.
class Ascent final : public Walk {
 public:
  Ascent(Neighbourhood neighbourhood, std::size_t n_variables)
      : finder_(neighbourhood, n_variables) {}
  std::optional<Move> next(const DagState& state, Rng& rng) override {
    return finder_.best(state, rng);
  }

 private:
  MoveFinder finder_;
};

}  // namespace dagwright::dag
