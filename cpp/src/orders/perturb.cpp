#include "dagwright/orders/perturb.hpp"

#include <cmath>
#include <utility>

namespace dagwright::orders {

std::size_t number_of_exchanges(double share, std::size_t n_variables) {
  return static_cast<std::size_t>(std::ceil(share * static_cast<double>(n_variables)));
}

std::vector<Variable> perturbed(std::vector<Variable> order, std::size_t exchanges,
                                const Precedence& precedence, Rng& rng) {
  for (std::size_t i = 0; i < exchanges; ++i) {
    const std::size_t one = rng.below(order.size());
    const std::size_t other = rng.below(order.size());
    std::swap(order[one], order[other]);
  }
  precedence.repair(order);
  return order;
}

}  // namespace dagwright::orders
