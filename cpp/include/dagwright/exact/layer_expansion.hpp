#pragma once

#include <optional>
#include <vector>

#include "dagwright/exact/gathering.hpp"
#include "dagwright/exact/heuristic.hpp"
#include "dagwright/exact/layer.hpp"

namespace dagwright::exact {

/// Successors of a layer whose sets lie in [from, to).
template <class Set>
struct SetRange {
  std::optional<Set> from;
  std::optional<Set> to;
};

template <class Set>
struct Successors {
  std::vector<LayerNode<Set>> nodes;  ///< ascending, each set once
  Cost floor = kNoCost;               ///< the lowest f among them
  std::uint64_t generated = 0;
};

/// Expands a layer one range of successors at a time.
///
/// Adding X to sets without X keeps their order. So the successors by X that lie in a range come
/// from one stretch of the sorted layer, and duplicates meet in the same range whatever variable
/// was added last: every range is found by sequential reading, needs memory for itself only, and
/// does not depend on others. Ranges are what threads share out.
template <class Set>
class LayerExpansion {
 public:
  LayerExpansion(const OrderGraph<Set>& graph, const ParentQueries<Set>& queries,
                 const Heuristic<Set>& heuristic, const NodeLayer<Set>& layer, Cost limit)
      : graph_(graph), queries_(queries), heuristic_(heuristic), layer_(layer), limit_(limit) {}

  /// Ranges that together hold all successors, ascending.
  std::vector<SetRange<Set>> ranges() const;

  /// The successors in a range with f below the limit. Ends early once the control has stopped.
  Successors<Set> expand(const SetRange<Set>& range, RunControl& control) const;

 private:
  struct Batch;

  void expand_by(Variable added, const SetRange<Set>& range, Batch& batch) const;
  void flush(Variable added, Batch& batch) const;

  const OrderGraph<Set>& graph_;
  const ParentQueries<Set>& queries_;
  const Heuristic<Set>& heuristic_;
  const NodeLayer<Set>& layer_;
  Cost limit_;
};

extern template class LayerExpansion<NarrowSet>;
extern template class LayerExpansion<WideSet>;

}  // namespace dagwright::exact
