#include "dagwright/orders/precedence.hpp"

#include <numeric>
#include <stdexcept>

namespace dagwright::orders {

Precedence::Precedence(const parents::CandidateSets& sets) : required_(sets.n_variables()) {
  for (std::size_t v = 0; v < sets.n_variables(); ++v) {
    const auto child = static_cast<Variable>(v);
    required_[child] = sets.common_members(child);
    if (!required_[child].empty()) empty_ = false;
  }
  followers_ = reversed(required_);
  std::vector<Variable> order(sets.n_variables());
  std::iota(order.begin(), order.end(), Variable{0});
  repair(order);
  if (order.size() != sets.n_variables()) {
    throw std::invalid_argument("variables require each other in a circle");
  }
}

void Precedence::repair(std::vector<Variable>& order) const {
  if (empty_) return;
  order = topological_order(required_, followers_, order);
}

}  // namespace dagwright::orders
