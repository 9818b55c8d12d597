#include <algorithm>

#include "dagwright/order/initial_order.hpp"

namespace dagwright::order {
namespace {

class GreedyOrder final : public InitialOrder {
 public:
  GreedyOrder(const orders::OrderIndex& index, std::size_t choices)
      : InitialOrder(index), choices_(choices) {}

 private:
  std::vector<Variable> draw(Rng& rng) const override {
    const std::size_t n = index().n_variables();
    std::vector<bool> placed(n, false);
    std::vector<orders::SetNumber> current(n);
    std::vector<Variable> left(n);
    for (std::size_t v = 0; v < n; ++v) {
      left[v] = static_cast<Variable>(v);
      current[v] = first_within(left[v], index().begin(left[v]), placed);
    }
    const auto cheaper = [&](Variable a, Variable b) {
      const std::int64_t difference = cost(a, current[a]) - cost(b, current[b]);
      return difference != 0 ? difference < 0 : a < b;
    };
    std::vector<Variable> order;
    while (!left.empty()) {
      const std::size_t eligible = std::min(choices_, left.size());
      std::nth_element(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(eligible) - 1,
                       left.end(), cheaper);
      std::sort(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(eligible), cheaper);
      const std::size_t drawn = rng.below(eligible);
      const Variable v = left[drawn];
      left[drawn] = left.back();
      left.pop_back();
      order.push_back(v);
      placed[v] = true;
      improve_children(v, placed, current);
    }
    return order;
  }

  /// A variable without a set yet (its required parents are not placed) costs more than all others.
  std::int64_t cost(Variable v, orders::SetNumber set) const {
    return set == index().end(v) ? std::int64_t{1} << 61 : index().sets().excess(set);
  }

  orders::SetNumber first_within(Variable v, orders::SetNumber set,
                                 const std::vector<bool>& placed) const {
    while (set < index().end(v) && !is_within(set, placed)) ++set;
    return set;
  }

  bool is_within(orders::SetNumber set, const std::vector<bool>& placed) const {
    const auto members = index().sets().members(set);
    return std::all_of(members.begin(), members.end(), [&](Variable m) { return placed[m]; });
  }

  void improve_children(Variable v, const std::vector<bool>& placed,
                        std::vector<orders::SetNumber>& current) const {
    for (std::size_t pair = index().first_pair(v); pair < index().first_pair(v + std::size_t{1});
         ++pair) {
      const Variable child = index().pair_child(pair);
      if (placed[child]) continue;
      for (const orders::SetNumber set : index().pair_sets(pair)) {
        if (set >= current[child]) break;
        if (is_within(set, placed)) current[child] = set;
      }
    }
  }

  std::size_t choices_;
};

}  // namespace

std::unique_ptr<InitialOrder> make_greedy_order(const orders::OrderIndex& index,
                                                std::size_t choices) {
  return std::make_unique<GreedyOrder>(index, choices);
}

}  // namespace dagwright::order
