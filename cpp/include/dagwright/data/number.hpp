#pragma once

#include <optional>
#include <string_view>

namespace dagwright::data {

inline bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// The number that a cell spells, `decimal` being '.' or ','.
///
/// A decimal with optional sign, fraction and exponent, or inf, infinity, Inf, Infinity. Too
/// small for a double it is zero; too large it is not a number, nor is NaN.
///
/// Numbers may also be written for people: U+2212 as the minus sign; blanks around; groups of three
/// digits, the first of one to three that does not start with 0, between them the other one of '.'
/// and ',', or a blank (also U+00A0, U+2009, U+202F), or an apostrophe (also U+2019), the same one
/// everywhere; a percent sign at the end (50% is 50), or one currency sign before or after;
/// a negative one in parentheses, with the minus at its end, or with CR there (DR leaves it
/// positive; in small letters only behind a fraction). So 1,5 is not a number where '.' is the
/// decimal mark, and 1,500 is 1500.
std::optional<double> parse_number(std::string_view cell, char decimal = '.');

}  // namespace dagwright::data
