#pragma once

#include <optional>
#include <vector>

#include "dagwright/dag/family_counter.hpp"
#include "dagwright/dag/pdag.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

/// A step from one equivalence class to the next: Insert(from, to, set) or Delete(from, to, set)
/// of Chickering (2002). `set` holds neighbours of `to`: those that become its parents with an
/// insertion, those that become its children with a deletion.
struct ClassOperator {
  Variable from;
  Variable to;
  std::vector<Variable> set;
  double gain;
  double slack;
};

/// Best first; ties by the variables and the set, so that the order is always the same.
bool comes_before(const ClassOperator& a, const ClassOperator& b);

/// What operators on a CPDAG gain.
class ClassScorer {
 public:
  /// Distinct families are counted if `counter_bytes` suffice for that.
  ClassScorer(const scores::ScoreOracle& oracle, const Rules& rules, std::size_t counter_bytes)
      : oracle_(oracle), rules_(rules), families_(counter_bytes) {}

  /// The insertions into `to` that gain, best first; none if the control, where there is one,
  /// ended the run first. Whether
  /// paths forbid one is not looked at.
  std::vector<ClassOperator> insertions(const Pdag& graph, Variable to, RunControl* control) const;
  /// The valid deletions of edges into `to` that gain, best first.
  std::vector<ClassOperator> deletions(const Pdag& graph, Variable to) const;

  std::optional<std::uint64_t> distinct_scores() const { return families_.count(); }

 private:
  double score(Variable v, const std::vector<Variable>& parents) const;

  const scores::ScoreOracle& oracle_;
  const Rules& rules_;
  mutable FamilyCounter families_;
};

/// Whether every path from `to` to `from` that follows no edge backwards passes through the
/// neighbours of `to` that are its parents after the insertion (Chickering 2002, theorem 15).
bool is_blocked(const Pdag& graph, const ClassOperator& insertion);

Pdag insert(const Pdag& graph, const ClassOperator& insertion);
Pdag remove(const Pdag& graph, const ClassOperator& deletion);

}  // namespace dagwright::dag
