#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/exact/layer.hpp"

namespace dagwright::exact {

/// Collects successors and keeps the cheapest of each set; the first among equals.
template <class Set>
class Gathering {
 public:
  void add(const LayerNode<Set>& node) {
    if (2 * (nodes_.size() + 1) > slots_.size()) widen();
    std::uint32_t& slot = slots_[place_of(node.set)];
    if (slot == 0) {
      DAGWRIGHT_ASSERT(nodes_.size() < UINT32_MAX);
      nodes_.push_back(node);
      slot = static_cast<std::uint32_t>(nodes_.size());
    } else if (node.cost() < nodes_[slot - 1].cost()) {
      nodes_[slot - 1] = node;
    }
  }

  /// All nodes, ascending by set; the gathering is empty afterwards.
  std::vector<LayerNode<Set>> take_sorted() {
    std::sort(nodes_.begin(), nodes_.end(),
              [](const auto& a, const auto& b) { return a.set < b.set; });
    std::fill(slots_.begin(), slots_.end(), 0);
    return std::move(nodes_);
  }

 private:
  std::size_t place_of(Set set) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = static_cast<std::size_t>(leading_word(scramble_set(set))) & mask;
    while (slots_[place] != 0 && nodes_[slots_[place] - 1].set != set) place = (place + 1) & mask;
    return place;
  }

  void widen() {
    slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      slots_[place_of(nodes_[i].set)] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<LayerNode<Set>> nodes_;
  std::vector<std::uint32_t> slots_;  ///< position in nodes_ plus one
};

}  // namespace dagwright::exact
