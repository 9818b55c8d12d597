#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "dagwright/dag/ges.hpp"
#include "dagwright/dag/hill_climbing.hpp"
#include "dagwright/dag/inspect.hpp"
#include "dagwright/dag/lagd.hpp"
#include "dagwright/dag/sgs.hpp"
#include "dagwright/dag/tabu.hpp"
#include "dagwright/parents/candidate_sets.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using Edge = std::pair<Variable, Variable>;  // parent, child

/// All edges are allowed but the forbidden ones and loops.
void make_rules(Rules* self, std::size_t n, const std::vector<Edge>& forbidden,
                const std::vector<Edge>& required, std::optional<std::size_t> max_parents) {
  new (self) Rules(n);
  BitMatrix banned(n);
  for (const auto& [parent, child] : forbidden) banned.set(child, parent);
  for (std::size_t child = 0; child < n; ++child) {
    for (std::size_t parent = 0; parent < n; ++parent) {
      if (parent != child && !banned.test(child, parent)) self->allowed.set(child, parent);
    }
  }
  for (const auto& [parent, child] : required) self->required.set(child, parent);
  if (max_parents) self->max_parents.assign(n, *max_parents);
}

/// Forbids every parent that is neither listed nor required.
void keep_allowed(Rules& rules, const BitMatrix& listed) {
  for (std::size_t child = 0; child < listed.size(); ++child) {
    for (std::size_t w = 0; w < listed.words(); ++w) {
      rules.allowed.row(child)[w] &= listed.row(child)[w] | rules.required.row(child)[w];
    }
  }
}

/// Forbids all but these parents of each variable.
void keep_candidates(Rules& rules, const ParentLists& candidates) {
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
void keep_listed(Rules& rules, const CandidateSets& sets) {
  BitMatrix listed(rules.allowed.size());
  for (Variable child = 0; child < sets.n_variables(); ++child) {
    for (std::size_t set = sets.begin(child); set < sets.end(child); ++set) {
      for (const Variable parent : sets.members(set)) listed.set(child, parent);
    }
  }
  keep_allowed(rules, listed);
}

void check_sizes(const ScoreOracle& oracle, const Rules& rules, const ParentLists& start) {
  if (rules.allowed.size() != oracle.n_variables() || start.size() != oracle.n_variables()) {
    throw std::invalid_argument("oracle, rules and start differ in their number of variables");
  }
}

DagSearchResult hill_climbing(const ScoreOracle& oracle, const Rules& rules,
                              const ParentLists& start, RunControl& control,
                              Neighbourhood neighbourhood, std::optional<std::uint64_t> climbs,
                              double perturbation, std::uint64_t seed, unsigned threads,
                              std::size_t cache_bytes) {
  check_sizes(oracle, rules, start);
  const nb::gil_scoped_release no_gil;
  return climb_hills(oracle, rules, start,
                     {neighbourhood, climbs, perturbation, seed, threads, cache_bytes}, control);
}

DagSearchResult sgs(const ScoreOracle& oracle, const Rules& rules, const ParentLists& start,
                    RunControl& control, Neighbourhood neighbourhood,
                    std::optional<std::uint64_t> climbs, bool random_start, CandidateFilter filter,
                    bool repair, std::uint64_t seed, unsigned threads, std::size_t cache_bytes) {
  check_sizes(oracle, rules, start);
  const nb::gil_scoped_release no_gil;
  return search_stochastically(
      oracle, rules, start,
      {neighbourhood, climbs, random_start, filter, repair, seed, threads, cache_bytes}, control);
}

DagSearchResult tabu_search(const ScoreOracle& oracle, const Rules& rules, const ParentLists& start,
                            RunControl& control, Neighbourhood neighbourhood,
                            std::optional<std::uint64_t> walks, std::size_t memory,
                            std::size_t patience, std::uint64_t seed, unsigned threads,
                            std::size_t cache_bytes) {
  check_sizes(oracle, rules, start);
  const nb::gil_scoped_release no_gil;
  return search_with_tabu(oracle, rules, start,
                          {neighbourhood, walks, memory, patience, seed, threads, cache_bytes},
                          control);
}

DagSearchResult lagd(const ScoreOracle& oracle, const Rules& rules, const ParentLists& start,
                     RunControl& control, std::size_t look_ahead, std::size_t directions,
                     std::optional<std::uint64_t> climbs, std::uint64_t seed, unsigned threads,
                     std::size_t cache_bytes) {
  check_sizes(oracle, rules, start);
  const nb::gil_scoped_release no_gil;
  return search_ahead(oracle, rules, start,
                      {look_ahead, directions, climbs, seed, threads, cache_bytes}, control);
}

DagSearchResult ges(const ScoreOracle& oracle, const Rules& rules, const ParentLists& start,
                    RunControl& control, std::optional<std::size_t> max_degree, unsigned threads,
                    std::size_t counter_bytes) {
  check_sizes(oracle, rules, start);
  const nb::gil_scoped_release no_gil;
  GesOptions options;
  options.threads = threads;
  options.counter_bytes = counter_bytes;
  options.max_degree = max_degree.value_or(options.max_degree);
  return search_classes(oracle, rules, start, options, control);
}

}  // namespace

