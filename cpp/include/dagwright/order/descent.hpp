#pragma once

#include <cstddef>

#include "dagwright/core/rng.hpp"
#include "dagwright/order/work_item.hpp"

namespace dagwright::order {

/// How a descent chooses its next insertion (S2, section 3; Lee & van Beek 2017): `hybrid` is
/// orders::descend_by_insertion.
enum class Improvement : int { hybrid, best, first };

/// Goes from one order to a better one by insertions of at most `radius` places until there is
/// none, or the item must end. Returns whether it reached a local optimum.
bool descend(WorkItem& item, Improvement improvement, std::size_t radius, Rng& rng);

/// The best insertion of all; ties to the variable that comes first.
bool descend_best(WorkItem& item, std::size_t radius);

/// A random one of all improving insertions.
bool descend_first(WorkItem& item, std::size_t radius, Rng& rng);

}  // namespace dagwright::order
