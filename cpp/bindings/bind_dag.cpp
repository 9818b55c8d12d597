#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "bindings.hpp"
#include "dagwright/dag/ges.hpp"
#include "dagwright/dag/hill_climbing.hpp"
#include "dagwright/dag/inspect.hpp"
#include "dagwright/dag/lagd.hpp"
#include "dagwright/dag/sgs.hpp"
#include "dagwright/dag/tabu.hpp"
#include "dagwright/parents/candidate_sets.hpp"
#include "dagwright/parents/edge_levels.hpp"
#include "options.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using Edge = std::pair<Variable, Variable>;  // parent, child

/// Takes what the levels rule out from the parents that each variable may have.
void forbid_by_levels(BitMatrix& allowed, const parents::EdgeLevels& levels) {
  std::vector<std::size_t> as_children(levels.empty() ? 0 : allowed.size());
  std::iota(as_children.begin(), as_children.end(), std::size_t{0});
  std::vector<std::size_t> as_parents = as_children;
  std::sort(as_children.begin(), as_children.end(),
            [&](auto a, auto b) { return levels.as_child(a) > levels.as_child(b); });
  std::sort(as_parents.begin(), as_parents.end(),
            [&](auto a, auto b) { return levels.as_parent(a) > levels.as_parent(b); });
  // Children of falling levels: what one of them may not have as a parent, the next may not either.
  std::vector<std::uint64_t> kept(allowed.words(), ~std::uint64_t{0});
  auto next = as_parents.begin();
  for (const std::size_t child : as_children) {
    for (; next != as_parents.end() && levels.as_parent(*next) > levels.as_child(child); ++next) {
      kept[*next / 64] &= ~(std::uint64_t{1} << (*next % 64));
    }
    for (std::size_t w = 0; w < kept.size(); ++w) allowed.row(child)[w] &= kept[w];
  }
}

/// All edges are allowed but the forbidden ones, those that levels rule out, and loops.
void make_rules(dag::Rules* self, std::size_t n, const std::vector<Edge>& forbidden,
                const std::vector<Edge>& required, std::optional<std::size_t> max_parents,
                std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> levels) {
  const parents::EdgeLevels checked(n, std::move(levels));
  new (self) dag::Rules(dag::Rules::all_allowed(n));
  forbid_by_levels(self->allowed, checked);
  for (const auto& [parent, child] : forbidden) self->allowed.reset(child, parent);
  for (const auto& [parent, child] : required) self->required.set(child, parent);
  if (max_parents) self->max_parents.assign(n, *max_parents);
}

/// Forbids every parent that is neither listed nor required.
void keep_allowed(dag::Rules& rules, const BitMatrix& listed) {
  for (std::size_t child = 0; child < listed.size(); ++child) {
    for (std::size_t w = 0; w < listed.words(); ++w) {
      rules.allowed.row(child)[w] &= listed.row(child)[w] | rules.required.row(child)[w];
    }
  }
}

/// Forbids all but these parents of each variable.
void keep_candidates(dag::Rules& rules, const ParentLists& candidates) {
  if (candidates.size() != rules.allowed.size()) {
    throw std::invalid_argument("one list of candidates for each variable");
  }
  BitMatrix listed(candidates.size());
  for (std::size_t child = 0; child < candidates.size(); ++child) {
    for (const Variable parent : candidates[child]) {
      if (parent >= candidates.size()) throw std::invalid_argument("no such variable");
      listed.set(child, parent);
    }
  }
  keep_allowed(rules, listed);
}

/// Forbids what no candidate set has, so that no search looks at it.
void keep_listed(dag::Rules& rules, const parents::CandidateSets& sets) {
  BitMatrix listed(rules.allowed.size());
  for (Variable child = 0; child < sets.n_variables(); ++child) {
    for (std::size_t set = sets.begin(child); set < sets.end(child); ++set) {
      for (const Variable parent : sets.members(set)) listed.set(child, parent);
    }
  }
  keep_allowed(rules, listed);
}

void make_inputs(dag::Inputs* self, const scores::ScoreOracle& oracle, const dag::Rules& rules,
                 ParentLists start) {
  if (rules.allowed.size() != oracle.n_variables() || start.size() != oracle.n_variables()) {
    throw std::invalid_argument("oracle, rules and start differ in their number of variables");
  }
  new (self) dag::Inputs{oracle, rules, std::move(start)};
}

template <class Options>
using Search = dag::DagSearchResult (*)(const dag::Inputs&, const Options&, const Resources&,
                                        RunControl&);

template <class Options>
void bind_search(nb::module_& m, const char* name, Search<Options> search) {
  m.def(
      name,
      [search](const dag::Inputs& inputs, const Options& options, const Resources& resources,
               RunControl& control) {
        const WithoutPython no_lock;
        return search(inputs, options, resources, control);
      },
      "inputs"_a, "options"_a, "resources"_a, "control"_a);
}

