#include "dagwright/dag/ancestors.hpp"

#include <algorithm>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::dag {

Ancestors::Ancestors(const ParentLists& parents) : bits_(parents.size()) {
  DAGWRIGHT_ASSERT(is_acyclic(parents));
  for (const Variable v : topological_order(parents)) recompute(v, parents);
}

void Ancestors::recompute(Variable v, const ParentLists& parents) {
  bits_.clear_row(v);
  for (const Variable p : parents[v]) {
    bits_.merge_row(v, p);
    bits_.set(v, p);
  }
}

bool Ancestors::can_reverse(Variable from, Variable to, const ParentLists& parents) const {
  return std::none_of(parents[to].begin(), parents[to].end(),
                      [&](Variable other) { return other != from && is_ancestor(from, other); });
}

std::vector<Variable> Ancestors::with_descendants(Variable v) const {
  std::vector<Variable> found{v};
  for (std::size_t d = 0; d < bits_.size(); ++d) {
    if (bits_.test(d, v)) found.push_back(static_cast<Variable>(d));
  }
  return found;
}

void Ancestors::added(Variable from, Variable to) {
  DAGWRIGHT_ASSERT(can_add(from, to));
  for (const Variable d : with_descendants(to)) {
    bits_.merge_row(d, from);
    bits_.set(d, from);
  }
}

/// A variable has strictly more ancestors than each of its ancestors, so the old counts order
/// the affected variables topologically.
void Ancestors::removed(Variable to, const ParentLists& parents) {
  std::vector<std::pair<std::size_t, Variable>> affected;
  for (const Variable d : with_descendants(to)) affected.emplace_back(bits_.count_row(d), d);
  std::sort(affected.begin(), affected.end());
  for (const auto& [count, d] : affected) recompute(d, parents);
}

}  // namespace dagwright::dag
