#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "dagwright/core/hash.hpp"

namespace dagwright::data {

/// Numbers the distinct labels of one column 0, 1, 2 ... in order of first appearance.
///
/// An open-addressing table of 64-bit keys. A label of at most seven bytes *is* its key (its bytes
/// and, in the top byte, its length plus one), so the labels that tables are made of are found with
/// one multiplication and one comparison and never touch the stored strings. A longer label's key
/// is a hash with 0xFF in the top byte, and a match is confirmed against the string.
class LabelIndex {
 public:
  static constexpr std::uint32_t kAbsent = UINT32_MAX;
  static constexpr std::size_t kShort = 7;

  LabelIndex() : slots_(std::size_t{1} << kFirstBits) {}

  /// Key of a label of `length` <= kShort bytes that sit in the low bytes of a zero-padded word.
  static std::uint64_t short_key(std::uint64_t word, std::size_t length) {
    return word | (static_cast<std::uint64_t>(length) + 1) << 56;
  }

  /// Code of the short label with this key, or kAbsent.
  std::uint32_t find_short(std::uint64_t key) const {
    std::size_t at = slot_of(key);
    while (slots_[at].key != key) {
      if (slots_[at].key == 0) return kAbsent;
      at = (at + 1) & (slots_.size() - 1);
    }
    return slots_[at].code;
  }

  /// Code of a label of any length, or kAbsent.
  std::uint32_t find(std::string_view label) const {
    const std::uint64_t key = key_of(label);
    if (label.size() <= kShort) return find_short(key);
    for (std::size_t at = slot_of(key); slots_[at].key != 0; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].key == key && labels_[slots_[at].code] == label) return slots_[at].code;
    }
    return kAbsent;
  }

  /// Gives an absent label the next code and returns it. At most kAbsent labels fit.
  std::uint32_t insert(std::string_view label) {
    if (4 * (labels_.size() + 1) > slots_.size()) grow();
    const auto code = static_cast<std::uint32_t>(labels_.size());
    labels_.emplace_back(label);
    place({key_of(label), code});
    return code;
  }

  const std::vector<std::string>& labels() const { return labels_; }

 private:
  static constexpr unsigned kFirstBits = 4;

  struct Slot {
    std::uint64_t key = 0;  // 0: empty
    std::uint32_t code = 0;
  };

  static std::uint64_t key_of(std::string_view label) {
    std::uint64_t word = 0;
    if (label.size() <= kShort) {
      if (!label.empty()) std::memcpy(&word, label.data(), label.size());
      return short_key(word, label.size());
    }
    std::uint64_t hash = label.size();
    for (std::size_t i = 0; i < label.size(); i += 8) {
      word = 0;
      std::memcpy(&word, label.data() + i, label.size() - i < 8 ? label.size() - i : 8);
      hash = (hash ^ word) * kGoldenRatio;
      hash ^= hash >> 32;
    }
    return hash | std::uint64_t{0xFF} << 56;
  }

  std::size_t slot_of(std::uint64_t key) const {
    return static_cast<std::size_t>((key * kGoldenRatio) >> (64 - bits_));
  }

  void place(Slot slot) {
    std::size_t at = slot_of(slot.key);
    while (slots_[at].key != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    ++bits_;
    for (const Slot& slot : old) {
      if (slot.key != 0) place(slot);
    }
  }

  unsigned bits_ = kFirstBits;
  std::vector<Slot> slots_;
  std::vector<std::string> labels_;
};

}  // namespace dagwright::data
