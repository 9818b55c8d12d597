#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>

#include "bindings.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "dagwright/scores/stage_oracle.hpp"
#include "options.hpp"
#include "python_lock.hpp"
#include "python_oracle.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

/// Sorted copy of parents, or an exception: the core takes them as they are.
std::vector<Variable> check_family(const scores::ScoreOracle& oracle, Variable child,
                                   std::vector<Variable> parents) {
  std::sort(parents.begin(), parents.end());
  const bool known =
      child < oracle.n_variables() && (parents.empty() || parents.back() < oracle.n_variables());
  if (!known) throw std::invalid_argument("no such variable");
  const bool distinct = std::adjacent_find(parents.begin(), parents.end()) == parents.end();
  if (!distinct || std::binary_search(parents.begin(), parents.end(), child)) {
    throw std::invalid_argument("parents must be distinct and not the child");
  }
  return parents;
}

double score_one(const scores::ScoreOracle& oracle, Variable child, std::vector<Variable> parents) {
  parents = check_family(oracle, child, std::move(parents));
  const WithoutPython no_lock;
  return oracle.score(child, parents);
}

std::vector<double> score_many(const scores::ScoreOracle& oracle, Variable child,
                               const std::vector<std::vector<Variable>>& parent_sets) {
  std::vector<std::vector<Variable>> sets;
  for (const auto& parents : parent_sets) sets.push_back(check_family(oracle, child, parents));
  std::vector<double> scores(sets.size());
  const WithoutPython no_lock;
  for (std::size_t i = 0; i < sets.size(); ++i) scores[i] = oracle.score(child, sets[i]);
  return scores;
}

/// The score of each variable with its parents.
std::vector<double> score_families(const scores::ScoreOracle& oracle,
                                   std::vector<std::vector<Variable>> families) {
  if (families.size() != oracle.n_variables()) {
    throw std::invalid_argument("one family per variable");
  }
  for (std::size_t v = 0; v < families.size(); ++v) {
    families[v] = check_family(oracle, static_cast<Variable>(v), std::move(families[v]));
  }
  std::vector<double> scores(families.size());
  const WithoutPython no_lock;
  for (std::size_t v = 0; v < families.size(); ++v) {
    scores[v] = oracle.score(static_cast<Variable>(v), families[v]);
  }
  return scores;
}

std::vector<double> score_additions(const scores::ScoreOracle& oracle, Variable child,
                                    std::vector<Variable> parents,
                                    const std::vector<Variable>& candidates) {
  for (const Variable candidate : candidates) {
    std::vector<Variable> extended = parents;
    extended.push_back(candidate);
    check_family(oracle, child, std::move(extended));
  }
  std::sort(parents.begin(), parents.end());
  std::vector<double> scores(candidates.size());
  const WithoutPython no_lock;
  oracle.score_additions(child, parents, candidates, -std::numeric_limits<double>::infinity(),
                         scores);
  return scores;
}

/// The same in pieces, with looks at the clock: fewer scores if the run has to end.
std::vector<double> score_additions_until(const scores::ScoreOracle& oracle, Variable child,
                                          std::vector<Variable> parents,
                                          const std::vector<Variable>& candidates,
                                          RunControl& control) {
  parents = check_family(oracle, child, std::move(parents));
  for (const Variable candidate : candidates) {
    if (candidate >= oracle.n_variables() || candidate == child ||
        std::binary_search(parents.begin(), parents.end(), candidate)) {
      throw std::invalid_argument("candidates must be other variables than child and parents");
    }
  }
  std::vector<double> scores(candidates.size());
  const WithoutPython no_lock;
  scores.resize(scores::score_additions_until(oracle, child, parents, candidates,
                                              -std::numeric_limits<double>::infinity(), scores,
                                              control));
  return scores;
}

int traverse_python_oracle(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<PythonOracle>(self)->function());
  return 0;
}

int clear_python_oracle(PyObject* self) {
  nb::inst_ptr<PythonOracle>(self)->forget_function();
  return 0;
}

PyType_Slot python_oracle_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_python_oracle)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_python_oracle)},
    {0, nullptr},
};

}  // namespace

void bind_scores(nb::module_& m) {
  bind_enum<scores::ScoreKind>(m, "ScoreKind",
                               {{"log_likelihood", scores::ScoreKind::log_likelihood},
                                {"bic", scores::ScoreKind::bic},
                                {"aic", scores::ScoreKind::aic},
                                {"bdeu", scores::ScoreKind::bdeu},
                                {"k2", scores::ScoreKind::k2}});

  bind_enum<scores::CountingKernel>(m, "CountingKernel",
                                    {{"automatic", scores::CountingKernel::automatic},
                                     {"bits", scores::CountingKernel::bits},
                                     {"codes", scores::CountingKernel::codes},
                                     {"rows", scores::CountingKernel::rows}});

  nb::class_<scores::ScoreOracle>(m, "ScoreOracle", "Where local scores come from.")
      .def("score", &score_one, "child"_a, "parents"_a)
      .def("score_many", &score_many, "child"_a, "parent_sets"_a)
      .def("score_families", &score_families, "families"_a)
      .def("score_additions", &score_additions, "child"_a, "parents"_a, "candidates"_a)
      .def("score_additions_until", &score_additions_until, "child"_a, "parents"_a, "candidates"_a,
           "control"_a)
      .def("upper_bound", &scores::ScoreOracle::upper_bound, "child"_a);

  nb::class_<scores::LocalScores, scores::ScoreOracle>(m, "LocalScores",
                                                       "Local scores counted from a table.")
      .def(nb::init<std::shared_ptr<const data::Table>, scores::ScoreKind, double, std::size_t,
                    scores::CountingKernel, std::uint64_t>(),
           "table"_a, "kind"_a, "equivalent_sample_size"_a, "memo_bytes"_a,
           "kernel"_a = scores::CountingKernel::automatic,
           "most_tabulated"_a = std::numeric_limits<std::uint64_t>::max(), nb::call_guard<InCore>())
      .def_prop_ro("sets_counted", &scores::LocalScores::sets_counted)
      .def_prop_ro("memo_hits", &scores::LocalScores::memo_hits)
      .def("release_memory", &scores::LocalScores::release_memory)
      .def_prop_ro("memo_bytes", &scores::LocalScores::memo_bytes)
      .def_prop_ro("instruction_set", [](const scores::LocalScores& self) {
        return to_string(self.instruction_set());
      });

  nb::class_<scores::StageOracle, scores::ScoreOracle>(m, "StageOracle",
                                                       "Local scores of a stage of a curriculum.")
      .def(nb::init<const scores::ScoreOracle&, std::vector<bool>, std::optional<Variable>,
                    double>(),
           "base"_a, "selected"_a, "segment"_a, "penalty"_a, nb::keep_alive<1, 2>());

  nb::class_<PythonOracle, scores::ScoreOracle>(m, "PythonOracle",
                                                nb::type_slots(python_oracle_slots),
                                                "Local scores from a Python function.")
      .def(nb::init<std::size_t, nb::callable>(), "n_variables"_a, "function"_a)
      .def_prop_ro("calls", &PythonOracle::calls);
}

}  // namespace dagwright
