#include <numeric>

#include "dagwright/order/initial_order.hpp"

namespace dagwright::order {
namespace {

class RandomOrder final : public InitialOrder {
 public:
  using InitialOrder::InitialOrder;

 private:
  std::vector<Variable> draw(Rng& rng) const override {
    std::vector<Variable> order(index().n_variables());
    std::iota(order.begin(), order.end(), Variable{0});
    rng.shuffle(order);
    return order;
  }
};

}  // namespace

std::vector<Variable> InitialOrder::make(Rng& rng) const {
  std::vector<Variable> order = draw(rng);
  index_.precedence().repair(order);
  return order;
}

std::unique_ptr<InitialOrder> make_random_order(const orders::OrderIndex& index) {
  return std::make_unique<RandomOrder>(index);
}

}  // namespace dagwright::order
