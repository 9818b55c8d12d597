#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/order/order_search.hpp"

namespace dagwright::order {

struct AsobsOptions {
  std::optional<std::uint64_t> restarts;  ///< orders; none: until a stop rule fires
};

/// Acyclic selection (Scanagatta, de Campos, Corani & Zaffalon 2015): from the last variable of an
/// order to the first, each takes its best set that closes no cycle with what was taken before, so
/// it may also have parents that come later in the order. The best of many orders is kept.
///
/// The network is then completed by the best sets that its own topological order allows, which are
/// never worse.
OrderSearchResult asobs(const Inputs& inputs, const AsobsOptions& options,
                        const Resources& resources, RunControl& control);

}  // namespace dagwright::order
