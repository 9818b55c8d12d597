#include "dagwright/data/number.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

namespace dagwright::data {
namespace {

// Longer ones may be plain decimals, but are not written with groups of digits or currency signs.
constexpr std::size_t kLongest = 64;

constexpr std::string_view kMinusSign = "\xE2\x88\x92";

bool is_infinity(std::string_view text) {
  if (text.empty() || (text[0] != 'i' && text[0] != 'I')) return false;
  text.remove_prefix(1);
  return text == "nf" || text == "nfinity";
}

// Whether digits beyond the range of doubles are so because they are nearly zero, as 1e-999 is. The
// exponent's sign tells most cases; without one only a very long row of digits gets here.
bool underflows(std::string_view digits) {
  const auto exponent = digits.find_first_of("eE");
  if (exponent != std::string_view::npos) return digits.substr(exponent + 1, 1) == "-";
  return digits.find_first_not_of("0.") > digits.find('.');
}

// A decimal with point and without sign.
std::optional<double> parse_unsigned(std::string_view digits) {
  if (is_infinity(digits)) return std::numeric_limits<double>::infinity();
  if (digits.empty() || !(is_digit(digits[0]) || (digits.size() > 1 && digits[0] == '.'))) {
    return {};
  }
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, value);
  if (result.ptr != end) return {};
  if (result.ec == std::errc::result_out_of_range && underflows(digits)) return 0.0;
  if (result.ec != std::errc{}) return {};
  return value;
}

std::optional<double> parse_plain(std::string_view cell) {
  const bool negative = !cell.empty() && cell[0] == '-';
  if (negative || (!cell.empty() && cell[0] == '+')) cell.remove_prefix(1);
  const std::optional<double> value = parse_unsigned(cell);
  return value && negative ? -*value : value;
}

bool take_front(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

bool take_back(std::string_view& text, std::string_view what) {
  if (!text.ends_with(what)) return false;
  text.remove_suffix(what.size());
  return true;
}

// Bytes of the blank at the start of text, or 0.
std::size_t blank_length(std::string_view text) {
  if (text.starts_with(' ') || text.starts_with('\t')) return 1;
  if (text.starts_with("\xC2\xA0")) return 2;  // no-break space
  if (text.starts_with("\xE2\x80\x89") || text.starts_with("\xE2\x80\xAF")) return 3;  // thin ones
  return 0;
}

void trim(std::string_view& text) {
  while (const std::size_t length = blank_length(text)) text.remove_prefix(length);
  while (take_back(text, " ") || take_back(text, "\t") || take_back(text, "\xC2\xA0") ||
         take_back(text, "\xE2\x80\x89") || take_back(text, "\xE2\x80\xAF")) {
  }
}

// Bytes of the currency sign at the start of text, or 0: dollar, cent to yen, baht, and the block
// of currency symbols from U+20A0 on.
std::size_t currency_length(std::string_view text) {
  if (text.starts_with('$')) return 1;
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
  };
  if (byte(0) == 0xC2 && byte(1) >= 0xA2 && byte(1) <= 0xA5) return 2;
  if (text.starts_with("\xE0\xB8\xBF")) return 3;
  const bool symbol = byte(0) == 0xE2 && ((byte(1) == 0x82 && byte(2) >= 0xA0) ||
                                          (byte(1) == 0x83 && byte(2) <= 0x8F && byte(2) >= 0x80));
  return symbol ? 3 : 0;
}

bool take_currency_at_end(std::string_view& text) {
  for (std::size_t length = 1; length <= 3 && length <= text.size(); ++length) {
    if (currency_length(text.substr(text.size() - length)) == length) {
      text.remove_suffix(length);
      return true;
    }
  }
  return false;
}

enum class Sign : std::uint8_t { kNone, kPlus, kMinus };

Sign take_sign(std::string_view& text) {
  if (take_front(text, "-") || take_front(text, kMinusSign)) return Sign::kMinus;
  return take_front(text, "+") ? Sign::kPlus : Sign::kNone;
}

// Bytes of a mark between groups of digits at the start of text, or 0.
std::size_t group_mark_length(std::string_view text, char decimal) {
  if (text.empty()) return 0;
  if (text[0] == (decimal == ',' ? '.' : ',') || text[0] == '\'') return 1;
  if (text.starts_with("\xE2\x80\x99")) return 3;  // the typographic apostrophe
  return text[0] == '\t' ? 0 : blank_length(text);
}

/// A number spelled with a point and without groups.
struct Plain {
  std::array<char, kLongest> text{};
  std::size_t size = 0;

