#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings.hpp"
#include "dagwright/order/asobs.hpp"
#include "dagwright/order/iinobs.hpp"
#include "dagwright/order/initial_order.hpp"
#include "dagwright/order/inobs.hpp"
#include "dagwright/order/minobs.hpp"
#include "dagwright/order/obs.hpp"
#include "dagwright/orders/iterated_descent.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using Order = std::vector<Variable>;

/// What every search takes besides its own options.
struct OrderRun {
  const orders::OrderIndex& index;
  const order::InitialOrder& initial;
  std::optional<Order> start;
  RunControl& control;
  unsigned threads;
};

/// Runs `method(search, starter, options)` without the GIL.
template <class Method, class Options>
order::OrderSearchResult search(const OrderRun& run, Method method, const Options& options) {
  const WithoutPython no_lock;
  order::OrderSearch search(run.index, run.threads, run.control);
  method(search, order::Starter(run.initial, run.start), options);
  return search.take_result();
}

nb::dict to_dict(const order::OrderCounters& counters) {
  nb::dict names;
  names["iterations"] = counters.iterations;
  names["orders_evaluated"] = counters.orders_evaluated;
  names["local_optima"] = counters.local_optima;
  names["insertions"] = counters.insertions;
  names["adjacent_swaps"] = counters.adjacent_swaps;
  names["exchanges"] = counters.exchanges;
  names["restarts"] = counters.restarts;
  names["crossovers"] = counters.crossovers;
  names["generations"] = counters.generations;
  names["diversifications"] = counters.diversifications;
  names["migrations"] = counters.migrations;
  names["initial_microseconds"] = counters.initial_nanoseconds / 1000;
  return names;
}

Order improve_order(const orders::OrderIndex& index, Order order, std::uint64_t kicks,
                    std::uint64_t most_evaluated, std::uint64_t seed, RunControl& control) {
  check_order(order, index.n_variables());
  const WithoutPython no_lock;
  return orders::iterate_descent(index, std::move(order), {kicks, most_evaluated, seed}, control);
}

void bind_evaluator(nb::module_& m) {
  nb::class_<orders::OrderEvaluator>(m, "OrderEvaluator", "One order and the best sets it allows.")
      .def(nb::init<const orders::OrderIndex&>(), "index"_a, nb::keep_alive<1, 2>())
      .def(
          "set_order",
          [](orders::OrderEvaluator& self, Order order) {
            check_order(order, self.index().n_variables());
            self.index().precedence().repair(order);
            self.set_order(order);
          },
          "order"_a)
      .def_prop_ro("order", &orders::OrderEvaluator::order)
      .def_prop_ro("excess", &orders::OrderEvaluator::excess)
      .def_prop_ro("score", &orders::OrderEvaluator::score)
      .def("current", &orders::OrderEvaluator::current, "variable"_a,
           "The number of its current set.")
      .def("insertion_change", &orders::OrderEvaluator::insertion_change, "variable"_a,
           "destination"_a)
      .def(
          "best_insertion",
          [](orders::OrderEvaluator& self, Variable v, std::size_t radius) {
            const orders::Insertion best = self.best_insertion(v, radius);
            return std::pair(best.change, best.destination);
          },
          "variable"_a, "radius"_a)
      .def("insert", &orders::OrderEvaluator::insert, "variable"_a, "destination"_a)
      .def("exchange", &orders::OrderEvaluator::exchange, "one"_a, "other"_a);
}

void bind_initial(nb::module_& m) {
  nb::class_<order::InitialOrder>(m, "InitialOrder", "Makes orders to start from.")
      .def(
          "make",
          [](const order::InitialOrder& self, std::uint64_t seed, std::uint64_t number) {
            Rng rng(seed, {number});
            return self.make(rng);
          },
          "seed"_a, "number"_a);
  m.def("random_order", &order::make_random_order, "index"_a, nb::keep_alive<0, 1>());
  m.def("dfs_order", &order::make_dfs_order, "index"_a, "prefer_freeing"_a, nb::keep_alive<0, 1>());
  m.def("fas_order", &order::make_fas_order, "index"_a, nb::keep_alive<0, 1>());
  m.def("greedy_order", &order::make_greedy_order, "index"_a, "choices"_a, nb::keep_alive<0, 1>());
}

void bind_options(nb::module_& m) {
  nb::enum_<order::Improvement>(m, "Improvement")
      .value("hybrid", order::Improvement::hybrid)
      .value("best", order::Improvement::best)
      .value("first", order::Improvement::first);
  nb::class_<order::AnnealingOptions>(m, "AnnealingOptions")
      .def(nb::init<double, double, double>(), "start"_a, "end"_a, "cooling"_a);
  nb::class_<order::TabuOptions>(m, "TabuOptions")
      .def(nb::init<std::size_t, std::uint64_t>(), "length"_a, "patience"_a);
  nb::enum_<order::RestartRule>(m, "RestartRule")
      .value("code", order::RestartRule::code)
      .value("paper", order::RestartRule::paper);
  nb::enum_<order::Crossover>(m, "Crossover")
      .value("order_based", order::Crossover::order_based)
      .value("order_based_by_coins", order::Crossover::order_based_by_coins)
      .value("rank", order::Crossover::rank)
      .value("cycle", order::Crossover::cycle);
}

}  // namespace

