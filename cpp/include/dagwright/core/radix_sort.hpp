#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dagwright {

/// A number that sorts as an unsigned word, and what it belongs to.
struct RadixKey {
  std::uint64_t key;
  std::uint64_t place;
};

/// A word that is the smaller the larger the number is; not for NaN.
inline std::uint64_t descending_key(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 becomes 0
  const bool negative = bits >> 63 != 0;
  return negative ? bits : ~bits & ~(std::uint64_t{1} << 63);
}

inline std::uint64_t radix_key(const RadixKey& item) {
  return item.key;
}
inline std::uint64_t radix_key(std::uint64_t item) {
  return item;
}

/// Sorts by key, equal ones as they stood: digit by digit from the lowest, a pass for each that is
/// not the same everywhere. Several times as fast as comparing where there are thousands.
/// Only the bits from `lowest_bit` on count.
template <typename Item>
void radix_sort(std::vector<Item>& keys, unsigned lowest_bit = 0) {
  constexpr unsigned kBits = 11;
  constexpr std::size_t kDigits = std::size_t{1} << kBits;
  std::vector<Item> other(keys.size());
  for (unsigned shift = lowest_bit; shift < 64; shift += kBits) {
    std::array<std::size_t, kDigits> begins{};
    const auto digit = [shift](const Item& k) { return radix_key(k) >> shift & (kDigits - 1); };
    for (const Item& k : keys) ++begins[digit(k)];
    if (keys.empty() || begins[digit(keys.front())] == keys.size()) continue;
    std::size_t begin = 0;
    for (std::size_t& count : begins) {
      const std::size_t size = count;
      count = begin;
      begin += size;
    }
    for (const Item& k : keys) other[begins[digit(k)]++] = k;
    keys.swap(other);
  }
}

}  // namespace dagwright