void bind_searches(nb::module_& m) {
  bind_enum<dag::ClimbStart>(
      m, "ClimbStart", {{"empty", dag::ClimbStart::empty}, {"random", dag::ClimbStart::random}});
  OptionBinder<dag::HillClimbingOptions>(m, "HillClimbingOptions")
      .field("neighbourhood", &dag::HillClimbingOptions::neighbourhood)
      .field("restarts", &dag::HillClimbingOptions::restarts)
      .field("perturbation", &dag::HillClimbingOptions::perturbation);
  OptionBinder<dag::SgsOptions>(m, "SgsOptions")
      .field("neighbourhood", &dag::SgsOptions::neighbourhood)
      .field("restarts", &dag::SgsOptions::restarts)
      .field("start", &dag::SgsOptions::start)
      .field("candidate_filter", &dag::SgsOptions::candidate_filter)
      .field("repair", &dag::SgsOptions::repair);
  OptionBinder<dag::TabuOptions>(m, "TabuSearchOptions")
      .field("neighbourhood", &dag::TabuOptions::neighbourhood)
      .field("restarts", &dag::TabuOptions::restarts)
      .field("tabu_length", &dag::TabuOptions::tabu_length)
      .field("patience", &dag::TabuOptions::patience);
  OptionBinder<dag::LagdOptions>(m, "LagdOptions")
      .field("look_ahead", &dag::LagdOptions::look_ahead)
      .field("directions", &dag::LagdOptions::directions)
      .field("restarts", &dag::LagdOptions::restarts);
  OptionBinder<dag::GesOptions>(m, "GesOptions").field("max_degree", &dag::GesOptions::max_degree);
  bind_search<dag::HillClimbingOptions>(m, "hill_climbing", &dag::climb_hills);
  bind_search<dag::SgsOptions>(m, "sgs", &dag::search_stochastically);
  bind_search<dag::TabuOptions>(m, "tabu_search", &dag::search_with_tabu);
  bind_search<dag::LagdOptions>(m, "lagd", &dag::search_ahead);
  bind_search<dag::GesOptions>(m, "ges", &dag::search_classes);
}

}  // namespace

void bind_dag(nb::module_& m) {
  nb::class_<dag::Rules>(m, "Rules", "Constraints in the form that searches test.")
      .def("__init__", &make_rules, "n_variables"_a, "forbidden"_a, "required"_a,
           "max_parents"_a = nb::none(),
           "levels"_a = std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>())
      .def("keep_candidates", &keep_candidates, "candidates"_a)
      .def("keep_listed", &keep_listed, "sets"_a);

  bind_enum<dag::Neighbourhood>(m, "Neighbourhood",
                                {{"adr", dag::Neighbourhood::adr},
                                 {"adrs", dag::Neighbourhood::adrs},
                                 {"extended", dag::Neighbourhood::extended}});

  bind_enum<dag::CandidateFilter>(m, "CandidateFilter",
                                  {{"none", dag::CandidateFilter::none},
                                   {"before", dag::CandidateFilter::before},
                                   {"during", dag::CandidateFilter::during}});

  bind_enum<dag::Operation>(m, "Operation",
                            {{"add", dag::Operation::add},
                             {"remove", dag::Operation::remove},
                             {"reverse", dag::Operation::reverse},
                             {"swap", dag::Operation::swap}});

  nb::class_<dag::Step>(m, "Step")
      .def_ro("operation", &dag::Step::operation)
      .def_ro("parent", &dag::Step::from)
      .def_ro("child", &dag::Step::to)
      .def_ro("replaced", &dag::Step::replaced);

  nb::class_<dag::DagSearchResult, SearchResult>(m, "DagSearchResult")
      .def_ro("longest_chain", &dag::DagSearchResult::longest_chain);

  nb::class_<dag::Inputs>(m, "DagInputs", "What every search over DAGs works on.")
      .def("__init__", &make_inputs, "oracle"_a, "rules"_a, "start"_a, nb::keep_alive<1, 2>(),
           nb::keep_alive<1, 3>());

  bind_searches(m);

  nb::class_<dag::MoveView>(m, "MoveView")
      .def_prop_ro("first", [](const dag::MoveView& self) { return self.move.first; })
      .def_prop_ro("rest", [](const dag::MoveView& self) { return self.move.rest; })
      .def_prop_ro("gain", [](const dag::MoveView& self) { return self.move.gain; })
      .def_ro("parents", &dag::MoveView::parents);

  nb::class_<dag::OperatorView>(m, "OperatorView")
      .def_ro("inserts", &dag::OperatorView::inserts)
      .def_prop_ro("parent", [](const dag::OperatorView& self) { return self.operation.from; })
      .def_prop_ro("child", [](const dag::OperatorView& self) { return self.operation.to; })
      .def_prop_ro("set", [](const dag::OperatorView& self) { return self.operation.set; })
      .def_prop_ro("gain", [](const dag::OperatorView& self) { return self.operation.gain; })
      .def_ro("parents", &dag::OperatorView::parents);

  m.def("list_moves", &dag::list_moves, "oracle"_a, "rules"_a, "parents"_a, "neighbourhood"_a,
        "losses"_a, "seed"_a);
  m.def("list_class_operators", &dag::list_class_operators, "oracle"_a, "rules"_a, "parents"_a);
}

}  // namespace dagwright
