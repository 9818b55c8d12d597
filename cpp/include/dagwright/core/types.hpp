#pragma once

#include <cstdint>

namespace dagwright {

/// Index of a variable (a column). Two values are reserved by SetKey, so 65 533 variables at most.
using Variable = std::uint16_t;

inline constexpr std::size_t kMaxVariables = 65533;

}  // namespace dagwright