void check_order(const std::vector<Variable>& order, std::size_t n) {
  std::vector<bool> seen(n, false);
  for (const Variable v : order) {
    if (v >= n || seen[v]) throw std::invalid_argument("not an order of the variables");
    seen[v] = true;
  }
  if (order.size() != n) throw std::invalid_argument("not an order of the variables");
}

void bind_order(nb::module_& m) {
  nb::class_<orders::OrderIndex>(m, "OrderIndex",
                                 "Which sets have which parents; for all order searches.")
      .def(nb::init<const parents::CandidateSets&>(), "sets"_a, nb::keep_alive<1, 2>(),
           nb::call_guard<WithoutPython>())
      .def_prop_ro("bytes", &orders::OrderIndex::bytes);
  m.def("improve_order", &improve_order, "index"_a, "order"_a, nb::kw_only(), "kicks"_a,
        "most_evaluated"_a, "seed"_a, "control"_a,
        "The best order that descents from it, and from kicks of the best one, lead to.");
  bind_evaluator(m);
  bind_initial(m);
  bind_options(m);
  m.def(
      "cross",
      [](order::Crossover kind, const Order& one, const Order& other, std::uint64_t seed) {
        Rng rng(seed);
        return order::cross(kind, one, other, rng);
      },
      "kind"_a, "one"_a, "other"_a, "seed"_a);

  nb::class_<order::OrderSearchResult>(m, "OrderSearchResult")
      .def_ro("order", &order::OrderSearchResult::order)
      .def_ro("parents", &order::OrderSearchResult::parents)
      .def_prop_ro("counters",
                   [](const order::OrderSearchResult& r) { return to_dict(r.counters); })
      .def_ro("trace", &order::OrderSearchResult::trace);

  nb::class_<OrderRun>(m, "OrderRun", "What every order search takes besides its parameters.")
      .def(
          "__init__",
          [](OrderRun* self, const orders::OrderIndex& index, const order::InitialOrder& initial,
             std::optional<Order> start, RunControl& control, unsigned threads) {
            if (start) check_order(*start, index.n_variables());
            new (self) OrderRun{index, initial, std::move(start), control, threads};
          },
          "index"_a, "initial"_a, "start"_a.none(), "control"_a, "threads"_a,
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 5>());

  m.def(
      "obs",
      [](const OrderRun& run, std::optional<std::uint64_t> restarts, std::uint64_t max_iterations,
         std::optional<std::size_t> tabu, std::uint64_t seed) {
        return search(run, order::obs, order::ObsOptions{restarts, max_iterations, tabu, seed});
      },
      "run"_a, "restarts"_a, "max_iterations"_a, "tabu"_a, "seed"_a);
  m.def(
      "asobs",
      [](const OrderRun& run, std::optional<std::uint64_t> restarts, std::uint64_t seed) {
        return search(run, order::asobs, order::AsobsOptions{restarts, seed});
      },
      "run"_a, "restarts"_a, "seed"_a);
  m.def(
      "inobs",
      [](const OrderRun& run, const order::Walk& walk, std::size_t radius,
         std::optional<std::uint64_t> restarts, std::uint64_t seed) {
        return search(run, order::inobs, order::InobsOptions{walk, radius, restarts, seed});
      },
      "run"_a, "walk"_a, "radius"_a, "restarts"_a, "seed"_a);
  m.def(
      "iinobs",
      [](const OrderRun& run, double perturbation, double leeway, std::uint64_t soft_restart,
         std::uint64_t hard_restart, order::RestartRule rule, std::optional<std::uint64_t> restarts,
         std::uint64_t seed) {
        return search(run, order::iinobs,
                      order::IinobsOptions{perturbation, leeway, soft_restart, hard_restart, rule,
                                           restarts, seed});
      },
      "run"_a, "perturbation"_a, "leeway"_a, "soft_restart"_a, "hard_restart"_a, "restart_rule"_a,
      "restarts"_a, "seed"_a);
  m.def(
      "minobs",
      [](const OrderRun& run, std::size_t population, order::Crossover crossover,
         std::size_t crossovers, std::size_t mutations, double mutation_power,
         std::size_t diversify_after, double diversify_below, std::size_t keep, std::size_t islands,
         std::size_t migrate_every, std::optional<std::uint64_t> generations, std::uint64_t seed) {
        return search(run, order::minobs,
                      order::MinobsOptions{population, crossover, crossovers, mutations,
                                           mutation_power, diversify_after, diversify_below, keep,
                                           islands, migrate_every, generations, seed});
      },
      "run"_a, "population"_a, "crossover"_a, "crossovers"_a, "mutations"_a, "mutation_power"_a,
      "diversify_after"_a, "diversify_below"_a, "keep"_a, "islands"_a, "migrate_every"_a,
      "generations"_a, "seed"_a);
}

}  // namespace dagwright
