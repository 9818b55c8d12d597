#include "dagwright/order/starter.hpp"

#include <chrono>

namespace dagwright::order {

void Starter::begin(WorkItem& item, std::uint64_t number, Rng& rng) const {
  if (number == 0 && given_) {
    std::vector<Variable> order = *given_;
    item.index().precedence().repair(order);
    item.begin_at(order);
    return;
  }
  const auto began = std::chrono::steady_clock::now();
  const std::vector<Variable> order = initial_.make(rng);
  const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - began;
  item.counters().initial_nanoseconds += static_cast<std::uint64_t>(took.count());
  ++item.counters().restarts;
  item.begin_at(order);
}

}  // namespace dagwright::order
