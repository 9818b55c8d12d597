#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "dagwright/order/annealing.hpp"
#include "dagwright/order/descent.hpp"
#include "dagwright/order/order_search.hpp"
#include "dagwright/order/starter.hpp"
#include "dagwright/order/tabu_insertions.hpp"

namespace dagwright::order {

/// How a climb goes from its initial order to better ones.
using Walk = std::variant<Improvement, AnnealingOptions, TabuOptions>;

struct InobsOptions {
  Walk walk = Improvement::hybrid;
  std::size_t radius = 0;                     ///< most places that an insertion moves a variable
  std::optional<std::uint64_t> restarts = 1;  ///< climbs; none: until a stop rule fires
  std::uint64_t seed = 0;
};

/// Insertion-based search (S2, section 3): independent climbs from initial orders.
void inobs(OrderSearch& search, const Starter& starter, const InobsOptions& options);

}  // namespace dagwright::order
