#include "dagwright/orders/order_evaluator.hpp"

#include <algorithm>

#include "dagwright/core/assert.hpp"

namespace dagwright::orders {

OrderEvaluator::OrderEvaluator(const OrderIndex& index)
    : index_(index),
      order_(index.n_variables()),
      position_(index.n_variables()),
      current_(index.n_variables()),
      children_(index.n_variables()) {}

void OrderEvaluator::set_order(std::span<const Variable> order) {
  DAGWRIGHT_ASSERT(order.size() == n_variables());
  for (std::size_t i = 0; i < order.size(); ++i) place(i, order[i]);
  for (std::size_t i = 0; i < order.size(); ++i) DAGWRIGHT_ASSERT(position(order[i]) == i);
  for (std::vector<Variable>& children : children_) children.clear();
  excess_ = 0;
  for (const Variable v : order_) {
    current_[v] = first_fitting(index_.begin(v), index_.end(v), position_[v]);
    DAGWRIGHT_ASSERT(current_[v] < index_.end(v));
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
  DAGWRIGHT_CHECK_EVERY(16, check());
}

bool OrderEvaluator::check() const {
  std::vector<Variable> variables = order_;
  std::sort(variables.begin(), variables.end());
  std::vector<std::vector<Variable>> children(n_variables());
  std::int64_t excess = 0;
  for (std::size_t i = 0; i < n_variables(); ++i) {
    const Variable v = order_[i];
    if (variables[i] != i || position(v) != i) return false;
    const SetNumber best = first_fitting(index_.begin(v), index_.end(v), position_[v]);
    if (best == index_.end(v) || best != current_[v]) return false;
    excess += cost(best);
    for (const Variable parent : index_.sets().members(best)) children[parent].push_back(v);
  }
  for (std::size_t v = 0; v < n_variables(); ++v) {
    std::vector<Variable> known = children_[v];
    std::sort(known.begin(), known.end());
    std::sort(children[v].begin(), children[v].end());
    if (known != children[v]) return false;
  }
  return excess == excess_;
}

/// Whether an insertion changes the cost by what is said of it.
bool OrderEvaluator::foretells(Variable v, std::size_t destination) const {
  OrderEvaluator moved(*this);
  const std::int64_t change = moved.insertion_change(v, destination);
  std::vector<Variable> order = order_;
  order.erase(order.begin() + position_[v]);
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(destination), v);
  moved.set_order(order);
  return moved.excess_ == excess_ + change;
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
  DAGWRIGHT_ASSERT(index_.begin(child) <= set && set < index_.end(child));
  for (const Variable parent : index_.sets().members(current_[child])) {
    std::vector<Variable>& siblings = children_[parent];
    const auto place = std::find(siblings.begin(), siblings.end(), child);
    DAGWRIGHT_ASSERT(place != siblings.end());
    *place = siblings.back();
    siblings.pop_back();
  }
  excess_ += change_to(child, set);
  current_[child] = set;
  link(child);
}

void OrderEvaluator::insert(Variable v, std::size_t destination) {
  DAGWRIGHT_ASSERT(v < n_variables() && destination < n_variables());
  DAGWRIGHT_CHECK_EVERY(64 + n_variables(), foretells(v, destination));
  const auto to = static_cast<std::int32_t>(destination);
  if (to > position_[v]) move_right(v, to);
  if (to < position_[v]) move_left(v, to);
  DAGWRIGHT_CHECK_EVERY(64 + n_variables(), check());
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

}  // namespace dagwright::orders
