#pragma once

#include <cstddef>
#include <vector>

#include "dagwright/core/bit_matrix.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::dag {

/// Constraints in the form that searches test: required edges are always allowed, form no cycle
/// and fit the limits (the Python side has checked it and named what does not).
struct Rules {
  explicit Rules(std::size_t n) : allowed(n), required(n), max_parents(n, n) {}

  /// Rules that allow every edge.
  static Rules all_allowed(std::size_t n) {
    Rules rules(n);
    for (std::size_t child = 0; child < n; ++child) {
      rules.allowed.fill_row(child);
      rules.allowed.reset(child, child);
    }
    return rules;
  }

  BitMatrix allowed;   ///< allowed.test(child, parent)
  BitMatrix required;  ///< required.test(child, parent)
  std::vector<std::size_t> max_parents;
};

}  // namespace dagwright::dag
