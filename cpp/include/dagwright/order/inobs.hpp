#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "dagwright/order/annealing.hpp"
#include "dagwright/order/descent.hpp"
#include "dagwright/order/order_search.hpp"
#include "dagwright/order/tabu_insertions.hpp"

namespace dagwright::order {

/// How a climb goes from its initial order to better ones.
using Walk = std::variant<Improvement, AnnealingOptions, TabuOptions>;

struct InobsOptions {
  Walk improvement;
  std::optional<std::size_t> radius;      ///< most places that an insertion moves a variable
  std::optional<std::uint64_t> restarts;  ///< climbs; none: until a stop rule fires
};

/// Insertion-based search (S2, section 3): independent climbs from initial orders.
OrderSearchResult inobs(const Inputs& inputs, const InobsOptions& options,
                        const Resources& resources, RunControl& control);

}  // namespace dagwright::order
