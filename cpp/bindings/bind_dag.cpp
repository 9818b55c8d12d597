#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "dagwright/dag/hill_climbing.hpp"

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

HillClimbingResult hill_climbing(const ScoreOracle& oracle, const Rules& rules,
                                 const ParentLists& start, RunControl& control,
                                 std::optional<std::uint64_t> climbs, double perturbation,
                                 std::uint64_t seed, unsigned threads, std::size_t cache_bytes) {
  if (rules.allowed.size() != oracle.n_variables() || start.size() != oracle.n_variables()) {
    throw std::invalid_argument("oracle, rules and start differ in their number of variables");
  }
  const nb::gil_scoped_release no_gil;
  return climb_hills(oracle, rules, start, {climbs, perturbation, seed, threads, cache_bytes},
                     control);
}

}  // namespace

void bind_dag(nb::module_& m) {
  nb::class_<Rules>(m, "Rules", "Constraints in the form that searches test.")
      .def("__init__", &make_rules, "n_variables"_a, "forbidden"_a, "required"_a,
           "max_parents"_a = nb::none());

  nb::class_<TraceEntry>(m, "TraceEntry")
      .def_ro("seconds", &TraceEntry::seconds)
      .def_ro("iterations", &TraceEntry::iterations)
      .def_ro("score", &TraceEntry::score);

  nb::class_<HillClimbingResult>(m, "HillClimbingResult")
      .def_ro("parents", &HillClimbingResult::parents)
      .def_ro("score", &HillClimbingResult::score)
      .def_ro("trace", &HillClimbingResult::trace)
      .def_ro("iterations", &HillClimbingResult::iterations)
      .def_ro("climbs", &HillClimbingResult::climbs)
      .def_ro("additions", &HillClimbingResult::additions)
      .def_ro("removals", &HillClimbingResult::removals)
      .def_ro("reversals", &HillClimbingResult::reversals)
      .def_ro("random_moves", &HillClimbingResult::random_moves);

  m.def("hill_climbing", &hill_climbing, "oracle"_a, "rules"_a, "start"_a, "control"_a, "climbs"_a,
        "perturbation"_a, "seed"_a, "threads"_a, "cache_bytes"_a);
}

}  // namespace dagwright
