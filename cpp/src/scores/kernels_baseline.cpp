#include <bit>
#include <cstddef>
#include <cstdint>

#include "dagwright/scores/kernels.hpp"

namespace dagwright::scores::baseline {
namespace {

#include "portable_kernels.hpp"

void count_cells(const std::uint64_t* cells, std::size_t n_cells, std::size_t stride,
                 const std::uint64_t* mask, std::size_t words, std::uint32_t* counts) {
  for (std::size_t i = 0; i < n_cells; ++i) {
    counts[i] = static_cast<std::uint32_t>(count_and(cells + i * stride, mask, words));
  }
}

std::uint64_t split(const std::uint64_t* parent, const std::uint64_t* mask, std::size_t words,
                    std::uint64_t* inside, std::uint64_t* outside) {
  std::uint64_t count = 0;
  for (std::size_t w = 0; w < words; ++w) {
    const std::uint64_t both = parent[w] & mask[w];
    outside[w] = parent[w] ^ both;
    inside[w] = both;  // last: inside may be parent
    count += count_bits(both);
  }
  return count;
}

}  // namespace

extern const Kernels kKernels;
const Kernels kKernels{split, count_cells, histogram, append_code};

}  // namespace dagwright::scores::baseline
