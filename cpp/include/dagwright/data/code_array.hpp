#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dagwright::data {

/// Codes of one column, in the narrowest unsigned type that holds them all: 1, 2 or 4 bytes each.
class CodeArray {
 public:
  void push(std::uint32_t code) {
    if (code > largest_) widen(code);
    switch (width_) {
      case 1:
        bytes_.push_back(static_cast<std::uint8_t>(code));
        break;
      case 2:
        halves_.push_back(static_cast<std::uint16_t>(code));
        break;
      default:
        words_.push_back(code);
    }
  }

  /// Removes the last code; there must be one.
  void pop() {
    switch (width_) {
      case 1:
        bytes_.pop_back();
        break;
      case 2:
        halves_.pop_back();
        break;
      default:
        words_.pop_back();
    }
  }

  /// Bytes a code: 1, 2 or 4. Says which of the three arrays below is in use.
  unsigned width() const { return width_; }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  const std::vector<std::uint16_t>& halves() const { return halves_; }
  const std::vector<std::uint32_t>& words() const { return words_; }

  /// How often each of the codes 0 .. n_codes-1 occurs; every code must be below n_codes.
  std::vector<std::int64_t> counts(std::size_t n_codes) const {
    std::vector<std::int64_t> result(n_codes, 0);
    for (const auto code : bytes_) ++result[code];
    for (const auto code : halves_) ++result[code];
    for (const auto code : words_) ++result[code];
    return result;
  }

 private:
  void widen(std::uint32_t code) {
    if (code <= UINT16_MAX) {
      halves_.assign(bytes_.begin(), bytes_.end());
      width_ = 2;
      largest_ = UINT16_MAX;
    } else {
      if (width_ == 1) {
        words_.assign(bytes_.begin(), bytes_.end());
      } else {
        words_.assign(halves_.begin(), halves_.end());
      }
      std::vector<std::uint16_t>().swap(halves_);
      width_ = 4;
      largest_ = UINT32_MAX;
    }
    std::vector<std::uint8_t>().swap(bytes_);
  }

  unsigned width_ = 1;
  std::uint32_t largest_ = UINT8_MAX;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint16_t> halves_;
  std::vector<std::uint32_t> words_;
};

}  // namespace dagwright::data
