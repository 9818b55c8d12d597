#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dagwright/order/initial_order.hpp"
#include "dagwright/order/work_item.hpp"

namespace dagwright::order {

/// Where work items begin: the first one at the user's order, if there is one, the others at fresh
/// initial orders.
class Starter {
 public:
  Starter(const InitialOrder& initial, std::optional<std::vector<Variable>> given)
      : initial_(initial), given_(std::move(given)) {}

  void begin(WorkItem& item, std::uint64_t number, Rng& rng) const;

 private:
  const InitialOrder& initial_;
  std::optional<std::vector<Variable>> given_;
};

}  // namespace dagwright::order
