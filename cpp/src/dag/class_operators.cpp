#include "dagwright/dag/class_operators.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "dagwright/dag/move.hpp"

namespace dagwright::dag {
namespace {

using Variables = std::vector<Variable>;

Variables merged(std::span<const Variable> a, std::span<const Variable> b) {
  Variables both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

/// Neighbours of `to` that are adjacent to `from` (NA in Chickering 2002), and the others.
std::pair<Variables, Variables> split_neighbours(const Pdag& graph, Variable from, Variable to) {
  std::pair<Variables, Variables> parts;
  for (const Variable v : graph.neighbours(to)) {
    if (v != from) (graph.adjacent(v, from) ? parts.first : parts.second).push_back(v);
  }
  return parts;
}

/// Calls function(T, clique + T) for each subset T of `choice` that makes a larger clique.
template <class Function>
void for_each_larger_clique(const Pdag& graph, Variables& clique, std::span<const Variable> choice,
                            Variables& chosen, const Function& function) {
  function(chosen, clique);
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const bool fits = std::all_of(clique.begin(), clique.end(),
                                  [&](Variable v) { return graph.adjacent(v, choice[i]); });
    if (!fits) continue;
    clique.push_back(choice[i]);
    chosen.push_back(choice[i]);
    for_each_larger_clique(graph, clique, choice.subspan(i + 1), chosen, function);
    clique.pop_back();
    chosen.pop_back();
  }
}

Variables sorted(Variables variables) {
  std::sort(variables.begin(), variables.end());
  return variables;
}

}  // namespace

bool comes_before(const ClassOperator& a, const ClassOperator& b) {
  return std::tie(b.gain, a.from, a.to, a.set) < std::tie(a.gain, b.from, b.to, b.set);
}

double ClassScorer::score(Variable v, const Variables& parents) const {
  families_.add(v, parents);
  return oracle_.score(v, parents);
}

std::vector<ClassOperator> ClassScorer::insertions(const Pdag& graph, Variable to,
                                                   RunControl* control) const {
  // Most candidates ask for the same parents besides them, so they are scored together.
  struct Requests {
    Variables candidates;
    std::vector<Variables> sets;
  };
  std::map<Variables, Requests> by_parents;
  for (std::size_t u = 0; u < graph.size(); ++u) {
    const auto from = static_cast<Variable>(u);
    if (from == to || graph.adjacent(from, to)) continue;
    if (!rules_.allowed.test(to, from) && !rules_.allowed.test(from, to)) continue;
    auto [clique, choice] = split_neighbours(graph, from, to);
    if (!graph.is_clique(clique)) continue;
    Variables chosen;
    for_each_larger_clique(graph, clique, choice, chosen,
                           [&](const Variables& set, const Variables& whole) {
                             Variables others = merged(sorted(whole), graph.parents(to));
                             if (others.size() + 1 > rules_.max_parents[to]) return;
                             Requests& requests = by_parents[std::move(others)];
                             requests.candidates.push_back(from);
                             requests.sets.push_back(set);
                           });
  }
  std::vector<ClassOperator> found;
  for (auto& [others, requests] : by_parents) {
    const double without = score(to, others);
    if (!std::isfinite(without)) continue;
    const double slack = gain_tolerance(without);
    std::vector<double> scores(requests.candidates.size());
    if (control == nullptr) {
      oracle_.score_additions(to, others, requests.candidates, without, scores);
    } else if (score_additions_until(oracle_, to, others, requests.candidates, without, scores,
                                     *control) < scores.size()) {
      return {};
    }
    families_.add(to, others, requests.candidates, scores);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double gain = scores[i] - without;
      if (!(gain > slack)) continue;
      found.push_back({requests.candidates[i], to, std::move(requests.sets[i]), gain, slack});
    }
  }
  std::sort(found.begin(), found.end(), comes_before);
  return found;
}

std::vector<ClassOperator> ClassScorer::deletions(const Pdag& graph, Variable to) const {
  std::vector<ClassOperator> found;
  const Variables edges = merged(graph.neighbours(to), graph.parents(to));
  for (const Variable from : edges) {
    if (rules_.required.test(to, from) || rules_.required.test(from, to)) continue;
    const Variables common = split_neighbours(graph, from, to).first;
    Variables kept;
    Variables chosen;
    // What stays a neighbour must be a clique; the set is what does not stay.
    for_each_larger_clique(graph, kept, common, chosen,
                           [&](const Variables& stays, const Variables&) {
                             Variables set;
                             std::set_difference(common.begin(), common.end(), stays.begin(),
                                                 stays.end(), std::back_inserter(set));
                             Variables with = merged(merged(stays, graph.parents(to)), {&from, 1});
                             const double before = score(to, with);
                             std::erase(with, from);
                             const double gain = score(to, with) - before;
                             const double slack = gain_tolerance(before);
                             if (gain > slack)
                               found.push_back({from, to, std::move(set), gain, slack});
                           });
  }
  std::sort(found.begin(), found.end(), comes_before);
  return found;
}

bool is_blocked(const Pdag& graph, const ClassOperator& insertion) {
  std::vector<bool> closed(graph.size(), false);
  for (const Variable v : insertion.set) closed[v] = true;
  for (const Variable v : graph.neighbours(insertion.to)) {
    if (graph.adjacent(v, insertion.from)) closed[v] = true;
  }
  Variables open{insertion.to};
  closed[insertion.to] = true;
  while (!open.empty()) {
    const Variable v = open.back();
    open.pop_back();
    if (v == insertion.from) return false;
    for (const auto& next : {graph.neighbours(v), graph.children(v)}) {
      for (const Variable w : next) {
        if (closed[w]) continue;
        closed[w] = true;
        open.push_back(w);
      }
    }
  }
  return true;
}

Pdag insert(const Pdag& graph, const ClassOperator& insertion) {
  Pdag changed = graph;
  changed.add_edge(insertion.from, insertion.to);
  for (const Variable v : insertion.set) changed.orient(v, insertion.to);
  return changed;
}

Pdag remove(const Pdag& graph, const ClassOperator& deletion) {
  Pdag changed = graph;
  changed.remove(deletion.from, deletion.to);
  for (const Variable v : deletion.set) {
    changed.orient(deletion.to, v);
    if (changed.is_undirected(deletion.from, v)) changed.orient(deletion.from, v);
  }
  return changed;
}

}  // namespace dagwright::dag
