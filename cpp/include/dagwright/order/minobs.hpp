#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "dagwright/order/crossover.hpp"
#include "dagwright/order/order_search.hpp"

namespace dagwright::order {

struct MinobsOptions {
  std::size_t population;
  Crossover crossover;
  std::size_t crossovers;
  std::size_t mutations;
  double mutation_power;        ///< exchanges, as a share of the number of variables
  std::size_t diversify_after;  ///< generations
  double diversify_below;       ///< relative change of the mean cost
  std::size_t keep;             ///< members that survive a diversification
  std::size_t islands;
  std::size_t migrate_every;                 ///< generations
  std::optional<std::uint64_t> generations;  ///< none: until a stop rule fires
};

/// Memetic insertion-based search (S2, section 5): a population of local optima; each generation
/// descends from crossovers and mutations of its members and keeps the best.
///
/// Offspring are the work items: all those of a generation, of all islands, run on threads. With
/// several islands the best member of each replaces the worst of the next one, in a ring, every
/// so many generations.
OrderSearchResult minobs(const Inputs& inputs, const MinobsOptions& options,
                         const Resources& resources, RunControl& control);

}  // namespace dagwright::order
