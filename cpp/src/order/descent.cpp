#include "dagwright/order/descent.hpp"

#include "dagwright/orders/insertion_descent.hpp"

namespace dagwright::order {

bool descend(WorkItem& item, Improvement improvement, std::size_t radius, Rng& rng) {
  const bool reached = improvement == Improvement::hybrid
                           ? orders::descend_by_insertion(item, radius, rng)
                       : improvement == Improvement::best ? descend_best(item, radius)
                                                          : descend_first(item, radius, rng);
  if (reached) ++item.counters().local_optima;
  return reached;
}

}  // namespace dagwright::order
