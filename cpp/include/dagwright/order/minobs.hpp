#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "dagwright/order/crossover.hpp"
#include "dagwright/order/order_search.hpp"
#include "dagwright/order/starter.hpp"

namespace dagwright::order {

struct MinobsOptions {
  std::size_t population = 20;
  Crossover crossover = Crossover::order_based;
  std::size_t crossovers = 20;
  std::size_t mutations = 6;
  double mutation_power = 0.01;      ///< exchanges, as a share of the number of variables
  std::size_t diversify_after = 32;  ///< generations
  double diversify_below = 0.001;    ///< relative change of the mean cost
  std::size_t keep = 4;              ///< members that survive a diversification
  std::size_t islands = 1;
  std::size_t migrate_every = 10;            ///< generations
  std::optional<std::uint64_t> generations;  ///< none: until a stop rule fires
  std::uint64_t seed = 0;
};

/// Memetic insertion-based search (S2, section 5): a population of local optima; each generation
/// descends from crossovers and mutations of its members and keeps the best.
///
/// Offspring are the work items: all those of a generation, of all islands, run on threads. With
/// several islands the best member of each replaces the worst of the next one, in a ring, every
/// so many generations.
void minobs(OrderSearch& search, const Starter& starter, const MinobsOptions& options);

}  // namespace dagwright::order
