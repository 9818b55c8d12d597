#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include "dagwright/core/hash.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::exact {

/// A set of variables as bits: one word up to 64 variables, the fast form.
using NarrowSet = std::uint64_t;

/// Two words up to 128 variables, the wide form.
struct WideSet {
  std::uint64_t high = 0;  ///< variables 64 to 127; first, so that sets order as numbers do
  std::uint64_t low = 0;

  friend constexpr auto operator<=>(const WideSet&, const WideSet&) = default;
  friend constexpr bool operator==(const WideSet&, const WideSet&) = default;
  friend constexpr WideSet operator&(WideSet a, WideSet b) {
    return {a.high & b.high, a.low & b.low};
  }
  friend constexpr WideSet operator|(WideSet a, WideSet b) {
    return {a.high | b.high, a.low | b.low};
  }
  friend constexpr WideSet operator~(WideSet a) { return {~a.high, ~a.low}; }
  constexpr WideSet& operator|=(WideSet b) { return *this = *this | b; }
  constexpr WideSet& operator&=(WideSet b) { return *this = *this & b; }
};

inline constexpr std::size_t kMostNarrow = 64;
inline constexpr std::size_t kMostWide = 128;

template <class Set>
constexpr Set single(std::size_t variable) {
  if constexpr (sizeof(Set) == 8) {
    return Set{1} << variable;
  } else {
    return variable < 64 ? Set{0, std::uint64_t{1} << variable}
                         : Set{std::uint64_t{1} << (variable - 64), 0};
  }
}

/// The variables 0 to n - 1.
template <class Set>
constexpr Set first_variables(std::size_t n) {
  if constexpr (sizeof(Set) == 8) {
    return n == 64 ? ~Set{0} : (Set{1} << n) - 1;
  } else {
    return n <= 64 ? Set{0, first_variables<std::uint64_t>(n)}
                   : Set{first_variables<std::uint64_t>(n - 64), ~std::uint64_t{0}};
  }
}

constexpr bool is_empty(NarrowSet set) {
  return set == 0;
}
constexpr bool is_empty(WideSet set) {
  return (set.high | set.low) == 0;
}
constexpr unsigned size_of(NarrowSet set) {
  return static_cast<unsigned>(std::popcount(set));
}
constexpr unsigned size_of(WideSet set) {
  return size_of(set.high) + size_of(set.low);
}
constexpr unsigned lowest(NarrowSet set) {
  return static_cast<unsigned>(std::countr_zero(set));
}
constexpr unsigned lowest(WideSet set) {
  return set.low != 0 ? lowest(set.low) : 64 + lowest(set.high);
}
constexpr NarrowSet without_lowest(NarrowSet set) {
  return set & (set - 1);
}
constexpr WideSet without_lowest(WideSet set) {
  return set.low != 0 ? WideSet{set.high, without_lowest(set.low)}
                      : WideSet{without_lowest(set.high), 0};
}
template <class Set>
constexpr bool contains(Set set, std::size_t variable) {
  return !is_empty(set & single<Set>(variable));
}
template <class Set>
constexpr bool is_subset(Set inner, Set outer) {
  return is_empty(inner & ~outer);
}

/// Calls visit(variable) for each member, ascending.
template <class Set, class Visit>
constexpr void for_each_member(Set set, Visit&& visit) {
  for (; !is_empty(set); set = without_lowest(set)) visit(static_cast<Variable>(lowest(set)));
}

/// A bijection whose leading word looks random.
constexpr NarrowSet scramble_set(NarrowSet set) {
  return mix(set);
}
/// The low word is kept and says what was added to the high one.
constexpr WideSet scramble_set(WideSet set) {
  return {mix(set.high + mix(set.low)), set.low};
}
constexpr std::uint64_t leading_word(NarrowSet scrambled) {
  return scrambled;
}
constexpr std::uint64_t leading_word(WideSet scrambled) {
  return scrambled.high;
}

}  // namespace dagwright::exact
