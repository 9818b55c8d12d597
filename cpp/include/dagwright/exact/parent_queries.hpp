#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "dagwright/exact/order_graph.hpp"

namespace dagwright::exact {

/// How the cost of an arc of the order graph is found.
enum class QueryKind {
  table,  ///< a dense table over the most telling candidate parents, then a short scan
  scan,   ///< the sorted list from its start (Yuan & Malone 2012, 4.1)
  bits,   ///< bit vectors of the sets that each variable is in (the same, Tables 2 to 4)
  full,   ///< a dense table over all other variables: the full parent graph
};

/// Costs of arcs, many at a time: a search asks for all successors of a node, or for the same
/// successor of many nodes. Costs are kNoCost where required parents are missing.
template <class Set>
class ParentQueries {
 public:
  virtual ~ParentQueries() = default;

  /// costs[i] = cost of placing children[i] after `placed`.
  virtual void costs_after(Set placed, std::span<const Variable> children, Cost* costs) const = 0;

  /// costs[i] = cost of placing `child` after placed[i].
  virtual void costs_of(Variable child, std::span<const Set> placed, Cost* costs) const = 0;

  virtual std::size_t bytes() const = 0;

  Cost cost(Variable child, Set placed) const {
    Cost found;
    costs_of(child, {&placed, 1}, &found);
    return found;
  }
};

/// Bytes that queries of this kind take; computed before they are made.
template <class Set>
std::size_t query_bytes(const OrderGraph<Set>& graph, QueryKind kind);

template <class Set>
std::unique_ptr<ParentQueries<Set>> make_queries(const OrderGraph<Set>& graph, QueryKind kind);

}  // namespace dagwright::exact
