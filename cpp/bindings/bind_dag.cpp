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

void check_sizes(const scores::ScoreOracle& oracle, const dag::Rules& rules,
                 const ParentLists& start) {
  if (rules.allowed.size() != oracle.n_variables() || start.size() != oracle.n_variables()) {
    throw std::invalid_argument("oracle, rules and start differ in their number of variables");
  }
}

dag::DagSearchResult hill_climbing(const scores::ScoreOracle& oracle, const dag::Rules& rules,
                                   const ParentLists& start, RunControl& control,
                                   dag::Neighbourhood neighbourhood,
                                   std::optional<std::uint64_t> climbs, double perturbation,
                                   std::uint64_t seed, unsigned threads, std::size_t cache_bytes) {
  check_sizes(oracle, rules, start);
  const WithoutPython no_lock;
  return dag::climb_hills(oracle, rules, start,
                          {neighbourhood, climbs, perturbation, seed, threads, cache_bytes},
                          control);
}

dag::DagSearchResult sgs(const scores::ScoreOracle& oracle, const dag::Rules& rules,
                         const ParentLists& start, RunControl& control,
                         dag::Neighbourhood neighbourhood, std::optional<std::uint64_t> climbs,
                         bool random_start, dag::CandidateFilter filter, bool repair,
                         std::uint64_t seed, unsigned threads, std::size_t cache_bytes) {
  check_sizes(oracle, rules, start);
  const WithoutPython no_lock;
  return dag::search_stochastically(
      oracle, rules, start,
      {neighbourhood, climbs, random_start, filter, repair, seed, threads, cache_bytes}, control);
}

dag::DagSearchResult tabu_search(const scores::ScoreOracle& oracle, const dag::Rules& rules,
                                 const ParentLists& start, RunControl& control,
                                 dag::Neighbourhood neighbourhood,
                                 std::optional<std::uint64_t> walks, std::size_t memory,
                                 std::size_t patience, std::uint64_t seed, unsigned threads,
                                 std::size_t cache_bytes) {
  check_sizes(oracle, rules, start);
  const WithoutPython no_lock;
  return dag::search_with_tabu(oracle, rules, start,
                               {neighbourhood, walks, memory, patience, seed, threads, cache_bytes},
                               control);
}

dag::DagSearchResult lagd(const scores::ScoreOracle& oracle, const dag::Rules& rules,
                          const ParentLists& start, RunControl& control, std::size_t look_ahead,
                          std::size_t directions, std::optional<std::uint64_t> climbs,
                          std::uint64_t seed, unsigned threads, std::size_t cache_bytes) {
  check_sizes(oracle, rules, start);
  const WithoutPython no_lock;
  return dag::search_ahead(oracle, rules, start,
                           {look_ahead, directions, climbs, seed, threads, cache_bytes}, control);
}

dag::DagSearchResult ges(const scores::ScoreOracle& oracle, const dag::Rules& rules,
                         const ParentLists& start, RunControl& control,
                         std::optional<std::size_t> max_degree, unsigned threads,
                         std::size_t counter_bytes) {
  check_sizes(oracle, rules, start);
  const WithoutPython no_lock;
  dag::GesOptions options;
  options.threads = threads;
  options.counter_bytes = counter_bytes;
  options.max_degree = max_degree.value_or(options.max_degree);
  return dag::search_classes(oracle, rules, start, options, control);
}

}  // namespace

void bind_dag(nb::module_& m) {
  nb::class_<dag::Rules>(m, "Rules", "Constraints in the form that searches test.")
      .def("__init__", &make_rules, "n_variables"_a, "forbidden"_a, "required"_a,
           "max_parents"_a = nb::none(),
           "levels"_a = std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>())
      .def("keep_candidates", &keep_candidates, "candidates"_a)
      .def("keep_listed", &keep_listed, "sets"_a);

  nb::enum_<dag::Neighbourhood>(m, "Neighbourhood")
      .value("adr", dag::Neighbourhood::adr)
      .value("adrs", dag::Neighbourhood::adrs)
      .value("extended", dag::Neighbourhood::extended);

  nb::enum_<dag::CandidateFilter>(m, "CandidateFilter")
      .value("none", dag::CandidateFilter::none)
      .value("before", dag::CandidateFilter::before)
      .value("during", dag::CandidateFilter::during);

  nb::enum_<dag::Operation>(m, "Operation")
      .value("add", dag::Operation::add)
      .value("remove", dag::Operation::remove)
      .value("reverse", dag::Operation::reverse)
      .value("swap", dag::Operation::swap);

  nb::class_<dag::Step>(m, "Step")
      .def_ro("operation", &dag::Step::operation)
      .def_ro("parent", &dag::Step::from)
      .def_ro("child", &dag::Step::to)
      .def_ro("replaced", &dag::Step::replaced);

  nb::class_<dag::DagSearchResult>(m, "DagSearchResult")
      .def_ro("parents", &dag::DagSearchResult::parents)
      .def_ro("score", &dag::DagSearchResult::score)
      .def_ro("trace", &dag::DagSearchResult::trace)
      .def_ro("iterations", &dag::DagSearchResult::iterations)
      .def_ro("walks", &dag::DagSearchResult::walks)
      .def_ro("moves", &dag::DagSearchResult::moves,
              "Additions, removals, reversals, swaps, additions and swaps that broke cycles.")
      .def_ro("random_moves", &dag::DagSearchResult::random_moves)
      .def_ro("longest_chain", &dag::DagSearchResult::longest_chain)
      .def_ro("distinct_scores", &dag::DagSearchResult::distinct_scores)
      .def_ro("repairs", &dag::DagSearchResult::repairs);

  m.def("hill_climbing", &hill_climbing, "oracle"_a, "rules"_a, "start"_a, "control"_a,
        "neighbourhood"_a, "climbs"_a, "perturbation"_a, "seed"_a, "threads"_a, "cache_bytes"_a);
  m.def("sgs", &sgs, "oracle"_a, "rules"_a, "start"_a, "control"_a, "neighbourhood"_a, "climbs"_a,
        "random_start"_a, "filter"_a, "repair"_a, "seed"_a, "threads"_a, "cache_bytes"_a);
  m.def("tabu_search", &tabu_search, "oracle"_a, "rules"_a, "start"_a, "control"_a,
        "neighbourhood"_a, "walks"_a, "memory"_a, "patience"_a, "seed"_a, "threads"_a,
        "cache_bytes"_a);
  m.def("lagd", &lagd, "oracle"_a, "rules"_a, "start"_a, "control"_a, "look_ahead"_a,
        "directions"_a, "climbs"_a, "seed"_a, "threads"_a, "cache_bytes"_a);
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
  m.def("ges", &ges, "oracle"_a, "rules"_a, "start"_a, "control"_a, "max_degree"_a, "threads"_a,
        "counter_bytes"_a);
}

}  // namespace dagwright
