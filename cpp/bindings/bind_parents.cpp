#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>
#include <utility>

#include "arrays.hpp"
#include "bindings.hpp"
#include "dagwright/parents/candidate_oracle.hpp"
#include "dagwright/parents/candidate_sets.hpp"
#include "dagwright/parents/select_all.hpp"
#include "options.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

/// The lists of all children behind each other; see ParentSets. Each list is freed once copied.
nb::dict to_arrays(std::vector<parents::CandidateList> lists) {
  std::vector<std::uint64_t> child_starts{0}, set_starts{0}, complete_sizes, evaluations;
  std::vector<double> scores, unseen_bounds;
  std::vector<Variable> members;
  std::vector<std::uint8_t> ends;
  std::size_t n_sets = 0, n_members = 0;
  for (const parents::CandidateList& list : lists) {
    n_sets += list.sets.size();
    n_members += list.sets.n_members();
  }
  scores.reserve(n_sets);
  set_starts.reserve(n_sets + 1);
  members.reserve(n_members);
  for (parents::CandidateList& list : lists) {
    for (std::size_t i = 0; i < list.sets.size(); ++i) {
      const auto set = list.sets.members(i);
      scores.push_back(list.sets.score(i));
      members.insert(members.end(), set.begin(), set.end());
      set_starts.push_back(members.size());
    }
    child_starts.push_back(scores.size());
    complete_sizes.push_back(list.complete_size);
    unseen_bounds.push_back(list.unseen_bound);
    evaluations.push_back(list.evaluations);
    ends.push_back(static_cast<std::uint8_t>(list.end));
    list.sets = parents::ScoredSets();
  }
  nb::dict arrays;
  arrays["child_starts"] = to_numpy(std::move(child_starts));
  arrays["scores"] = to_numpy(std::move(scores));
  arrays["set_starts"] = to_numpy(std::move(set_starts));
  arrays["members"] = to_numpy(std::move(members));
  arrays["complete_size"] = to_numpy(std::move(complete_sizes));
  arrays["unseen_bound"] = to_numpy(std::move(unseen_bounds));
  arrays["evaluations"] = to_numpy(std::move(evaluations));
  arrays["end"] = to_numpy(std::move(ends));
  return arrays;
}

void make_selection_inputs(parents::SelectionInputs* self, const scores::ScoreOracle& oracle,
                           std::vector<Variable> children, const parents::ParentRules& rules) {
  for (const Variable child : children) {
    if (child >= oracle.n_variables() || rules.n_variables() != oracle.n_variables()) {
      throw std::invalid_argument("no such variable");
    }
  }
  new (self) parents::SelectionInputs{oracle, std::move(children), rules};
}

nb::dict select_for(const parents::SelectionInputs& inputs,
                    const parents::SelectionOptions& options, const Resources& resources,
                    RunControl& control) {
  std::vector<parents::CandidateList> lists;
  {
    const WithoutPython no_lock;
    lists = parents::select_all(inputs, options, resources, control);
  }
  return to_arrays(std::move(lists));
}

template <class T>
using ReadOnlyArray = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> to_span(const ReadOnlyArray<T>& array) {
  return {array.data(), array.size()};
}

void make_candidate_sets(parents::CandidateSets* self,
                         const ReadOnlyArray<std::int64_t>& child_starts,
                         const ReadOnlyArray<double>& scores,
                         const ReadOnlyArray<std::uint32_t>& set_starts,
                         const ReadOnlyArray<std::uint16_t>& members) {
  const InCore in_core;
  new (self) parents::CandidateSets(
      {to_span(child_starts), to_span(scores), to_span(set_starts), to_span(members)});
}

std::vector<std::int64_t> find_families(const parents::CandidateSets& sets,
                                        const std::vector<std::vector<Variable>>& families) {
  if (families.size() != sets.n_variables()) throw std::invalid_argument("one family per variable");
  const WithoutPython no_lock;
  return sets.find_families(families);
}

std::vector<std::int64_t> best_in_order(const parents::CandidateSets& sets,
                                        const std::vector<Variable>& order) {
  check_order(order, sets.n_variables());
  const WithoutPython no_lock;
  return sets.best_in_order(order);
}

auto excesses(const parents::CandidateSets& sets) {
  std::vector<std::int64_t> values(sets.n_sets());
  for (std::size_t s = 0; s < values.size(); ++s) values[s] = sets.excess(s);
  return to_read_only(std::move(values));
}

