#pragma once

#include <cstdint>

namespace dagwright {

/// 2^64 / golden ratio: its multiples are far apart.
inline constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ULL;

/// A bijection whose result looks random: the finaliser of SplitMix64 (Steele, Lea & Flood 2014).
/// Zero stays zero, so small numbers are better mixed with the golden ratio added.
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace dagwright
