#include "dagwright/data/utf8.hpp"

#include <cstddef>

namespace dagwright::data {
namespace {

bool is_continuation(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}

// Length of the well-formed sequence at the start of text, or 0.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
  };
  const unsigned char first = byte(0);
  const unsigned char second = byte(1);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !is_continuation(second)) return 0;
  if (first < 0xE0) return 2;
  if (!is_continuation(byte(2))) return 0;
  if (first < 0xF0) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return overlong || surrogate ? 0 : 3;
  }
  if (!is_continuation(byte(3))) return 0;
  const bool overlong = first == 0xF0 && second < 0x90;
  const bool beyond = first == 0xF4 && second > 0x8F;
  return overlong || beyond ? 0 : 4;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool is_plain_ascii(std::string_view text) {
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code == 0 || code >= 0x80) return false;
  }
  return true;
}

}  // namespace dagwright::data
