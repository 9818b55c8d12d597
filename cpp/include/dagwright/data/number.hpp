#pragma once

#include <optional>
#include <string_view>

namespace dagwright {

/// The number that a cell spells, `decimal` being '.' or ','.
///
/// A decimal with optional sign, fraction and exponent, or inf, infinity, Inf, Infinity. Beyond the
/// range of a double it is infinite, or zero. NaN is not a number.
///
/// Numbers may also be written for people: U+2212 as the minus sign; blanks around; groups of three
/// digits, the first of one to three that does not start with 0, between them the other one of '.'
/// and ',', or a blank (also U+00A0, U+2009, U+202F), or an apostrophe (also U+2019), the same one
/// everywhere; a percent sign at the end (50% is 50), or one currency sign before or after. So 1,5
/// is not a number where '.' is the decimal mark, and 1,500 is 1500.
std::optional<double> parse_number(std::string_view cell, char decimal = '.');

}  // namespace dagwright
