#include "dagwright/data/number.hpp"

#include <charconv>
#include <limits>
#include <system_error>

namespace dagwright {
namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_infinity(std::string_view text) {
  if (text.empty() || (text[0] != 'i' && text[0] != 'I')) return false;
  text.remove_prefix(1);
  return text == "nf" || text == "nfinity";
}

// What from_chars cannot represent: 1e999 is infinite, 1e-999 zero. The exponent's sign tells most
// cases; without an exponent only a very long row of digits gets here.
double out_of_range(std::string_view digits) {
  const auto exponent = digits.find_first_of("eE");
  if (exponent != std::string_view::npos) {
    return digits.substr(exponent + 1, 1) == "-" ? 0.0 : std::numeric_limits<double>::infinity();
  }
  const auto first = digits.find_first_not_of("0.");
  return first > digits.find('.') ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<double> parse_number(std::string_view cell) {
  const bool negative = !cell.empty() && cell[0] == '-';
  if (negative || (!cell.empty() && cell[0] == '+')) cell.remove_prefix(1);
  const double sign = negative ? -1.0 : 1.0;
  if (is_infinity(cell)) return sign * std::numeric_limits<double>::infinity();
  if (cell.empty() || !(is_digit(cell[0]) || (cell.size() > 1 && cell[0] == '.'))) return {};
  double value = 0;
  const char* const end = cell.data() + cell.size();
  const auto result = std::from_chars(cell.data(), end, value);
  if (result.ptr != end) return {};
  if (result.ec == std::errc::result_out_of_range) return sign * out_of_range(cell);
  if (result.ec != std::errc{}) return {};
  return sign * value;
}

}  // namespace dagwright
