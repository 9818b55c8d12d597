#pragma once

#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::order {

enum class Crossover : int { order_based, order_based_by_coins, rank, cycle };

std::vector<Variable> cross(Crossover kind, const std::vector<Variable>& one,
                            const std::vector<Variable>& other, Rng& rng);

/// OB (Syswerda 1991): positions of `one` keep its variables, the others are filled with the rest
/// in the order of `other`. Exactly half of the positions, rounded down (S2's text), or each with
/// probability 1/2 (`by_coins`, S2's code).
std::vector<Variable> cross_order_based(const std::vector<Variable>& one,
                                        const std::vector<Variable>& other, bool by_coins,
                                        Rng& rng);

/// RX (Schiavinotto & Stützle 2004): by the sum of the positions in both, ties at random.
std::vector<Variable> cross_by_rank(const std::vector<Variable>& one,
                                    const std::vector<Variable>& other, Rng& rng);

/// CX (Oliver, Smith & Holland 1987): every position has its variable of one or the other; a coin
/// decides for each cycle of positions that hang together.
std::vector<Variable> cross_cycles(const std::vector<Variable>& one,
                                   const std::vector<Variable>& other, Rng& rng);

}  // namespace dagwright::order
