#pragma once

#include <cstddef>
#include <cstdint>

#include "dagwright/order/work_item.hpp"

namespace dagwright::order {

struct TabuOptions {
  std::size_t length;      ///< moves for which a variable that was moved stays where it is
  std::uint64_t patience;  ///< moves without a new best after which it ends
};

/// The best insertion of a variable that was not moved lately, even a worsening one, again and
/// again (Glover 1989). A tabu variable may move if that gives a new best. Insertions that change
/// nothing are no moves: most do not, and the search would do nothing else.
///
/// Returns whether it came to its end.
bool search_with_tabu(WorkItem& item, const TabuOptions& options, std::size_t radius);

}  // namespace dagwright::order
