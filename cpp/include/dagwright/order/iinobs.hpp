#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/order/order_search.hpp"

namespace dagwright::order {

/// When a run of iterated search gives up (S2's text and S2's code differ).
enum class RestartRule : int {
  code,   ///< after soft_restart rejections in a row, or hard_restart acceptances
  paper,  ///< after soft_restart local optima without a new best, or hard_restart perturbations
};

struct IinobsOptions {
  double perturbation;  ///< exchanges, as a share of the number of variables
  double leeway;        ///< how much worse an accepted local optimum may be, relatively
  std::uint64_t soft_restart;
  std::uint64_t hard_restart;
  RestartRule restart_rule;
  std::optional<std::uint64_t> restarts;  ///< runs; none: until a stop rule fires
};

/// Iterated insertion-based search (S2, section 4): perturb, descend, accept what is not much
/// worse; begin again from a fresh order when it no longer leads anywhere. Runs are work items.
OrderSearchResult iinobs(const Inputs& inputs, const IinobsOptions& options,
                         const Resources& resources, RunControl& control);

}  // namespace dagwright::order
