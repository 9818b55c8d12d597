#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "dagwright/exact/exact_search.hpp"
#include "dagwright/exact/matching.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

template <ExactResult (*search)(const CandidateSets&, const ExactPlan&, RunControl&)>
ExactResult without_gil(const CandidateSets& sets, const ExactPlan& plan, RunControl& control) {
  const nb::gil_scoped_release no_gil;
  return search(sets, plan, control);
}

std::int64_t match(std::size_t n,
                   const std::vector<std::tuple<Variable, Variable, std::int64_t>>& edges) {
  std::vector<WeightedEdge> weighted;
  for (const auto& [first, second, weight] : edges) {
    if (first >= n || second >= n || first == second || weight <= 0) {
      throw std::invalid_argument("edges join two of the vertices and have a positive weight");
    }
    weighted.push_back({first, second, weight});
  }
  return heaviest_matching(n, weighted);
}

}  // namespace

void bind_exact(nb::module_& m) {
  nb::enum_<QueryKind>(m, "QueryKind")
      .value("table", QueryKind::table)
      .value("scan", QueryKind::scan)
      .value("bits", QueryKind::bits)
      .value("full", QueryKind::full);

  nb::enum_<PatternCover>(m, "PatternCover")
      .value("greedy", PatternCover::greedy)
      .value("optimal", PatternCover::optimal);

  nb::class_<HeuristicPlan>(m, "HeuristicPlan", "Which lower bound an exact search uses.")
      .def(nb::init<>())
      .def_rw("groups", &HeuristicPlan::groups)
      .def_rw("largest_pattern", &HeuristicPlan::largest_pattern)
      .def_rw("cover", &HeuristicPlan::cover);

  nb::class_<ExactPlan>(m, "ExactPlan", "How an exact search goes about it.")
      .def(nb::init<>())
      .def_rw("heuristic", &ExactPlan::heuristic)
      .def_rw("queries", &ExactPlan::queries)
      .def_rw("start", &ExactPlan::start)
      .def_rw("climbs", &ExactPlan::climbs)
      .def_rw("seed", &ExactPlan::seed)
      .def_rw("threads", &ExactPlan::threads)
      .def_rw("memory", &ExactPlan::memory)
      .def_rw("spill", &ExactPlan::spill)
      .def_rw("force_wide", &ExactPlan::force_wide);

  nb::class_<ExactImprovement>(m, "ExactImprovement")
      .def_ro("seconds", &ExactImprovement::seconds)
      .def_ro("iterations", &ExactImprovement::iterations)
      .def_ro("score", &ExactImprovement::score);

  nb::class_<ExactResult>(m, "ExactResult")
      .def_ro("parents", &ExactResult::parents)
      .def_ro("improvements", &ExactResult::improvements)
      .def_ro("proved", &ExactResult::proved)
      .def_ro("bound", &ExactResult::bound)
      .def_ro("rounding", &ExactResult::rounding)
      .def_ro("expanded", &ExactResult::expanded)
      .def_ro("generated", &ExactResult::generated)
      .def_ro("peak_nodes", &ExactResult::peak_nodes)
      .def_ro("bytes", &ExactResult::bytes)
      .def_ro("patterns", &ExactResult::patterns)
      .def_ro("forecast", &ExactResult::forecast)
      .def_ro("resumed_layer", &ExactResult::resumed_layer)
      .def_ro("message", &ExactResult::message);

  m.def("exact_table_bytes", &exact_table_bytes, "sets"_a, "plan"_a);
  m.def("exact_bounds", &exact_bounds, "sets"_a, "plan"_a, "placed"_a, "control"_a,
        "The bound, in nats, at each set of at most 64 variables; and whether it is consistent.");
  m.def("heaviest_matching", &match, "n_vertices"_a, "edges"_a);
  m.def("dynamic_programming", &without_gil<dynamic_programming>, "sets"_a, "plan"_a, "control"_a);
  m.def("breadth_first_branch_and_bound", &without_gil<breadth_first_branch_and_bound>, "sets"_a,
        "plan"_a, "control"_a);
  m.def("a_star", &without_gil<a_star>, "sets"_a, "plan"_a, "control"_a);
}

}  // namespace dagwright
