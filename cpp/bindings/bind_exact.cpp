#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "dagwright/exact/exact_search.hpp"
#include "dagwright/exact/matching.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

template <exact::ExactResult (*search)(const parents::CandidateSets&, const exact::ExactPlan&,
                                       RunControl&)>
exact::ExactResult without_gil(const parents::CandidateSets& sets, const exact::ExactPlan& plan,
                               RunControl& control) {
  const WithoutPython no_lock;
  return search(sets, plan, control);
}

std::int64_t match(std::size_t n,
                   const std::vector<std::tuple<Variable, Variable, std::int64_t>>& edges) {
  std::vector<exact::WeightedEdge> weighted;
  for (const auto& [first, second, weight] : edges) {
    if (first >= n || second >= n || first == second || weight <= 0) {
      throw std::invalid_argument("edges join two of the vertices and have a positive weight");
    }
    weighted.push_back({first, second, weight});
  }
  return exact::heaviest_matching(weighted);
}

}  // namespace

void bind_exact(nb::module_& m) {
  nb::enum_<exact::QueryKind>(m, "QueryKind")
      .value("table", exact::QueryKind::table)
      .value("scan", exact::QueryKind::scan)
      .value("bits", exact::QueryKind::bits)
      .value("full", exact::QueryKind::full);

  nb::enum_<exact::PatternCover>(m, "PatternCover")
      .value("greedy", exact::PatternCover::greedy)
      .value("optimal", exact::PatternCover::optimal);

  nb::class_<exact::HeuristicPlan>(m, "HeuristicPlan", "Which lower bound an exact search uses.")
      .def(nb::init<>())
      .def_rw("groups", &exact::HeuristicPlan::groups)
      .def_rw("largest_pattern", &exact::HeuristicPlan::largest_pattern)
      .def_rw("cover", &exact::HeuristicPlan::cover);

  nb::class_<exact::ExactPlan>(m, "ExactPlan", "How an exact search goes about it.")
      .def(nb::init<>())
      .def_rw("heuristic", &exact::ExactPlan::heuristic)
      .def_rw("queries", &exact::ExactPlan::queries)
      .def_rw("start", &exact::ExactPlan::start)
      .def_rw("climbs", &exact::ExactPlan::climbs)
      .def_rw("seed", &exact::ExactPlan::seed)
      .def_rw("threads", &exact::ExactPlan::threads)
      .def_rw("memory", &exact::ExactPlan::memory)
      .def_rw("spill", &exact::ExactPlan::spill)
      .def_rw("force_wide", &exact::ExactPlan::force_wide);

  nb::class_<exact::ExactResult>(m, "ExactResult")
      .def_ro("parents", &exact::ExactResult::parents)
      .def_ro("trace", &exact::ExactResult::trace)
      .def_ro("proved", &exact::ExactResult::proved)
      .def_ro("bound", &exact::ExactResult::bound)
      .def_ro("rounding", &exact::ExactResult::rounding)
      .def_ro("expanded", &exact::ExactResult::expanded)
      .def_ro("generated", &exact::ExactResult::generated)
      .def_ro("peak_nodes", &exact::ExactResult::peak_nodes)
      .def_ro("bytes", &exact::ExactResult::bytes)
      .def_ro("patterns", &exact::ExactResult::patterns)
      .def_ro("forecast", &exact::ExactResult::forecast)
      .def_ro("resumed_layer", &exact::ExactResult::resumed_layer)
      .def_ro("message", &exact::ExactResult::message);

  m.def("exact_table_bytes", &exact::exact_table_bytes, "sets"_a, "plan"_a);
  m.def("exact_bounds", &exact::exact_bounds, "sets"_a, "plan"_a, "placed"_a, "control"_a,
        "The bound, in nats, at each set of at most 64 variables; and whether it is consistent.");
  m.def("heaviest_matching", &match, "n_vertices"_a, "edges"_a);
  m.def("dynamic_programming", &without_gil<exact::dynamic_programming>, "sets"_a, "plan"_a,
        "control"_a);
  m.def("breadth_first_branch_and_bound", &without_gil<exact::breadth_first_branch_and_bound>,
        "sets"_a, "plan"_a, "control"_a);
  m.def("a_star", &without_gil<exact::a_star>, "sets"_a, "plan"_a, "control"_a);
}

}  // namespace dagwright
