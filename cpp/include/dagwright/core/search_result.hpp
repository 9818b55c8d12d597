#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dagwright/core/counters.hpp"
#include "dagwright/core/graph.hpp"
#include "dagwright/core/trace.hpp"

namespace dagwright {

/// What every search leaves behind.
struct SearchResult {
  ParentLists parents;  ///< of the best network; empty if there was no time for any
  double score = -std::numeric_limits<double>::infinity();
  Trace trace;
  std::uint64_t iterations = 0;
  std::optional<double> bound;  ///< no network scores higher, whatever was rounded
  bool proved = false;          ///< the search ran to its end: only rounding is left of the gap
  Counters counters;
  std::vector<std::string> notes;  ///< for the user
};

}  // namespace dagwright
