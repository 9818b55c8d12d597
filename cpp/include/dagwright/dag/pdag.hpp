#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dagwright/core/bit_matrix.hpp"
#include "dagwright/core/types.hpp"
#include "dagwright/dag/ancestors.hpp"
#include "dagwright/dag/rules.hpp"

namespace dagwright::dag {

/// A graph of directed and undirected edges; as a CPDAG it stands for a Markov equivalence class.
class Pdag {
 public:
  explicit Pdag(std::size_t n) : adjacent_(n), neighbours_(n), parents_(n), children_(n) {}

  /// The CPDAG of a DAG: an edge that points the same way in every equivalent DAG is directed
  /// (Chickering 1995).
  static Pdag class_of(const ParentLists& dag);

  std::size_t size() const { return parents_.size(); }
  bool adjacent(Variable a, Variable b) const { return adjacent_.test(a, b); }
  /// All ascending.
  std::span<const Variable> neighbours(Variable v) const { return neighbours_[v]; }
  std::span<const Variable> parents(Variable v) const { return parents_[v]; }
  std::span<const Variable> children(Variable v) const { return children_[v]; }
  std::size_t degree(Variable v) const {
    return neighbours_[v].size() + parents_[v].size() + children_[v].size();
  }
  bool is_undirected(Variable a, Variable b) const;
  bool is_clique(std::span<const Variable> variables) const;

  void add_edge(Variable from, Variable to);
  void add_undirected(Variable a, Variable b);
  void remove(Variable a, Variable b);
  /// Gives an undirected edge a direction.
  void orient(Variable from, Variable to);

  /// A DAG with these edges, directed as they are here, without further v-structures and within
  /// the rules, if there is one (Dor & Tarsi 1992).
  std::optional<ParentLists> extension(const Rules& rules) const;

  bool operator==(const Pdag&) const = default;

 private:
  BitMatrix adjacent_;
  std::vector<std::vector<Variable>> neighbours_;
  std::vector<std::vector<Variable>> parents_;
  std::vector<std::vector<Variable>> children_;
};

}  // namespace dagwright::dag
