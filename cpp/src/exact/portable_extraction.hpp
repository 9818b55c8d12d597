#pragma once

// Included by one source file per instruction set, each with an Extract of its own, so that no
// two of them share a symbol.

#include "dagwright/exact/extraction_kernels.hpp"

namespace dagwright::exact {

template <class Set, class Extract>
Cost cost_in_table(const ChildTable<Set>& table, Set placed) {
  const PricedSet<Set>* found = table.list + table.begin[Extract::bits(table, placed)];
  const Set missing = ~placed;
  while (!is_empty(found->set & missing)) ++found;
  return found->cost;
}

template <class Set, class Extract>
void costs_after(const ChildTable<Set>* tables, Set placed, const Variable* children,
                 std::size_t count, Cost* costs) {
  for (std::size_t i = 0; i < count; ++i) {
    costs[i] = cost_in_table<Set, Extract>(tables[children[i]], placed);
  }
}

template <class Set, class Extract>
void costs_of(const ChildTable<Set>& table, const Set* placed, std::size_t count, Cost* costs) {
  for (std::size_t i = 0; i < count; ++i) {
    costs[i] = cost_in_table<Set, Extract>(table, placed[i]);
  }
}

template <class Set, class Extract>
void pattern_sums(const PatternTable<Set>* groups, std::size_t n_groups, const Set* placed,
                  std::size_t count, Cost* sums) {
  for (std::size_t i = 0; i < count; ++i) {
    Cost sum = 0;
    for (std::size_t g = 0; g < n_groups; ++g) {
      sum += groups[g].costs[Extract::bits(groups[g], ~placed[i])];
    }
    sums[i] = sum;
  }
}

template <class Set, class Extract>
constexpr ExtractionKernels<Set> kernels_with() {
  return {&costs_after<Set, Extract>, &costs_of<Set, Extract>, &pattern_sums<Set, Extract>};
}

}  // namespace dagwright::exact
