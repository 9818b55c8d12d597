#include "dagwright/exact/layer_expansion.hpp"

#include <algorithm>

#include "dagwright/core/assert.hpp"

namespace dagwright::exact {
namespace {

constexpr std::size_t kBatch = 1024;

/// The smallest set without `added` that gives `bound` or more when it is added.
template <class Set>
Set smallest_reaching(Set bound, Variable added) {
  if (contains(bound, added)) return bound & ~single<Set>(added);
  return bound & ~first_variables<Set>(added);
}

}  // namespace

template <class Set>
struct LayerExpansion<Set>::Batch {
  std::vector<Set> sets, reached;
  std::vector<Cost> costs;
  std::vector<Cost> arcs = std::vector<Cost>(kBatch);
  std::vector<Cost> bounds = std::vector<Cost>(kBatch);
  std::vector<LayerNode<Set>> candidates;
  std::vector<LayerNode<Set>> buffer;
  Gathering<Set> gathering;
  Successors<Set> found;
};

template <class Set>
std::vector<SetRange<Set>> LayerExpansion<Set>::ranges() const {
  std::vector<SetRange<Set>> ranges(1);
  for (std::size_t block = 1; block < layer_.n_blocks(); ++block) {
    ranges.back().to = layer_.first_of_block(block);
    ranges.push_back({ranges.back().to, std::nullopt});
  }
  return ranges;
}

template <class Set>
Successors<Set> LayerExpansion<Set>::expand(const SetRange<Set>& range, RunControl& control) const {
  Batch batch;
  for (std::size_t v = 0; v < graph_.n_variables() && !control.should_stop(); ++v) {
    expand_by(static_cast<Variable>(v), range, batch);
  }
  batch.found.nodes = batch.gathering.take_sorted();
  DAGWRIGHT_ASSERT(batch.found.nodes.empty() ||
                   ((!range.from || !(batch.found.nodes.front().set < *range.from)) &&
                    (!range.to || batch.found.nodes.back().set < *range.to)));
  return std::move(batch.found);
}

template <class Set>
void LayerExpansion<Set>::expand_by(Variable added, const SetRange<Set>& range,
                                    Batch& batch) const {
  const Set first = range.from ? smallest_reaching(*range.from, added) : Set{};
  const auto by_set = [](const LayerNode<Set>& node, Set wanted) { return node.set < wanted; };
  for (std::size_t index = layer_.block_of(first); index < layer_.n_blocks(); ++index) {
    if (range.to && !(layer_.first_of_block(index) < smallest_reaching(*range.to, added))) break;
    const auto nodes = layer_.block(index, batch.buffer);
    auto node = std::lower_bound(nodes.begin(), nodes.end(), first, by_set);
    const auto end =
        range.to ? std::lower_bound(node, nodes.end(), smallest_reaching(*range.to, added), by_set)
                 : nodes.end();
    for (; node != end; ++node) {
      if (contains(node->set, added)) continue;
      batch.sets.push_back(node->set);
      batch.costs.push_back(node->cost());
      if (batch.sets.size() == kBatch) flush(added, batch);
    }
    if (end != nodes.end()) break;
  }
  flush(added, batch);
}

template <class Set>
void LayerExpansion<Set>::flush(Variable added, Batch& batch) const {
  queries_.costs_of(added, batch.sets, batch.arcs.data());
  DAGWRIGHT_CHECK_EVERY(
      16, batch.sets.empty() || graph_.are_costs_after(batch.sets.back(), {&added, 1},
                                                       {&batch.arcs[batch.sets.size() - 1], 1}));
  batch.reached.clear();
  batch.candidates.clear();
  for (std::size_t i = 0; i < batch.sets.size(); ++i) {
    const Cost cost = batch.costs[i] + batch.arcs[i];
    if (cost >= limit_) continue;
    batch.reached.push_back(batch.sets[i] | single<Set>(added));
    batch.candidates.emplace_back(batch.reached.back(), cost, added);
  }
  heuristic_.bounds_at(batch.reached, batch.bounds.data());
  for (std::size_t i = 0; i < batch.candidates.size(); ++i) {
    const Cost f = batch.candidates[i].cost() + batch.bounds[i];
    if (f >= limit_) continue;
    batch.found.floor = std::min(batch.found.floor, f);
    batch.gathering.add(batch.candidates[i]);
  }
  batch.found.generated += batch.sets.size();
  batch.sets.clear();
  batch.costs.clear();
}

template class LayerExpansion<NarrowSet>;
template class LayerExpansion<WideSet>;

}  // namespace dagwright::exact
