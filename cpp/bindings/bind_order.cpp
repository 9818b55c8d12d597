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
#include "options.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using Order = std::vector<Variable>;

template <class Options>
using Search = order::OrderSearchResult (*)(const order::Inputs&, const Options&, const Resources&,
                                            RunControl&);

template <class Options>
void bind_search(nb::module_& m, const char* name, Search<Options> search) {
  m.def(
      name,
      [search](const order::Inputs& inputs, const Options& options, const Resources& resources,
               RunControl& control) {
        const WithoutPython no_lock;
        return search(inputs, options, resources, control);
      },
      "inputs"_a, "options"_a, "resources"_a, "control"_a);
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
  bind_enum<order::Improvement>(m, "Improvement",
                                {{"hybrid", order::Improvement::hybrid},
                                 {"best", order::Improvement::best},
                                 {"first", order::Improvement::first}});
  bind_enum<order::RestartRule>(
      m, "RestartRule", {{"code", order::RestartRule::code}, {"paper", order::RestartRule::paper}});
  bind_enum<order::Crossover>(m, "Crossover",
                              {{"order_based", order::Crossover::order_based},
                               {"order_based_by_coins", order::Crossover::order_based_by_coins},
                               {"rank", order::Crossover::rank},
                               {"cycle", order::Crossover::cycle}});
  OptionBinder<order::AnnealingOptions>(m, "AnnealingOptions")
      .field("start", &order::AnnealingOptions::start)
      .field("end", &order::AnnealingOptions::end)
      .field("cooling", &order::AnnealingOptions::cooling);
  OptionBinder<order::TabuOptions>(m, "TabuOptions")
      .field("length", &order::TabuOptions::length)
      .field("patience", &order::TabuOptions::patience);
  OptionBinder<order::ObsOptions>(m, "ObsOptions")
      .field("restarts", &order::ObsOptions::restarts)
      .field("max_iterations", &order::ObsOptions::max_iterations)
      .field("tabu", &order::ObsOptions::tabu);
  OptionBinder<order::AsobsOptions>(m, "AsobsOptions")
      .field("restarts", &order::AsobsOptions::restarts);
  OptionBinder<order::InobsOptions>(m, "InobsOptions")
      .field("improvement", &order::InobsOptions::improvement)
      .field("radius", &order::InobsOptions::radius)
      .field("restarts", &order::InobsOptions::restarts);
  OptionBinder<order::IinobsOptions>(m, "IinobsOptions")
      .field("perturbation", &order::IinobsOptions::perturbation)
      .field("leeway", &order::IinobsOptions::leeway)
      .field("soft_restart", &order::IinobsOptions::soft_restart)
      .field("hard_restart", &order::IinobsOptions::hard_restart)
      .field("restart_rule", &order::IinobsOptions::restart_rule)
      .field("restarts", &order::IinobsOptions::restarts);
  OptionBinder<order::MinobsOptions>(m, "MinobsOptions")
      .field("population", &order::MinobsOptions::population)
      .field("crossover", &order::MinobsOptions::crossover)
      .field("crossovers", &order::MinobsOptions::crossovers)
      .field("mutations", &order::MinobsOptions::mutations)
      .field("mutation_power", &order::MinobsOptions::mutation_power)
      .field("diversify_after", &order::MinobsOptions::diversify_after)
      .field("diversify_below", &order::MinobsOptions::diversify_below)
      .field("keep", &order::MinobsOptions::keep)
      .field("islands", &order::MinobsOptions::islands)
      .field("migrate_every", &order::MinobsOptions::migrate_every)
      .field("generations", &order::MinobsOptions::generations);
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

  nb::class_<order::OrderSearchResult, SearchResult>(m, "OrderSearchResult")
      .def_ro("order", &order::OrderSearchResult::order);

  nb::class_<order::Inputs>(m, "OrderInputs", "What every search over orders works on.")
      .def(
          "__init__",
          [](order::Inputs* self, const orders::OrderIndex& index,
             const order::InitialOrder& initial, std::optional<Order> start) {
            if (start) check_order(*start, index.n_variables());
            new (self) order::Inputs{index, initial, std::move(start)};
          },
          "index"_a, "initial"_a, "start"_a.none(), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>());

  bind_search<order::ObsOptions>(m, "obs", &order::obs);
  bind_search<order::AsobsOptions>(m, "asobs", &order::asobs);
  bind_search<order::InobsOptions>(m, "inobs", &order::inobs);
  bind_search<order::IinobsOptions>(m, "iinobs", &order::iinobs);
  bind_search<order::MinobsOptions>(m, "minobs", &order::minobs);
}

}  // namespace dagwright
