#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dagwright/core/assert.hpp"

namespace dagwright {

/// Square matrix of bits, a row of whole words each: sets of variables, one a variable.
class BitMatrix {
 public:
  explicit BitMatrix(std::size_t n) : n_(n), words_((n + 63) / 64), bits_(n * words_, 0) {}

  std::size_t size() const { return n_; }
  std::size_t words() const { return words_; }
  std::uint64_t* row(std::size_t r) {
    DAGWRIGHT_ASSERT(r < n_);
    return bits_.data() + r * words_;
  }
  const std::uint64_t* row(std::size_t r) const {
    DAGWRIGHT_ASSERT(r < n_);
    return bits_.data() + r * words_;
  }

  bool test(std::size_t r, std::size_t c) const {
    DAGWRIGHT_ASSERT(c < n_);
    return (row(r)[c / 64] >> (c % 64)) & 1U;
  }
  void set(std::size_t r, std::size_t c) {
    DAGWRIGHT_ASSERT(c < n_);
    row(r)[c / 64] |= std::uint64_t{1} << (c % 64);
  }
  void reset(std::size_t r, std::size_t c) {
    DAGWRIGHT_ASSERT(c < n_);
    row(r)[c / 64] &= ~(std::uint64_t{1} << (c % 64));
  }
  void clear_row(std::size_t r) {
    for (std::size_t w = 0; w < words_; ++w) row(r)[w] = 0;
  }
  /// Sets all bits of a row, a word at a time.
  void fill_row(std::size_t r) {
    for (std::size_t w = 0; w < words_; ++w) row(r)[w] = ~std::uint64_t{0};
    if (n_ % 64 != 0) row(r)[words_ - 1] >>= 64 - n_ % 64;
  }
  /// row(r) |= row(other)
  void merge_row(std::size_t r, std::size_t other) {
    for (std::size_t w = 0; w < words_; ++w) row(r)[w] |= row(other)[w];
  }
  std::size_t count_row(std::size_t r) const {
    std::size_t count = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      count += static_cast<std::size_t>(std::popcount(row(r)[w]));
    }
    return count;
  }

  bool operator==(const BitMatrix&) const = default;

 private:
  std::size_t n_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace dagwright
