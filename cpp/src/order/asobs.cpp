#include "dagwright/order/asobs.hpp"

#include <algorithm>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/bit_matrix.hpp"
#include "dagwright/core/graph.hpp"

namespace dagwright::order {
namespace {

/// A graph that grows edge by edge, and who comes before whom in it.
class GrowingDag {
 public:
  explicit GrowingDag(const orders::OrderIndex& index)
      : index_(index), n_(index.n_variables()), ancestors_(n_), descendants_(n_), parents_(n_) {
    // So that nobody takes a set that stands in the way of what others require.
    for (std::size_t v = 0; v < n_; ++v) {
      const auto child = static_cast<Variable>(v);
      for (const Variable parent : index.precedence().required(child)) add_edge(parent, child);
    }
  }

  /// Gives a variable its best set without descendants of it.
  void select_parents(Variable child) {
    orders::SetNumber set = index_.begin(child);
    while (!is_free_of_descendants(set, child)) {
      ++set;
      DAGWRIGHT_ASSERT(set < index_.end(child));
    }
    const auto members = index_.sets().members(set);
    parents_[child].assign(members.begin(), members.end());
    for (const Variable parent : members) add_edge(parent, child);
  }

  /// Parents first, and otherwise as in `preferred`: what a depth-first search up the edges leaves
  /// first.
  std::vector<Variable> topological_order(const std::vector<Variable>& preferred) const {
    const std::vector<std::size_t> place = strong_components(parents_, preferred);
    std::vector<Variable> order(n_);
    for (const Variable v : preferred) order[place[v]] = v;
    return order;
  }

 private:
  bool is_free_of_descendants(orders::SetNumber set, Variable child) const {
    const auto members = index_.sets().members(set);
    return std::none_of(members.begin(), members.end(),
                        [&](Variable member) { return descendants_.test(child, member); });
  }

  void add_edge(Variable parent, Variable child) {
    DAGWRIGHT_ASSERT(parent != child && !ancestors_.test(parent, child));
    if (ancestors_.test(child, parent)) return;
    join(ancestors_, parent, descendants_, child);
    join(descendants_, child, ancestors_, parent);
  }

  /// Gives `to` and all its `followers` the `rows` of `from`, and `from` itself.
  static void join(BitMatrix& rows, Variable from, const BitMatrix& followers, Variable to) {
    for (std::size_t v = 0; v < rows.size(); ++v) {
      if (v != to && !followers.test(to, v)) continue;
      rows.merge_row(v, from);
      rows.set(v, from);
    }
  }

  const orders::OrderIndex& index_;
  std::size_t n_;
  BitMatrix ancestors_;
  BitMatrix descendants_;
  VertexLists parents_;
};

}  // namespace

OrderSearchResult asobs(const Inputs& inputs, const AsobsOptions& options,
                        const Resources& resources, RunControl& control) {
  OrderSearch search(inputs, resources, control);
  search.run_all(options.restarts, [&](std::size_t number, WorkItem& item) {
    Rng rng(resources.seed, {number});
    search.begin(item, number, rng);
    item.keep_if_best();
    if (!item.may_go_on()) return;
    const std::vector<Variable> order = item.evaluator().order();
    GrowingDag dag(item.index());
    for (auto v = order.rbegin(); v != order.rend(); ++v) dag.select_parents(*v);
    item.begin_at(dag.topological_order(order));
    item.finish();
  });
  return search.take_result();
}

}  // namespace dagwright::order
