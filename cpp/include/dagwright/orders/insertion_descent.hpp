#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/orders/order_evaluator.hpp"

namespace dagwright::orders {

/// Variables in random order; each goes to its best place, at most `radius` places away, if that is
/// better than where it is (INOBS' hybrid descent, Lee & van Beek 2017). Returns whether it reached
/// a local optimum; it may end before, if `mover`, who makes the moves, says so:
///
///     OrderEvaluator& evaluator();
///     bool may_go_on();                        // before a move
///     void insert(Variable, std::size_t);      // the move
///     bool is_interrupted_after(std::uint64_t orders);  // after a look at this many neighbours
template <class Mover>
bool descend_by_insertion(Mover& mover, std::size_t radius, Rng& rng) {
  OrderEvaluator& evaluator = mover.evaluator();
  std::vector<Variable> pivots(evaluator.n_variables());
  std::iota(pivots.begin(), pivots.end(), Variable{0});
  // A permutation drawn as far as it is needed: the first `untried` have not been drawn.
  for (std::size_t untried = pivots.size(); untried > 0; --untried) {
    std::swap(pivots[rng.below(untried)], pivots[untried - 1]);
    const Variable v = pivots[untried - 1];
    const Insertion best = evaluator.best_insertion(v, radius);
    if (best.change < 0) {
      if (!mover.may_go_on()) return false;
      [[maybe_unused]] const std::int64_t before = evaluator.excess();
      mover.insert(v, best.destination);
      DAGWRIGHT_ASSERT(evaluator.excess() == before + best.change);
      untried = pivots.size() + 1;
    }
    if (mover.is_interrupted_after(evaluator.n_variables() - 1)) return false;
  }
  return true;
}

}  // namespace dagwright::orders
