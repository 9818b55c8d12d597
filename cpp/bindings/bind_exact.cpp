#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "dagwright/exact/exact_search.hpp"
#include "dagwright/exact/matching.hpp"
#include "options.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

template <exact::ExactResult (*search)(const exact::Inputs&, const exact::ExactOptions&,
                                       const Resources&, RunControl&)>
exact::ExactResult without_gil(const exact::Inputs& inputs, const exact::ExactOptions& options,
                               const Resources& resources, RunControl& control) {
  const WithoutPython no_lock;
  return search(inputs, options, resources, control);
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
  bind_enum<exact::QueryKind>(m, "QueryKind",
                              {{"table", exact::QueryKind::table},
                               {"scan", exact::QueryKind::scan},
                               {"bits", exact::QueryKind::bits},
                               {"full", exact::QueryKind::full}});

  bind_enum<exact::PatternCover>(
      m, "PatternCover",
      {{"greedy", exact::PatternCover::greedy}, {"optimal", exact::PatternCover::optimal}});

  OptionBinder<exact::HeuristicOptions>(m, "HeuristicOptions")
      .field("groups", &exact::HeuristicOptions::groups)
      .field("largest_pattern", &exact::HeuristicOptions::largest_pattern)
      .field("cover", &exact::HeuristicOptions::cover);
  OptionBinder<exact::ExactOptions>(m, "ExactOptions")
      .field("heuristic", &exact::ExactOptions::heuristic)
      .field("queries", &exact::ExactOptions::queries)
      .field("climbs", &exact::ExactOptions::climbs)
      .field("spill", &exact::ExactOptions::spill)
      .field("force_wide", &exact::ExactOptions::force_wide);

  nb::class_<exact::ExactResult, SearchResult>(m, "ExactResult")
      .def_ro("forecast", &exact::ExactResult::forecast);

  nb::class_<exact::Inputs>(m, "ExactInputs", "What every exact search works on.")
      .def(
          "__init__",
          [](exact::Inputs* self, const parents::CandidateSets& sets, ParentLists start) {
            new (self) exact::Inputs{sets, std::move(start)};
          },
          "sets"_a, "start"_a, nb::keep_alive<1, 2>());

  m.def("exact_table_bytes", &exact::exact_table_bytes, "sets"_a, "options"_a);
  m.def("exact_bounds", &exact::exact_bounds, "sets"_a, "options"_a, "placed"_a, "control"_a,
        "The bound, in nats, at each set of at most 64 variables; and whether it is consistent.");
  m.def("heaviest_matching", &match, "n_vertices"_a, "edges"_a);
  m.def("dynamic_programming", &without_gil<exact::dynamic_programming>, "inputs"_a, "options"_a,
        "resources"_a, "control"_a);
  m.def("breadth_first_branch_and_bound", &without_gil<exact::breadth_first_branch_and_bound>,
        "inputs"_a, "options"_a, "resources"_a, "control"_a);
  m.def("a_star", &without_gil<exact::a_star>, "inputs"_a, "options"_a, "resources"_a, "control"_a);
}

}  // namespace dagwright
