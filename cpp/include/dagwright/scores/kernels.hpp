#pragma once

#include <cstddef>
#include <cstdint>

#include "dagwright/core/cpu.hpp"

namespace dagwright::scores {

/// The inner loops of counting, compiled once for each instruction set.
///
/// `words` is always a multiple of Table::kWordsPerBlock. All of them work in whole numbers, so
/// every instruction set gives the same bits.
struct Kernels {
  /// inside = parent & mask, outside = parent & ~mask; returns the bits of inside.
  /// inside may be the same memory as parent.
  std::uint64_t (*split)(const std::uint64_t* parent, const std::uint64_t* mask, std::size_t words,
                         std::uint64_t* inside, std::uint64_t* outside);

  /// counts[i] = popcount(cells[i] & mask) for n_cells bitmaps that lie `stride` words apart.
  void (*count_cells)(const std::uint64_t* cells, std::size_t n_cells, std::size_t stride,
                      const std::uint64_t* mask, std::size_t words, std::uint32_t* counts);

  /// counts[codes[row] * arity + values[row]] += weight of the row, for a value of 1 byte.
  /// `scratch` holds 3 * n_counts zeros and is zero again afterwards.
  void (*histogram)(const std::uint16_t* codes, const std::uint8_t* values, std::size_t rows,
                    const std::uint32_t* weights, std::uint32_t arity, std::uint32_t* counts,
                    std::size_t n_counts, std::uint32_t* scratch);

  /// codes[row] = codes[row] * arity + values[row]
  void (*append_code)(std::uint16_t* codes, const std::uint8_t* values, std::size_t rows,
                      std::uint32_t arity);
};

const Kernels& kernels_for(InstructionSet set);

}  // namespace dagwright::scores
