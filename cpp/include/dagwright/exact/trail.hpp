#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/exact/layer.hpp"

namespace dagwright::exact {

/// The sets of a finished layer with their last variables, to find the way back from the goal.
///
/// Sets are ascending, so neighbours differ in few low bytes: a node takes a byte that says
/// which differ, those, and one for the variable: some 4 bytes together.
template <class Set>
class Trail {
 public:
  void append(Set set, Variable last) {
    DAGWRIGHT_ASSERT(size_ == 0 || previous_ < set);
    if (size_++ % kNodesPerBlock == 0) {
      anchors_.push_back({set, bytes_.size()});
      previous_ = Set{};
    }
    unsigned char raw[sizeof(Set)];
    const Set difference = differ(set, previous_);
    std::memcpy(raw, &difference, sizeof raw);
    std::uint8_t used = 0;
    for (std::size_t i = 0; i < sizeof raw; ++i) {
      if (raw[i] != 0) used = static_cast<std::uint8_t>(used | 1U << (i % 8));
    }
    bytes_.push_back(used);
    for (std::size_t i = 0; i < sizeof raw; ++i) {
      if (is_kept(used, i)) bytes_.push_back(raw[i]);
    }
    bytes_.push_back(static_cast<std::uint8_t>(last));
    previous_ = set;
  }

  /// The last variable of a set; none if it is not there.
  std::optional<Variable> find(Set wanted) const {
    const auto after = std::upper_bound(anchors_.begin(), anchors_.end(), wanted,
                                        [](Set set, const Anchor& a) { return set < a.set; });
    if (after == anchors_.begin()) return std::nullopt;
    const std::size_t end = after == anchors_.end() ? bytes_.size() : after->place;
    Set set{};
    for (std::size_t at = (after - 1)->place; at < end;) {
      unsigned char raw[sizeof(Set)] = {};
      const std::uint8_t used = bytes_[at++];
      for (std::size_t i = 0; i < sizeof raw; ++i) {
        if (is_kept(used, i)) raw[i] = bytes_[at++];
      }
      Set difference;
      std::memcpy(&difference, raw, sizeof raw);
      set = differ(set, difference);
      const Variable last = bytes_[at++];
      if (set == wanted) return last;
    }
    return std::nullopt;
  }

  std::size_t bytes() const { return bytes_.capacity() + anchors_.capacity() * sizeof(Anchor); }

 private:
  struct Anchor {
    Set set;
    std::size_t place;
  };

  /// One bit of `used` a byte or, in wide sets, for a byte of both words.
  static bool is_kept(std::uint8_t used, std::size_t byte) { return (used >> (byte % 8) & 1) != 0; }
  static Set differ(Set a, Set b) { return (a & ~b) | (b & ~a); }

  std::size_t size_ = 0;
  Set previous_{};
  std::vector<Anchor> anchors_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace dagwright::exact
