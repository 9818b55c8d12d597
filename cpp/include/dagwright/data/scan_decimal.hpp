#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace dagwright::data {

/// Reads a plain decimal of at most 18 digits, such as -12.5, at the start of [at, end).
///
/// Returns where it ends, or nullptr if there is none or its value might not be the double nearest
/// to it. Both the digits and the power of ten must be doubles themselves; then their quotient is
/// rounded once, and right.
inline const char* scan_decimal(const char* at, const char* end, char decimal, double& value) {
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  constexpr std::array<double, 19> kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                              1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                              1e14, 1e15, 1e16, 1e17, 1e18};
  const bool negative = at != end && *at == '-';
  at += negative ? 1 : 0;
  const char* const start = at;
  std::uint64_t digits = 0;
  const auto read_digits = [&] {
    for (; at != end; ++at) {
      const auto digit = static_cast<unsigned char>(*at - '0');
      if (digit > 9) break;
      digits = 10 * digits + digit;
    }
  };
  read_digits();
  if (at == start || at - start > 18) return nullptr;
  double power = 1;
  if (at != end && *at == decimal) {
    const char* const fraction = ++at;
    read_digits();
    if (at == fraction || at - start > 19) return nullptr;
    power = kPowers[static_cast<std::size_t>(at - fraction)];
  }
  if (digits > kExact) return nullptr;
  value = static_cast<double>(digits) / power;
  if (negative) value = -value;
  return at;
}

}  // namespace dagwright::data
