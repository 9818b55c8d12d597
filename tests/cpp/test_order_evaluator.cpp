#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "dagwright/orders/iterated_descent.hpp"
#include "dagwright/orders/order_evaluator.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

/// The cost of an order from its definition; kImpossible or more if a variable has no set.
std::int64_t naive_cost(const parents::CandidateSets& sets, const std::vector<Variable>& order) {
  std::vector<std::size_t> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  std::int64_t sum = 0;
  for (const Variable v : order) {
    std::int64_t best = kImpossible;
    for (std::size_t set = sets.begin(v); set < sets.end(v); ++set) {
      const auto members = sets.members(set);
      const bool consistent = std::all_of(members.begin(), members.end(), [&](Variable member) {
        return position[member] < position[v];
      });
      if (consistent) best = std::min(best, sets.excess(set));
    }
    sum = std::min(sum + best, kImpossible);
  }
  return sum;
}

std::vector<Variable> moved(std::vector<Variable> order, std::size_t from, std::size_t to) {
  const Variable v = order[from];
  order.erase(order.begin() + static_cast<std::ptrdiff_t>(from));
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(to), v);
  return order;
}

/// The nearest best destination within the radius, right before left.
orders::Insertion naive_best(const std::vector<std::int64_t>& changes, std::size_t at,
                             std::size_t radius) {
  orders::Insertion best{0, at};
  const std::size_t n = changes.size();
  for (std::size_t to = at + 1; to < n && to <= at + radius; ++to) {
    if (changes[to] < best.change) best = {changes[to], to};
  }
  for (std::size_t step = 1; step <= std::min(at, radius); ++step) {
    if (changes[at - step] < best.change) best = {changes[at - step], at - step};
  }
  return best;
}

void check_scans_of(orders::OrderEvaluator& evaluator, const parents::CandidateSets& sets,
                    Variable v, Rng& rng) {
  const std::vector<Variable> order = evaluator.order();
  const std::size_t at = evaluator.position(v);
  const std::int64_t before = evaluator.excess();
  std::vector<std::int64_t> changes(order.size());
  for (std::size_t to = 0; to < order.size(); ++to) {
    const std::int64_t after = naive_cost(sets, moved(order, at, to));
    changes[to] = after >= kImpossible ? kImpossible : after - before;
    const std::int64_t change = evaluator.insertion_change(v, to);
    CHECK(changes[to] == kImpossible ? change >= kImpossible / 2 : change == changes[to]);
  }
  std::vector<orders::ProfileStep> steps;
  evaluator.insertion_profile(v, steps);
  std::vector<std::int64_t> from_steps(order.size(), kImpossible);
  for (const orders::ProfileStep& step : steps) {
    for (std::size_t to = step.first; to <= step.last; ++to) from_steps[to] = step.change;
  }
  CHECK(from_steps == changes);
  for (const std::size_t radius : {order.size(), 1 + rng.below(order.size())}) {
    const orders::Insertion found = evaluator.best_insertion(v, radius);
    const orders::Insertion wanted = naive_best(changes, at, radius);
    CHECK(found.change == wanted.change && found.destination == wanted.destination);
    const orders::Insertion none = evaluator.best_insertion(v, radius, wanted.change);
    CHECK(none.destination == at);
  }
  CHECK(evaluator.order() == order && evaluator.excess() == before);
}

