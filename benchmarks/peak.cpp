// How fast this machine can count: the physical limits that benchmarks/limit.py compares with.
//
// Prints JSON: vectors of 256 rows ANDed and counted per second (cells in the second-level cache,
// one shared mask), rows added to a histogram per second, and bytes read from memory per second.
// Each is the best of several tries and, for counting, of three algorithms; it shares no code with
// the core.
#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using Words = std::vector<std::uint64_t>;

double seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

volatile std::uint64_t sink;

/// Best rate of `work` items a call over tries of some 2 ms each: a shared machine leaves such
/// gaps.
template <class Function>
double best_rate(double work, Function&& call) {
  double best = 0.0;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const double began = seconds();
    int calls = 0;
    double elapsed = 0.0;
    do {
      sink = sink + call();
      ++calls;
      elapsed = seconds() - began;
    } while (elapsed < 0.002);
    best = std::max(best, work * calls / elapsed);
  }
  return best;
}

__m256i load(const std::uint64_t* words) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
}

__m256i count_bytes(__m256i v) {
  const __m256i table =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i low = _mm256_set1_epi8(15);
  const __m256i a = _mm256_shuffle_epi8(table, _mm256_and_si256(v, low));
  const __m256i b = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), low));
  return _mm256_add_epi8(a, b);
}

__m256i add_bits(__m256i& sum, __m256i a, __m256i b) {
  const __m256i half = _mm256_xor_si256(sum, a);
  const __m256i carry = _mm256_or_si256(_mm256_and_si256(sum, a), _mm256_and_si256(half, b));
  sum = _mm256_xor_si256(half, b);
  return carry;
}

std::uint64_t total(__m256i lanes) {
  alignas(32) std::uint64_t parts[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(parts), lanes);
  return parts[0] + parts[1] + parts[2] + parts[3];
}

/// Carry-save adders leave one byte-wise count in eight (Harley-Seal).
std::uint64_t count_carry_save(const std::uint64_t* cell, const std::uint64_t* mask,
                               std::size_t words) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i sum = zero, ones = zero, twos = zero, fours = zero;
  for (std::size_t w = 0; w < words; w += 32) {
    const auto both = [&](std::size_t i) {
      return _mm256_and_si256(load(cell + w + 4 * i), load(mask + w + 4 * i));
    };
    const __m256i two_a = add_bits(ones, both(0), both(1));
    const __m256i two_b = add_bits(ones, both(2), both(3));
    const __m256i four_a = add_bits(twos, two_a, two_b);
    const __m256i two_c = add_bits(ones, both(4), both(5));
    const __m256i two_d = add_bits(ones, both(6), both(7));
    const __m256i four_b = add_bits(twos, two_c, two_d);
    const __m256i eight = add_bits(fours, four_a, four_b);
    sum = _mm256_add_epi64(sum, _mm256_sad_epu8(count_bytes(eight), zero));
  }
  const auto rest = [&](__m256i v) { return total(_mm256_sad_epu8(count_bytes(v), zero)); };
  return 8 * total(sum) + 4 * rest(fours) + 2 * rest(twos) + rest(ones);
}

std::uint64_t count_by_table(const std::uint64_t* cell, const std::uint64_t* mask,
                             std::size_t words) {
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t w = 0; w < words; w += 32) {
    __m256i bytes = _mm256_setzero_si256();
    for (std::size_t i = 0; i < 32; i += 4) {
      bytes = _mm256_add_epi8(
          bytes, count_bytes(_mm256_and_si256(load(cell + w + i), load(mask + w + i))));
    }
    sum = _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
  }
  return total(sum);
}

/// Zen counts up to four words a cycle in its scalar units.
std::uint64_t count_words(const std::uint64_t* cell, const std::uint64_t* mask, std::size_t words) {
  std::uint64_t sums[4] = {0, 0, 0, 0};
  for (std::size_t w = 0; w < words; w += 4) {
    for (std::size_t i = 0; i < 4; ++i) {
      sums[i] += static_cast<std::uint64_t>(_mm_popcnt_u64(cell[w + i] & mask[w + i]));
    }
  }
  return sums[0] + sums[1] + sums[2] + sums[3];
}

struct AlignedWords {
  explicit AlignedWords(std::size_t n) : memory(n + 4) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    words = memory.data() + (32 - address % 32) % 32 / 8;
    std::uint64_t state = 1;
    for (std::size_t i = 0; i < n; ++i) words[i] = state = state * 6364136223846793005ULL + 1;
  }
  Words memory;
  std::uint64_t* words;
};

double vectors_per_second() {
  constexpr std::size_t kWords = 320;  // 20 480 rows
  constexpr std::size_t kCells = 16;   // 40 KiB
  const AlignedWords cells(kCells * kWords), mask(kWords);
  const auto rate = [&](auto count) {
    return best_rate(kCells * kWords / 4, [&] {
      std::uint64_t sum = 0;
      for (std::size_t c = 0; c < kCells; ++c)
        sum += count(cells.words + c * kWords, mask.words, kWords);
      return sum;
    });
  };
  return std::max({rate(count_carry_save), rate(count_by_table), rate(count_words)});
}

double histogram_rows_per_second() {
  constexpr std::size_t kRows = 20'000;
  constexpr std::size_t kCells = 64;
  std::vector<std::uint8_t> codes(kRows), values(kRows);
  const AlignedWords random(kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    codes[i] = static_cast<std::uint8_t>(random.words[i] >> 59);
    values[i] = static_cast<std::uint8_t>(random.words[i] >> 40 & 1);
  }
  std::vector<std::uint32_t> counts(4 * kCells);
  return best_rate(kRows, [&] {
    std::uint32_t* h = counts.data();
    for (std::size_t i = 0; i < kRows; i += 4) {
      ++h[codes[i] * 2 + values[i]];
      ++h[kCells + codes[i + 1] * 2 + values[i + 1]];
      ++h[2 * kCells + codes[i + 2] * 2 + values[i + 2]];
      ++h[3 * kCells + codes[i + 3] * 2 + values[i + 3]];
    }
    return h[0];
  });
}

double bytes_per_second() {
  constexpr std::size_t kWords = std::size_t{1} << 24;  // 128 MiB, four times the last cache
  const AlignedWords memory(kWords);
  return best_rate(8.0 * kWords, [&] {
    __m256i sum = _mm256_setzero_si256();
    for (std::size_t w = 0; w < kWords; w += 4) sum = _mm256_add_epi64(sum, load(memory.words + w));
    return total(sum);
  });
}

}  // namespace

int main() {
  std::printf("{\"vectors\": %.6g, \"histogram_rows\": %.6g, \"memory_bytes\": %.6g}\n",
              vectors_per_second(), histogram_rows_per_second(), bytes_per_second());
}
