#include "dagwright/order/order_evaluator.hpp"

#include <algorithm>

namespace dagwright::order {

OrderEvaluator::OrderEvaluator(const OrderIndex& index)
    : index_(index),
      order_(index.n_variables()),
      position_(index.n_variables()),
      current_(index.n_variables()),
      children_(index.n_variables()) {}

void OrderEvaluator::set_order(std::span<const Variable> order) {
  for (std::size_t i = 0; i < order.size(); ++i) place(i, order[i]);
  for (std::vector<Variable>& children : children_) children.clear();
  excess_ = 0;
  for (const Variable v : order_) {
    current_[v] = first_fitting(index_.begin(v), index_.end(v), position_[v]);
    excess_ += cost(current_[v]);
    link(v);
  }
}

void OrderEvaluator::save(OrderSnapshot& snapshot) const {
  snapshot.order = order_;
  snapshot.current = current_;
  snapshot.excess = excess_;
}

void OrderEvaluator::restore(const OrderSnapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.order.size(); ++i) place(i, snapshot.order[i]);
  for (std::vector<Variable>& children : children_) children.clear();
  current_ = snapshot.current;
  excess_ = snapshot.excess;
  for (const Variable v : order_) link(v);
}

double OrderEvaluator::score() const {
  // Two-sum (Knuth 1969): `rest` collects what each addition rounds away.
  double sum = 0.0;
  double rest = 0.0;
  for (const SetNumber set : current_) {
    const double term = index_.sets().score(set);
    const double next = sum + term;
    const double part = next - sum;
    rest += (sum - (next - part)) + (term - part);
    sum = next;
  }
  return sum + rest;
}

void OrderEvaluator::place(std::size_t position, Variable v) {
  order_[position] = v;
  position_[v] = static_cast<std::int32_t>(position);
}

void OrderEvaluator::link(Variable child) {
  for (const Variable parent : index_.sets().members(current_[child])) {
    children_[parent].push_back(child);
  }
}

void OrderEvaluator::replace_set(Variable child, SetNumber set) {
  if (set == current_[child]) return;
  for (const Variable parent : index_.sets().members(current_[child])) {
    std::vector<Variable>& siblings = children_[parent];
    *std::find(siblings.begin(), siblings.end(), child) = siblings.back();
    siblings.pop_back();
  }
  excess_ += change_to(child, set);
  current_[child] = set;
  link(child);
}

void OrderEvaluator::insert(Variable v, std::size_t destination) {
  const auto to = static_cast<std::int32_t>(destination);
  if (to > position_[v]) move_right(v, to);
  if (to < position_[v]) move_left(v, to);
}

void OrderEvaluator::move_right(Variable v, std::int32_t destination) {
  const std::int32_t from = position_[v];
  touched_.clear();
  for (const Variable child : children_[v]) {
    if (position_[child] <= destination) touched_.push_back(child);
  }
  for (std::int32_t i = from; i < destination; ++i) {
    place(static_cast<std::size_t>(i), order_[static_cast<std::size_t>(i) + 1]);
  }
  place(static_cast<std::size_t>(destination), v);
  for (const Variable child : touched_) {
    replace_set(child, first_fitting(current_[child] + 1, index_.end(child), position_[child]));
  }
  replace_set(v, first_fitting(index_.begin(v), current_[v], destination));
}

void OrderEvaluator::move_left(Variable v, std::int32_t destination) {
  const std::int32_t from = position_[v];
  for (std::int32_t i = from; i > destination; --i) {
    place(static_cast<std::size_t>(i), order_[static_cast<std::size_t>(i) - 1]);
  }
  place(static_cast<std::size_t>(destination), v);
  for (std::size_t pair = index_.first_pair(v); pair < index_.first_pair(v + std::size_t{1});
       ++pair) {
    const Variable child = index_.pair_child(pair);
    const std::int32_t at = position_[child];
    if (at <= destination || at > from || index_.pair_best(pair) >= current_[child]) continue;
    replace_set(child, first_fitting_with(pair, current_[child], at));
  }
  replace_set(v, first_fitting(current_[v], index_.end(v), destination));
}

void OrderEvaluator::exchange(std::size_t one, std::size_t other) {
  const auto [left, right] = std::minmax(one, other);
  if (left == right) return;
  const Variable from_left = order_[left];
  const Variable from_right = order_[right];
  insert(from_left, right);
  insert(from_right, left);
}

}  // namespace dagwright::order
