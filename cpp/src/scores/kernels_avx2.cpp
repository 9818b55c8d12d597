#include <immintrin.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "dagwright/scores/kernels.hpp"

namespace dagwright::scores::avx2 {
namespace {

#include "portable_kernels.hpp"

/// Bits of each byte, by two look-ups of its halves (Mula, Kurz & Lemire 2018, section 3).
inline __m256i count_byte_bits(__m256i bytes) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2,
                                         1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(0x0f);
  const __m256i low_half = _mm256_and_si256(bytes, low);
  const __m256i high_half = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low);
  return _mm256_add_epi8(_mm256_shuffle_epi8(table, low_half),
                         _mm256_shuffle_epi8(table, high_half));
}

inline __m256i load(const std::uint64_t* words) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
}

inline std::uint64_t add_lanes(__m256i lanes) {
  const __m128i halves =
      _mm_add_epi64(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(halves)) +
         static_cast<std::uint64_t>(_mm_extract_epi64(halves, 1));
}

// A byte counter holds 31 additions of at most 8.
constexpr std::size_t kVectorsPerBlock = 31;

/// popcount(cell & mask) of kCells cells that share every load of the mask.
template <std::size_t kCells>
inline void count_together(const std::uint64_t* cells, std::size_t stride,
                           const std::uint64_t* mask, std::size_t words, std::uint32_t* counts) {
  __m256i sums[kCells];
  for (auto& sum : sums) sum = _mm256_setzero_si256();
  for (std::size_t w = 0; w < words;) {
    const std::size_t end = words - w > 4 * kVectorsPerBlock ? w + 4 * kVectorsPerBlock : words;
    __m256i bytes[kCells];
    for (auto& byte : bytes) byte = _mm256_setzero_si256();
    for (; w < end; w += 4) {
      const __m256i shared = load(mask + w);
      for (std::size_t i = 0; i < kCells; ++i) {
        const __m256i both = _mm256_and_si256(load(cells + i * stride + w), shared);
        bytes[i] = _mm256_add_epi8(bytes[i], count_byte_bits(both));
      }
    }
    for (std::size_t i = 0; i < kCells; ++i) {
      sums[i] = _mm256_add_epi64(sums[i], _mm256_sad_epu8(bytes[i], _mm256_setzero_si256()));
    }
  }
  for (std::size_t i = 0; i < kCells; ++i)
    counts[i] = static_cast<std::uint32_t>(add_lanes(sums[i]));
}

void count_cells(const std::uint64_t* cells, std::size_t n_cells, std::size_t stride,
                 const std::uint64_t* mask, std::size_t words, std::uint32_t* counts) {
  constexpr std::size_t kFewWords = 16;  // below, adding up the lanes costs more than it saves
  if (words <= kFewWords) {
    for (std::size_t i = 0; i < n_cells; ++i) {
      counts[i] = static_cast<std::uint32_t>(count_and(cells + i * stride, mask, words));
    }
    return;
  }
  std::size_t i = 0;
  for (; i + 4 <= n_cells; i += 4)
    count_together<4>(cells + i * stride, stride, mask, words, counts + i);
  for (; i < n_cells; ++i) count_together<1>(cells + i * stride, stride, mask, words, counts + i);
}

std::uint64_t split(const std::uint64_t* parent, const std::uint64_t* mask, std::size_t words,
                    std::uint64_t* inside, std::uint64_t* outside) {
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t w = 0; w < words; w += 4) {
    const __m256i whole = load(parent + w);
    const __m256i both = _mm256_and_si256(whole, load(mask + w));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(outside + w), _mm256_xor_si256(whole, both));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(inside + w), both);
    sum = _mm256_add_epi64(sum, _mm256_sad_epu8(count_byte_bits(both), _mm256_setzero_si256()));
  }
  return add_lanes(sum);
}

}  // namespace

extern const Kernels kKernels;
const Kernels kKernels{split, count_cells, histogram, append_code};

}  // namespace dagwright::scores::avx2
