#pragma once

#include <vector>

#include "dagwright/orders/order_index.hpp"

namespace dagwright::order {

/// The graph H in which every variable has its best parents; it may have cycles. Where several
/// sets are best, the first in the list counts.
struct BestParents {
  explicit BestParents(const orders::OrderIndex& index);

  std::vector<std::vector<Variable>> parents;
  std::vector<std::vector<Variable>> children;
};

}  // namespace dagwright::order
