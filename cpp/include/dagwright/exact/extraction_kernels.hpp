#pragma once

#include <cstddef>
#include <cstdint>

#include "dagwright/core/cpu.hpp"
#include "dagwright/exact/bit_extractor.hpp"
#include "dagwright/exact/order_graph.hpp"

namespace dagwright::exact {

/// A candidate set with its cost, next to each other in memory.
template <class Set>
struct PricedSet {
  Set set;
  Cost cost;
};

/// Where the scan of a child's list may begin, by which of the indexed parents are there.
template <class Set>
struct ChildTable {
  Set mask;                      ///< the indexed parents
  const std::uint32_t* by_byte;  ///< of their BitExtractor
  const std::uint16_t* begin;    ///< no earlier set is inside
  const PricedSet<Set>* list;    ///< ends with an empty set of cost kNoCost
};

/// The costs of all patterns of a group, by the members that are not placed yet.
template <class Set>
struct PatternTable {
  Set mask;
  const std::uint32_t* by_byte;
  const Cost* costs;
};

/// The inner loops that pack bits, compiled once for each instruction set.
template <class Set>
struct ExtractionKernels {
  void (*costs_after)(const ChildTable<Set>* tables, Set placed, const Variable* children,
                      std::size_t count, Cost* costs);
  void (*costs_of)(const ChildTable<Set>& table, const Set* placed, std::size_t count, Cost* costs);
  /// sums[i] = the costs of what is left of each group after placed[i].
  void (*pattern_sums)(const PatternTable<Set>* groups, std::size_t n_groups, const Set* placed,
                       std::size_t count, Cost* sums);
};

template <class Set>
const ExtractionKernels<Set>& extraction_kernels(InstructionSet set);

}  // namespace dagwright::exact
