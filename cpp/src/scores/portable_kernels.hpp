#pragma once

// Loops that need no intrinsics. Each kernels_*.cpp includes this file inside its own namespace
// and compiles it with its own flags, so the compiler may vectorise it for that instruction set.
// It must be included inside an anonymous namespace: two copies with one name would be merged by
// the linker, and the one with the wrong instructions could win.

inline std::uint64_t count_bits(std::uint64_t word) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  // Without the instruction the compiler would call a table look-up; this vectorises.
  word -= (word >> 1) & 0x5555555555555555ULL;
  word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  return (word * 0x0101010101010101ULL) >> 56;
#else
  return static_cast<std::uint64_t>(std::popcount(word));
#endif
}

inline std::uint64_t count_and(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::uint64_t count = 0;
  for (std::size_t w = 0; w < words; ++w) count += count_bits(a[w] & b[w]);
  return count;
}

inline void append_code(std::uint16_t* codes, const std::uint8_t* values, std::size_t rows,
                        std::uint32_t arity) {
  const auto factor = static_cast<std::uint16_t>(arity);
  for (std::size_t row = 0; row < rows; ++row) {
    codes[row] = static_cast<std::uint16_t>(codes[row] * factor + values[row]);
  }
}

/// Four histograms in turn: two rows of the same cell would otherwise wait for each other's store.
template <class WeightOf>
inline void fill_histogram(const std::uint16_t* codes, const std::uint8_t* values, std::size_t rows,
                           WeightOf weight_of, std::uint32_t arity, std::uint32_t* counts,
                           std::size_t n_counts, std::uint32_t* scratch) {
  constexpr std::size_t kFewCounts = 2048;  // four of these fit the first-level cache
  std::size_t row = 0;
  if (n_counts <= kFewCounts) {
    std::uint32_t* second = scratch;
    std::uint32_t* third = scratch + n_counts;
    std::uint32_t* fourth = scratch + 2 * n_counts;
    for (; row + 4 <= rows; row += 4) {
      counts[codes[row] * arity + values[row]] += weight_of(row);
      second[codes[row + 1] * arity + values[row + 1]] += weight_of(row + 1);
      third[codes[row + 2] * arity + values[row + 2]] += weight_of(row + 2);
      fourth[codes[row + 3] * arity + values[row + 3]] += weight_of(row + 3);
    }
    for (std::size_t i = 0; i < n_counts; ++i) {
      counts[i] += second[i] + third[i] + fourth[i];
      second[i] = third[i] = fourth[i] = 0;
    }
  }
  for (; row < rows; ++row) counts[codes[row] * arity + values[row]] += weight_of(row);
}

inline void histogram(const std::uint16_t* codes, const std::uint8_t* values, std::size_t rows,
                      const std::uint32_t* weights, std::uint32_t arity, std::uint32_t* counts,
                      std::size_t n_counts, std::uint32_t* scratch) {
  if (weights == nullptr) {
    const auto one = [](std::size_t) { return 1U; };
    fill_histogram(codes, values, rows, one, arity, counts, n_counts, scratch);
  } else {
    const auto weight = [weights](std::size_t row) { return weights[row]; };
    fill_histogram(codes, values, rows, weight, arity, counts, n_counts, scratch);
  }
}
