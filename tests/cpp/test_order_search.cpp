#include <optional>
#include <string>
#include <utility>

#include "check.hpp"
#include "dagwright/order/iinobs.hpp"
#include "dagwright/order/inobs.hpp"
#include "dagwright/order/minobs.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

/// Runs a search on some threads; there must be enough work for it to use them.
template <class Method, class Options>
order::OrderSearchResult run(const orders::OrderIndex& index, unsigned threads, Method method,
                             const Options& options, StopRules rules = {}) {
  RunControl control(std::move(rules));
  const auto initial = order::make_random_order(index);
  return method({index, *initial, std::nullopt}, options, {.threads = threads}, control);
}

template <class Method, class Options>
void check_threads_do_not_matter(const orders::OrderIndex& index, Method method,
                                 const Options& options) {
  for (const auto limit : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(500)}) {
    StopRules rules;
    rules.iterations = limit;
    const order::OrderSearchResult one = run(index, 1, method, options, rules);
    const order::OrderSearchResult three = run(index, 3, method, options, rules);
    CHECK(one.order == three.order);
    CHECK(one.iterations == three.iterations);
    CHECK(one.trace.size() == three.trace.size());
    CHECK(!limit || one.iterations <= *limit);
  }
}

/// Goes on from the last state after every so many iterations, on other numbers of threads.
template <class Method, class Options>
void check_interruptions_do_not_matter(const orders::OrderIndex& index, Method method,
                                       const Options& options) {
  order::OrderSearchResult whole = run(index, 1, method, options);
  const auto initial = order::make_random_order(index);
  std::string state;
  order::OrderSearchResult last;
  bool is_done = false;
  for (std::uint64_t limit = 100; !is_done; limit += 300) {
    StopRules rules;
    rules.iterations = limit;
    RunControl control(rules);
    const auto save = [&](const std::string& saved, std::uint64_t, double) {
      state = saved;
      return false;
    };
    control.keep_checkpoints({save, 0.0, state, 0.0});
    const Resources resources{.threads = static_cast<unsigned>(1 + limit / 100 % 3)};
    last = method({index, *initial, std::nullopt}, options, resources, control);
    is_done = control.reason() == StopReason::completed;
  }
  CHECK(!state.empty());
  CHECK(last.order == whole.order);
  CHECK(last.counters["orders_evaluated"] == whole.counters["orders_evaluated"]);
  CHECK(last.trace.size() == whole.trace.size());
}

}  // namespace

int main() {
  Rng rng(1);
  const RandomCandidates candidates(60, 60, 3, rng, true);
  const orders::OrderIndex index(candidates.get());
  const order::InobsOptions climbs{
      .improvement = order::Improvement::hybrid, .radius = 60, .restarts = 40};
  check_threads_do_not_matter(index, order::inobs, climbs);
  check_interruptions_do_not_matter(index, order::inobs, climbs);
  const order::IinobsOptions runs{.perturbation = 0.03,
                                  .leeway = 0.00005,
                                  .soft_restart = 22,
                                  .hard_restart = 100,
                                  .restart_rule = order::RestartRule::code,
                                  .restarts = 4};
  check_threads_do_not_matter(index, order::iinobs, runs);
  check_interruptions_do_not_matter(index, order::iinobs, runs);
  const order::MinobsOptions evolution{.population = 20,
                                       .crossover = order::Crossover::order_based,
                                       .crossovers = 20,
                                       .mutations = 6,
                                       .mutation_power = 0.01,
                                       .diversify_after = 32,
                                       .diversify_below = 0.001,
                                       .keep = 4,
                                       .islands = 2,
                                       .migrate_every = 2,
                                       .generations = 5};
  check_threads_do_not_matter(index, order::minobs, evolution);
  check_interruptions_do_not_matter(index, order::minobs, evolution);
}
