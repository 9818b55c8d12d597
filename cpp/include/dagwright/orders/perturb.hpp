#pragma once

#include <cstddef>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/orders/precedence.hpp"

namespace dagwright::orders {

/// How many exchanges a share of the variables stands for: rounded up.
std::size_t number_of_exchanges(double share, std::size_t n_variables);

/// An order after exchanges of the variables at two random positions, which may be the same one
/// (S2's code), repaired.
std::vector<Variable> perturbed(std::vector<Variable> order, std::size_t exchanges,
                                const Precedence& precedence, Rng& rng);

}  // namespace dagwright::orders