  void push(char byte) { text[size++] = byte; }
};

std::size_t count_digits(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  return count;
}

void move_digits(std::string_view& text, std::size_t count, Plain& plain) {
  for (std::size_t i = 0; i < count; ++i) plain.push(text[i]);
  text.remove_prefix(count);
}

// Moves the digits before the decimal mark; false if they are grouped, but not well.
bool move_whole_part(std::string_view& text, char decimal, Plain& plain, bool& grouped) {
  const std::size_t first = count_digits(text);
  const std::string_view start = text;
  move_digits(text, first, plain);
  const std::size_t length = group_mark_length(text, decimal);
  if (length == 0) return true;
  grouped = true;
  if (first == 0 || first > 3 || start[0] == '0') return false;
  const std::string_view mark = text.substr(0, length);
  while (take_front(text, mark)) {
    if (count_digits(text) != 3) return false;
    move_digits(text, 3, plain);
  }
  return true;
}

// A number with groups of digits or a decimal comma, without sign.
std::optional<double> parse_grouped(std::string_view text, char decimal) {
  if (text.size() > kLongest || is_infinity(text)) return parse_unsigned(text);
  Plain plain;
  bool grouped = false;
  if (!move_whole_part(text, decimal, plain, grouped)) return {};
  if (!text.empty() && text[0] == decimal) {
    plain.push('.');
    text.remove_prefix(1);
    move_digits(text, count_digits(text), plain);
  }
  if (!text.empty() && (grouped || (text[0] != 'e' && text[0] != 'E'))) return {};
  for (const char byte : text) plain.push(byte);  // the exponent, which parse_unsigned checks
  return parse_unsigned({plain.text.data(), plain.size});
}

// A number without parentheses, with at most one sign, which may be given, and one mark.
std::optional<double> parse_marked(std::string_view text, char decimal, Sign sign) {
  std::size_t marks = 0;
  if (const std::size_t length = currency_length(text)) {
    text.remove_prefix(length);
    trim(text);
    ++marks;
    if (sign == Sign::kNone) sign = take_sign(text);  // $-5
  }
  if (take_back(text, "%") || take_currency_at_end(text)) {
    trim(text);
    ++marks;
  }
  if (marks > 1) return {};
  const std::optional<double> value = parse_grouped(text, decimal);
  return value && sign == Sign::kMinus ? -*value : value;
}

// Takes the sign that accountants write behind a number: 5-, or 5 CR for credit and 5 DR for debit.
// Small letters are only taken behind a fraction, since they may be a unit.
Sign take_sign_at_end(std::string_view& text, char decimal) {
  std::string_view number = text;
  Sign sign = Sign::kNone;
  if (take_back(number, "-") || take_back(number, kMinusSign)) {
    sign = Sign::kMinus;
  } else if (take_back(number, "CR") || take_back(number, "DR")) {
    sign = text[text.size() - 2] == 'C' ? Sign::kMinus : Sign::kPlus;
  } else if (number.find(decimal) != std::string_view::npos) {
    if (take_back(number, "cr") || take_back(number, "Cr")) sign = Sign::kMinus;
    if (take_back(number, "dr") || take_back(number, "Dr")) sign = Sign::kPlus;
  }
  trim(number);
  if (sign == Sign::kNone || number.empty() || !is_digit(number.back())) return Sign::kNone;
  text = number;
  return sign;
}

// What people write and programs do not: groups of digits, percent and currency signs, and the
// negative numbers of accountants.
std::optional<double> parse_written(std::string_view text, char decimal) {
  trim(text);
  if (take_front(text, "(")) {
    if (!take_back(text, ")")) return {};
    trim(text);
    const bool bare =
        !text.empty() && (is_digit(text[0]) || text[0] == decimal || currency_length(text) > 0);
    if (!bare || text.find('-') != std::string_view::npos) return {};
    return parse_marked(text, decimal, Sign::kMinus);
  }
  Sign sign = take_sign(text);
  if (sign != Sign::kNone) {
    trim(text);
  } else {
    sign = take_sign_at_end(text, decimal);
  }
  return parse_marked(text, decimal, sign);
}

// Whether a cell could be a number at all: most text is told apart by its first byte.
bool may_start_a_number(char byte) {
  return is_digit(byte) || static_cast<unsigned char>(byte) >= 0x80 ||
         std::string_view("+-.,$( \tiI").find(byte) != std::string_view::npos;
}

}  // namespace

std::optional<double> parse_number(std::string_view cell, char decimal) {
  if (cell.empty() || !may_start_a_number(cell[0])) return {};
  if (decimal == '.') {
    if (const std::optional<double> plain = parse_plain(cell)) return plain;
  }
  return parse_written(cell, decimal);
}

}  // namespace dagwright::data
