#include "dagwright/order/precedence.hpp"

#include <functional>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::order {

Precedence::Precedence(const parents::CandidateSets& sets)
    : required_(sets.n_variables()), followers_(sets.n_variables()) {
  for (std::size_t v = 0; v < sets.n_variables(); ++v) {
    const auto child = static_cast<Variable>(v);
    required_[child] = sets.common_members(child);
    for (const Variable parent : required_[child]) followers_[parent].push_back(child);
    if (!required_[child].empty()) empty_ = false;
  }
  std::vector<Variable> order(sets.n_variables());
  std::iota(order.begin(), order.end(), Variable{0});
  repair(order);
  if (order.size() != sets.n_variables()) {
    throw std::invalid_argument("variables require each other in a circle");
  }
}

void Precedence::repair(std::vector<Variable>& order) const {
  if (empty_) return;
  std::vector<std::size_t> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  std::vector<std::size_t> waiting(order.size());
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t v = 0; v < order.size(); ++v) {
    waiting[v] = required_[v].size();
    if (waiting[v] == 0) ready.push(position[v]);
  }
  std::vector<Variable> repaired;
  while (!ready.empty()) {
    const Variable v = order[ready.top()];
    ready.pop();
    repaired.push_back(v);
    for (const Variable child : followers_[v]) {
      DAGWRIGHT_ASSERT(waiting[child] > 0);
      if (--waiting[child] == 0) ready.push(position[child]);
    }
  }
  order = std::move(repaired);
}

}  // namespace dagwright::order
