#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/orders/order_index.hpp"

namespace dagwright::order {

/// Makes orders to start from. Each respects the precedence of the index. Shared by threads.
class InitialOrder {
 public:
  explicit InitialOrder(const orders::OrderIndex& index) : index_(index) {}
  InitialOrder(const InitialOrder&) = delete;
  InitialOrder& operator=(const InitialOrder&) = delete;
  virtual ~InitialOrder() = default;

  std::vector<Variable> make(Rng& rng) const;

 protected:
  const orders::OrderIndex& index() const { return index_; }

 private:
  virtual std::vector<Variable> draw(Rng& rng) const = 0;

  const orders::OrderIndex& index_;
};

/// Any order, all equally likely.
std::unique_ptr<InitialOrder> make_random_order(const orders::OrderIndex& index);

/// S1's Algorithm 3 (Perez & Mauá 2016) on the graph of best parents: next is a variable with the
/// fewest parents not yet placed; among those, the one with the least product, over its children
/// not yet placed, of their numbers of parents not yet placed; then a random one.
///
/// `prefer_freeing` (ours) breaks ties in favour of who is the last missing parent of most
/// children: by the product alone a variable without children ties with one that frees a child.
std::unique_ptr<InitialOrder> make_dfs_order(const orders::OrderIndex& index, bool prefer_freeing);

/// S1's Algorithm 4: removes a cheap set of edges from the graph of best parents so that it has no
/// cycle (Demetrescu & Finocchi 2003), and draws an order that respects the others.
std::unique_ptr<InitialOrder> make_fas_order(const orders::OrderIndex& index);

/// S2's code: next is a random one of the `choices` variables that cost least after those placed.
std::unique_ptr<InitialOrder> make_greedy_order(const orders::OrderIndex& index,
                                                std::size_t choices);

}  // namespace dagwright::order
