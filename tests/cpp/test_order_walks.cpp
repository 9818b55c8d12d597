// Every search over orders and every way to walk: networks as good as brute force allows, the same
// on any number of threads, however often a run is interrupted.

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "brute_force.hpp"
#include "check.hpp"
#include "dagwright/order/asobs.hpp"
#include "dagwright/order/iinobs.hpp"
#include "dagwright/order/inobs.hpp"
#include "dagwright/order/minobs.hpp"
#include "dagwright/order/obs.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

using Method =
    std::function<order::OrderSearchResult(const order::Inputs&, const Resources&, RunControl&)>;

/// A search with its options.
template <class Search, class Options>
Method with(Search search, const Options& options) {
  return [=](const order::Inputs& inputs, const Resources& resources, RunControl& control) {
    return search(inputs, options, resources, control);
  };
}

Method asobs() {
  return with(order::asobs, order::AsobsOptions{.restarts = 60});
}

Method obs(std::optional<std::size_t> tabu) {
  return with(order::obs, order::ObsOptions{.restarts = 60, .max_iterations = 500, .tabu = tabu});
}

Method inobs(const order::Walk& walk) {
  return with(order::inobs, order::InobsOptions{.improvement = walk, .radius = 20, .restarts = 30});
}

Method iinobs(order::RestartRule rule) {
  return with(order::iinobs, order::IinobsOptions{.perturbation = 0.2,
                                                  .leeway = 0.00005,
                                                  .soft_restart = 8,
                                                  .hard_restart = 100,
                                                  .restart_rule = rule,
                                                  .restarts = 8});
}

Method minobs(order::Crossover crossover) {
  return with(order::minobs, order::MinobsOptions{.population = 8,
                                                  .crossover = crossover,
                                                  .crossovers = 6,
                                                  .mutations = 4,
                                                  .mutation_power = 0.01,
                                                  .diversify_after = 2,
                                                  .diversify_below = 0.001,
                                                  .keep = 2,
                                                  .islands = 2,
                                                  .migrate_every = 2,
                                                  .generations = 6});
}

std::vector<Method> methods() {
  std::vector<Method> all{asobs(), obs({}), obs(5), iinobs(order::RestartRule::code),
                          iinobs(order::RestartRule::paper)};
  for (const auto improvement :
       {order::Improvement::hybrid, order::Improvement::best, order::Improvement::first}) {
    all.push_back(inobs(improvement));
  }
  all.push_back(inobs(order::AnnealingOptions{8.0, 0.5, 0.7}));
  all.push_back(inobs(order::TabuOptions{3, 12}));
  for (const auto crossover :
       {order::Crossover::order_based, order::Crossover::order_based_by_coins,
        order::Crossover::rank, order::Crossover::cycle}) {
    all.push_back(minobs(crossover));
  }
  return all;
}

order::OrderSearchResult run(const orders::OrderIndex& index, const Method& method,
                             unsigned threads, const StopRules& rules = {},
                             std::string* state = nullptr, bool* is_done = nullptr) {
  RunControl control(rules);
  if (state != nullptr) {
    const auto save = [state](const std::string& saved, std::uint64_t, double) {
      *state = saved;
      return false;
    };
    control.keep_checkpoints({save, 0.0, *state, 0.0});
  }
  const auto initial = order::make_random_order(index);
  order::OrderSearchResult result =
      method({index, *initial, std::nullopt}, {.seed = 4, .threads = threads}, control);
  if (is_done != nullptr) *is_done = control.reason() == StopReason::completed;
  return result;
}

/// The score of the sets that a result names; they are listed, and form no cycle.
double score_of(const parents::CandidateSets& sets, const order::OrderSearchResult& result) {
  CHECK(is_acyclic(result.parents));
  double sum = 0.0;
  for (std::size_t v = 0; v < result.parents.size(); ++v) {
    const auto child = static_cast<Variable>(v);
    std::size_t set = sets.begin(child);
    while (!std::ranges::equal(sets.members(set), result.parents[v])) {
      CHECK(++set < sets.end(child));
    }
    sum += sets.score(set);
  }
  return sum;
}

void small_problems_are_solved() {
  Rng rng(91);
  std::size_t problems = 0, solved = 0;
  for (int round = 0; round < 12; ++round) {
    const RandomCandidates candidates(1 + rng.below(6), 10, 3, rng, round % 3 == 0);
    const parents::CandidateSets& sets = candidates.get();
    const orders::OrderIndex index(sets);
    const auto best = static_cast<double>(BruteForce(sets).best());
    for (const Method& method : methods()) {
      const order::OrderSearchResult result = run(index, method, 2);
      const double score = score_of(sets, result);
      CHECK(std::abs(score - result.trace.back().score) < 1e-9 && score <= best + 1e-9);
      ++problems;
      solved += score > best - 1e-9 ? 1 : 0;
    }
  }
  // Not a promise of any of them, but with that many restarts a miss is rare.
  CHECK(20 * solved >= 19 * problems);
}

void threads_and_interruptions_do_not_matter() {
  Rng rng(92);
  const RandomCandidates candidates(24, 25, 3, rng, true);
  const orders::OrderIndex index(candidates.get());
  for (const Method& method : methods()) {
    order::OrderSearchResult whole = run(index, method, 1);
    CHECK(score_of(candidates.get(), whole) == whole.trace.back().score);
    const order::OrderSearchResult shared = run(index, method, 3);
    CHECK(whole.order == shared.order);
    CHECK(whole.iterations == shared.iterations);
    std::string state;
    order::OrderSearchResult last;
    StopRules rules;
    bool is_done = false;
    for (rules.iterations = 50; !is_done; rules.iterations = 2 * *rules.iterations) {
      last = run(index, method, 2, rules, &state, &is_done);
    }
    CHECK(!state.empty());
    CHECK(last.order == whole.order);
    CHECK(last.counters["orders_evaluated"] == whole.counters["orders_evaluated"]);
    rules.iterations.reset();
    rules.stop_at_check = 30;
    const order::OrderSearchResult stopped = run(index, method, 3, rules);
    if (!stopped.order.empty()) score_of(candidates.get(), stopped);
  }
}

}  // namespace

int main() {
  small_problems_are_solved();
  threads_and_interruptions_do_not_matter();
}