void bind_dag(nb::module_& m) {
  nb::class_<Rules>(m, "Rules", "Constraints in the form that searches test.")
      .def("__init__", &make_rules, "n_variables"_a, "forbidden"_a, "required"_a,
           "max_parents"_a = nb::none())
      .def("keep_candidates", &keep_candidates, "candidates"_a)
      .def("keep_listed", &keep_listed, "sets"_a);

  nb::enum_<Neighbourhood>(m, "Neighbourhood")
      .value("adr", Neighbourhood::adr)
      .value("adrs", Neighbourhood::adrs)
      .value("extended", Neighbourhood::extended);

  nb::enum_<CandidateFilter>(m, "CandidateFilter")
      .value("none", CandidateFilter::none)
      .value("before", CandidateFilter::before)
      .value("during", CandidateFilter::during);

  nb::enum_<Operation>(m, "Operation")
      .value("add", Operation::add)
      .value("remove", Operation::remove)
      .value("reverse", Operation::reverse)
      .value("swap", Operation::swap);

  nb::class_<Step>(m, "Step")
      .def_ro("operation", &Step::operation)
      .def_ro("parent", &Step::from)
      .def_ro("child", &Step::to)
      .def_ro("replaced", &Step::replaced);

  nb::class_<TraceEntry>(m, "TraceEntry")
      .def_ro("seconds", &TraceEntry::seconds)
      .def_ro("iterations", &TraceEntry::iterations)
      .def_ro("score", &TraceEntry::score);

  nb::class_<DagSearchResult>(m, "DagSearchResult")
      .def_ro("parents", &DagSearchResult::parents)
      .def_ro("score", &DagSearchResult::score)
      .def_ro("trace", &DagSearchResult::trace)
      .def_ro("iterations", &DagSearchResult::iterations)
      .def_ro("walks", &DagSearchResult::walks)
      .def_ro("moves", &DagSearchResult::moves,
              "Additions, removals, reversals, swaps, additions and swaps that broke cycles.")
      .def_ro("random_moves", &DagSearchResult::random_moves)
      .def_ro("longest_chain", &DagSearchResult::longest_chain)
      .def_ro("distinct_scores", &DagSearchResult::distinct_scores)
      .def_ro("repairs", &DagSearchResult::repairs);

  m.def("hill_climbing", &hill_climbing, "oracle"_a, "rules"_a, "start"_a, "control"_a,
        "neighbourhood"_a, "climbs"_a, "perturbation"_a, "seed"_a, "threads"_a, "cache_bytes"_a);
  m.def("sgs", &sgs, "oracle"_a, "rules"_a, "start"_a, "control"_a, "neighbourhood"_a, "climbs"_a,
        "random_start"_a, "filter"_a, "repair"_a, "seed"_a, "threads"_a, "cache_bytes"_a);
  m.def("tabu_search", &tabu_search, "oracle"_a, "rules"_a, "start"_a, "control"_a,
        "neighbourhood"_a, "walks"_a, "memory"_a, "patience"_a, "seed"_a, "threads"_a,
        "cache_bytes"_a);
  m.def("lagd", &lagd, "oracle"_a, "rules"_a, "start"_a, "control"_a, "look_ahead"_a,
        "directions"_a, "climbs"_a, "seed"_a, "threads"_a, "cache_bytes"_a);
  nb::class_<MoveView>(m, "MoveView")
      .def_prop_ro("first", [](const MoveView& self) { return self.move.first; })
      .def_prop_ro("rest", [](const MoveView& self) { return self.move.rest; })
      .def_prop_ro("gain", [](const MoveView& self) { return self.move.gain; })
      .def_ro("parents", &MoveView::parents);

  nb::class_<OperatorView>(m, "OperatorView")
      .def_ro("inserts", &OperatorView::inserts)
      .def_prop_ro("parent", [](const OperatorView& self) { return self.operation.from; })
      .def_prop_ro("child", [](const OperatorView& self) { return self.operation.to; })
      .def_prop_ro("set", [](const OperatorView& self) { return self.operation.set; })
      .def_prop_ro("gain", [](const OperatorView& self) { return self.operation.gain; })
      .def_ro("parents", &OperatorView::parents);

  m.def("list_moves", &list_moves, "oracle"_a, "rules"_a, "parents"_a, "neighbourhood"_a,
        "losses"_a, "seed"_a);
  m.def("list_class_operators", &list_class_operators, "oracle"_a, "rules"_a, "parents"_a);
  m.def("ges", &ges, "oracle"_a, "rules"_a, "start"_a, "control"_a, "max_degree"_a, "threads"_a,
        "counter_bytes"_a);
}

}  // namespace dagwright