void check_random_walk(std::uint64_t seed, std::size_t n, bool with_required) {
  Rng rng(seed);
  const RandomCandidates candidates(n, 12, 3, rng, with_required);
  const parents::CandidateSets& sets = candidates.get();
  const orders::OrderIndex index(sets);
  orders::OrderEvaluator evaluator(index);
  std::vector<Variable> order(n);
  std::iota(order.begin(), order.end(), Variable{0});
  rng.shuffle(order);
  index.precedence().repair(order);
  evaluator.set_order(order);
  orders::OrderSnapshot snapshot;
  for (int step = 0; step < 60; ++step) {
    CHECK(evaluator.check());
    CHECK(evaluator.excess() == naive_cost(sets, evaluator.order()));
    CHECK(evaluator.score() == sets.relaxed_score() - sets.nats(evaluator.excess()));
    const auto v = static_cast<Variable>(rng.below(n));
    check_scans_of(evaluator, sets, v, rng);
    if (step == 20) evaluator.save(snapshot);
    const std::size_t to = rng.below(n);
    if (evaluator.insertion_change(v, to) < kImpossible / 2) evaluator.insert(v, to);
    if (!with_required) evaluator.exchange(rng.below(n), rng.below(n));
  }
  evaluator.restore(snapshot);
  CHECK(evaluator.order() == snapshot.order);
  CHECK(evaluator.excess() == naive_cost(sets, snapshot.order));
  check_scans_of(evaluator, sets, static_cast<Variable>(rng.below(n)), rng);
}

void check_requirements_are_repaired_stably() {
  // 0 needs 2, 2 needs 3.
  const std::vector<std::int64_t> starts{0, 1, 2, 3, 4};
  const std::vector<double> scores(4, 0.0);
  const std::vector<std::uint32_t> set_starts{0, 1, 1, 2, 2};
  const std::vector<std::uint16_t> members{2, 3};
  const parents::CandidateSets sets({starts, scores, set_starts, members});
  const orders::Precedence precedence(sets);
  std::vector<Variable> order{0, 1, 2, 3};
  precedence.repair(order);
  CHECK((order == std::vector<Variable>{1, 3, 2, 0}));
  precedence.repair(order);
  CHECK((order == std::vector<Variable>{1, 3, 2, 0}));
}

void check_requirements_in_a_circle_are_refused() {
  // 0 needs 2, 2 needs 1, 1 needs 0; 3 needs 0 and is no part of it.
  const std::vector<std::int64_t> starts{0, 1, 2, 3, 4};
  const std::vector<double> scores(4, 0.0);
  const std::vector<std::uint32_t> set_starts{0, 1, 2, 3, 4};
  const std::vector<std::uint16_t> members{2, 0, 1, 0};
  bool refused = false;
  try {
    const orders::Precedence precedence(
        parents::CandidateSets({starts, scores, set_starts, members}));
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

/// What is found costs no more than what was found before, and is a local optimum.
void check_iterated_descent(std::uint64_t seed) {
  Rng rng(seed, {7});
  const RandomCandidates candidates(2 + seed % 9, 12, 3, rng, seed % 2 == 0);
  const orders::OrderIndex index(candidates.get());
  std::vector<Variable> order(index.n_variables());
  std::iota(order.begin(), order.end(), Variable{0});
  rng.shuffle(order);
  index.precedence().repair(order);
  std::int64_t least = naive_cost(candidates.get(), order);
  RunControl control(StopRules{});
  const orders::IteratedDescentOptions options{seed % 4, std::uint64_t{1} << 20, seed};
  const std::vector<Variable> best = orders::iterate_descent(
      index, order, options, control, [&](const std::vector<Variable>& found) {
        const std::int64_t cost = naive_cost(candidates.get(), found);
        CHECK(cost <= least);
        least = cost;
      });
  CHECK(naive_cost(candidates.get(), best) == least);
  orders::OrderEvaluator evaluator(index);
  evaluator.set_order(best);
  for (const Variable v : best) CHECK(evaluator.best_insertion(v, best.size()).change == 0);

  control.request_stop(StopReason::interrupted);
  CHECK(orders::iterate_descent(index, order, options, control) == order);
  RunControl free(StopRules{});
  const orders::IteratedDescentOptions nothing{0, 0, seed};
  CHECK(naive_cost(candidates.get(), orders::iterate_descent(index, order, nothing, free)) <=
        naive_cost(candidates.get(), order));
}

}  // namespace

int main() {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    check_random_walk(seed, 1 + seed % 12, false);
    check_random_walk(seed, 2 + seed % 12, true);
  }
  for (std::uint64_t seed = 0; seed < 200; ++seed) check_iterated_descent(seed);
  check_requirements_are_repaired_stably();
  check_requirements_in_a_circle_are_refused();
}
