#pragma once

#include <optional>
#include <string_view>

namespace dagwright {

/// The number that a cell spells: a decimal with optional sign, point and exponent, or inf,
/// infinity, Inf, Infinity. Beyond the range of a double it is infinite, or zero. NaN is no number.
std::optional<double> parse_number(std::string_view cell);

}  // namespace dagwright
