#include "dagwright/dag/pdag.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/graph.hpp"

namespace dagwright::dag {
namespace {

bool contains(std::span<const Variable> sorted, Variable v) {
  return std::binary_search(sorted.begin(), sorted.end(), v);
}

/// Labels the edges of a DAG as compelled or reversible, those into each variable after those
/// into its parents (Chickering 1995).
class Labelling {
 public:
  explicit Labelling(const ParentLists& dag) : dag_(dag), compelled_(dag.size()) {
    const std::vector<Variable> order = topological_order(dag);
    DAGWRIGHT_ASSERT(order.size() == dag.size());
    std::vector<std::size_t> position(dag.size());
    for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
    for (const Variable y : order) {
      std::vector<Variable> latest_first = dag[y];
      std::sort(latest_first.begin(), latest_first.end(),
                [&](Variable a, Variable b) { return position[a] > position[b]; });
      compelled_[y].assign(dag[y].size(), false);
      label_edges_into(y, latest_first);
    }
  }

  bool is_compelled(Variable child, std::size_t i) const { return compelled_[child][i]; }

 private:
  bool is_parent(Variable parent, Variable child) const { return contains(dag_[child], parent); }
  void compel(Variable parent, Variable child) {
    const auto place = std::lower_bound(dag_[child].begin(), dag_[child].end(), parent);
    DAGWRIGHT_ASSERT(place != dag_[child].end() && *place == parent);
    compelled_[child][static_cast<std::size_t>(place - dag_[child].begin())] = true;
  }

  /// The rest, from the i-th on, has no label yet: but for compelled ones, all get the same.
  void label_edges_into(Variable y, const std::vector<Variable>& latest_first) {
    if (latest_first.empty()) return;
    const Variable x = latest_first.front();
    for (std::size_t i = 0; i < dag_[x].size(); ++i) {
      if (!compelled_[x][i]) continue;
      if (!is_parent(dag_[x][i], y)) {
        compelled_[y].assign(dag_[y].size(), true);
        return;
      }
      compel(dag_[x][i], y);
    }
    const bool v_structure = std::any_of(dag_[y].begin(), dag_[y].end(),
                                         [&](Variable z) { return z != x && !is_parent(z, x); });
    if (v_structure) compelled_[y].assign(dag_[y].size(), true);
  }

  const ParentLists& dag_;
  std::vector<std::vector<bool>> compelled_;  ///< aligned with the lists of parents
};

}  // namespace

Pdag Pdag::class_of(const ParentLists& dag) {
  const Labelling labels(dag);
  Pdag graph(dag.size());
  for (std::size_t v = 0; v < dag.size(); ++v) {
    const auto child = static_cast<Variable>(v);
    for (std::size_t i = 0; i < dag[v].size(); ++i) {
      if (labels.is_compelled(child, i)) {
        graph.add_edge(dag[v][i], child);
      } else {
        graph.add_undirected(dag[v][i], child);
      }
    }
  }
  return graph;
}

bool Pdag::is_undirected(Variable a, Variable b) const {
  return contains(neighbours_[a], b);
}

bool Pdag::is_clique(std::span<const Variable> variables) const {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    for (std::size_t j = i + 1; j < variables.size(); ++j) {
      if (!adjacent(variables[i], variables[j])) return false;
    }
  }
  return true;
}

void Pdag::add_edge(Variable from, Variable to) {
  DAGWRIGHT_ASSERT(from != to && !adjacent(from, to));
  adjacent_.set(from, to);
  adjacent_.set(to, from);
  insert_sorted(parents_[to], from);
  insert_sorted(children_[from], to);
}

void Pdag::add_undirected(Variable a, Variable b) {
  DAGWRIGHT_ASSERT(a != b && !adjacent(a, b));
  adjacent_.set(a, b);
  adjacent_.set(b, a);
  insert_sorted(neighbours_[a], b);
  insert_sorted(neighbours_[b], a);
}

void Pdag::remove(Variable a, Variable b) {
  DAGWRIGHT_ASSERT(adjacent(a, b));
  adjacent_.reset(a, b);
  adjacent_.reset(b, a);
  for (const auto& [from, to] : {std::pair(a, b), {b, a}}) {
    std::erase(neighbours_[from], to);
    std::erase(parents_[from], to);
    std::erase(children_[from], to);
  }
}

void Pdag::orient(Variable from, Variable to) {
  DAGWRIGHT_ASSERT(is_undirected(from, to));
  remove(from, to);
  add_edge(from, to);
}

/// A sink whose undirected neighbours are adjacent to all that is adjacent to it can have all its
/// edges point at it; what remains without it is a problem of the same kind. If any extension
/// exists, one exists with that sink, also within the rules: it takes parents from others, and
/// its own were checked.
std::optional<ParentLists> Pdag::extension(const Rules& rules) const {
  const std::size_t n = size();
  std::vector<bool> gone(n, false);
  ParentLists dag(n);
  const auto can_be_sink = [&](Variable x) {
    for (const Variable child : children_[x]) {
      if (!gone[child]) return false;
    }
    std::vector<Variable> around;
    for (const Variable p : parents_[x]) {
      if (!rules.allowed.test(x, p) || rules.required.test(p, x)) return false;
      around.push_back(p);
    }
    for (const Variable y : neighbours_[x]) {
      if (gone[y]) continue;
      if (!rules.allowed.test(x, y) || rules.required.test(y, x)) return false;
      around.push_back(y);
    }
    if (around.size() > rules.max_parents[x]) return false;
    for (const Variable y : neighbours_[x]) {
      if (gone[y]) continue;
      for (const Variable other : around) {
        if (other != y && !adjacent(y, other)) return false;
      }
    }
    std::sort(around.begin(), around.end());
    dag[x] = std::move(around);
    return true;
  };

  std::vector<Variable> all(n);
  std::iota(all.begin(), all.end(), Variable{0});
  std::deque<Variable> open(all.begin(), all.end());
  std::size_t left = n;
  while (!open.empty()) {
    const Variable x = open.front();
    open.pop_front();
    if (gone[x] || !can_be_sink(x)) continue;
    gone[x] = true;
    --left;
    // Only what was adjacent can have become a sink by this.
    for (const Variable p : dag[x]) open.push_back(p);
  }
  if (left > 0) return std::nullopt;
  DAGWRIGHT_CHECK_EVERY(8, is_acyclic(dag));
  return dag;
}

}  // namespace dagwright::dag
