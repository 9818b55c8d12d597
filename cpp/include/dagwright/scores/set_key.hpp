#pragma once

#include <cstdint>
#include <span>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/combinations.hpp"
#include "dagwright/core/hash.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::scores {

/// 128-bit name of (sorted set of variables, role).
///
/// Up to seven variables are packed as they are, so the name is exact. Larger sets, rare because
/// every score punishes them, are named by a 96-bit hash behind a mark that no packed set can
/// have: with 10^8 of them in a memo two share a name with probability 10^-13.
struct SetKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  SetKey() = default;
  SetKey(std::span<const Variable> sorted, std::uint16_t role) {
    DAGWRIGHT_ASSERT(is_strictly_ascending(sorted));
    if (sorted.size() <= 7) {
      pack(sorted, role);
    } else {
      hash(sorted, role);
    }
  }

  std::uint64_t hash() const { return mix(low ^ (high * kGoldenRatio)); }

  bool operator==(const SetKey&) const = default;

 private:
  static constexpr std::uint64_t kUnused = 0xffff;
  static constexpr std::uint64_t kHashed = 0xfffe;

  void pack(std::span<const Variable> sorted, std::uint16_t role) {
    low = role;
    for (std::size_t i = 0; i < 7; ++i) {
      const std::uint64_t id = i < sorted.size() ? sorted[i] : kUnused;
      if (i < 3) {
        low |= id << (16 * (i + 1));
      } else {
        high |= id << (16 * (i - 3));
      }
    }
  }

  void hash(std::span<const Variable> sorted, std::uint16_t role) {
    std::uint64_t a = 0x243f6a8885a308d3ULL;
    std::uint64_t b = 0x13198a2e03707344ULL + sorted.size();
    for (const Variable v : sorted) {
      a = (a ^ v) * kGoldenRatio;
      a ^= a >> 32;
      b = (b + v + 1) * 0xd6e8feb86659fd93ULL;
      b ^= b >> 29;
    }
    low = (a << 16) | role;
    high = (b >> 16) | (kHashed << 48);
  }
};

}  // namespace dagwright::scores