/// Which parents each variable must and may have; `levels` are as in EdgeLevels.
void make_parent_rules(parents::ParentRules* self, std::size_t n_variables,
                       const std::vector<parents::ParentRules::Edge>& required,
                       const std::vector<parents::ParentRules::Edge>& forbidden,
                       std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> levels,
                       std::size_t max_parents) {
  new (self) parents::ParentRules(n_variables, required, forbidden,
                                  parents::EdgeLevels(n_variables, std::move(levels)), max_parents);
}

}  // namespace

void bind_parents(nb::module_& m) {
  nb::class_<parents::CandidateSets>(m, "CandidateSets",
                                     "The checked arrays of a ParentSets, not copied.")
      .def("__init__", &make_candidate_sets, "child_starts"_a, "scores"_a, "set_starts"_a,
           "members"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
           nb::keep_alive<1, 5>())
      .def_prop_ro("scale", &parents::CandidateSets::scale, "Costs are in units of 2^-scale nat.")
      .def("excesses", &excesses, "The cost of every set, in these units.")
      .def_prop_ro("most_excess", &parents::CandidateSets::most_excess,
                   "What larger excesses were reduced to; 2^63 - 1 if none was.")
      .def_prop_ro("rounding", &parents::CandidateSets::rounding,
                   "Nats by which the excess of a network can be off.")
      .def("known_network", &parents::CandidateSets::known_network,
           "A network found in little time, as numbers of sets; empty if there is none.")
      .def("find_families", &find_families, "families"_a,
           "For each child the number of the set with these ascending members, or -1.")
      .def("best_in_order", &best_in_order, "order"_a,
           "For each child the number of its best set within the variables before it, or -1.")
      .def("common_members", &parents::CandidateSets::common_members, "child"_a);

  nb::class_<parents::CandidateOracle, scores::ScoreOracle>(m, "CandidateOracle",
                                                            "Local scores out of lists.")
      .def(nb::init<const parents::CandidateSets&>(), "sets"_a, nb::call_guard<InCore>())
      .def_static("bytes_for", &parents::CandidateOracle::bytes_for, "n_sets"_a);

  bind_enum<parents::SelectionKind>(m, "SelectionKind",
                                    {{"sequential", parents::SelectionKind::sequential},
                                     {"greedy", parents::SelectionKind::greedy},
                                     {"independence", parents::SelectionKind::independence}});

  bind_enum<parents::EnumerationEnd>(m, "EnumerationEnd",
                                     {{"complete", parents::EnumerationEnd::complete},
                                      {"size", parents::EnumerationEnd::size},
                                      {"evaluations", parents::EnumerationEnd::evaluations},
                                      {"time", parents::EnumerationEnd::time},
                                      {"memory", parents::EnumerationEnd::memory},
                                      {"interrupted", parents::EnumerationEnd::interrupted}});

  nb::class_<parents::ParentRules>(m, "ParentRules",
                                   "Which parents each variable must and may have.")
      .def("__init__", &make_parent_rules, "n_variables"_a, "required"_a, "forbidden"_a, "levels"_a,
           "max_parents"_a)
      .def("candidates", [](const parents::ParentRules& self, Variable child) {
        if (child >= self.n_variables()) throw std::invalid_argument("no such variable");
        return self.candidates(child);
      });

  OptionBinder<parents::PruningRules>(m, "PruningRules")
      .field("likelihood", &parents::PruningRules::likelihood)
      .field("in_degree", &parents::PruningRules::in_degree)
      .field("entropy", &parents::PruningRules::entropy)
      .field("cells", &parents::PruningRules::cells)
      .field("atoms", &parents::PruningRules::atoms);
  OptionBinder<parents::SelectionOptions>(m, "SelectionOptions")
      .field("kind", &parents::SelectionOptions::kind)
      .field("pruning", &parents::SelectionOptions::pruning)
      .field("seconds_per_variable", &parents::SelectionOptions::seconds_per_variable)
      .field("max_evaluations", &parents::SelectionOptions::max_evaluations)
      .field("max_open", &parents::SelectionOptions::max_open)
      .field("subsets_first", &parents::SelectionOptions::subsets_first);
  nb::class_<parents::SelectionInputs>(m, "SelectionInputs", "What is selected.")
      .def("__init__", &make_selection_inputs, "oracle"_a, "children"_a, "rules"_a,
           nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>());

  m.def("select_parent_sets", &select_for, "inputs"_a, "options"_a, "resources"_a, "control"_a);
}

}  // namespace dagwright
