// Every instruction set must give the same numbers as a bit by bit loop.
#include <bit>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/scores/kernels.hpp"

using namespace dagwright;

namespace {

std::vector<std::uint64_t> random_words(Rng& rng, std::size_t words) {
  std::vector<std::uint64_t> result(words);
  for (auto& word : result) word = rng.next();
  return result;
}

void check_bits(const scores::Kernels& kernels, Rng& rng, std::size_t words) {
  constexpr std::size_t kCells = 7;
  const auto cells = random_words(rng, kCells * words);
  const auto mask = random_words(rng, words);
  std::vector<std::uint32_t> counts(kCells);
  kernels.count_cells(cells.data(), kCells, words, mask.data(), words, counts.data());
  for (std::size_t i = 0; i < kCells; ++i) {
    std::uint32_t expected = 0;
    for (std::size_t w = 0; w < words; ++w) {
      expected += static_cast<std::uint32_t>(std::popcount(cells[i * words + w] & mask[w]));
    }
    CHECK(counts[i] == expected);
  }

  std::vector<std::uint64_t> inside(cells.begin(),
                                    cells.begin() + static_cast<std::ptrdiff_t>(words));
  std::vector<std::uint64_t> outside(words);
  const std::uint64_t size =
      kernels.split(inside.data(), mask.data(), words, inside.data(), outside.data());  // in place
  CHECK(size == counts[0]);
  for (std::size_t w = 0; w < words; ++w) {
    CHECK(inside[w] == (cells[w] & mask[w]));
    CHECK(outside[w] == (cells[w] & ~mask[w]));
  }
}

void check_histogram(const scores::Kernels& kernels, Rng& rng, std::size_t rows,
                     std::uint32_t cells, bool weighted) {
  constexpr std::uint32_t kArity = 3;
  std::vector<std::uint16_t> codes(rows, 0);
  std::vector<std::uint8_t> digits(rows), values(rows);
  std::vector<std::uint32_t> weights(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    digits[row] = static_cast<std::uint8_t>(rng.below(cells));
    values[row] = static_cast<std::uint8_t>(rng.below(kArity));
    weights[row] = static_cast<std::uint32_t>(rng.below(9));
  }
  kernels.append_code(codes.data(), digits.data(), rows, cells);
  std::vector<std::uint32_t> counts(cells * kArity, 0), expected(cells * kArity, 0);
  std::vector<std::uint32_t> scratch(3 * counts.size(), 0);
  kernels.histogram(codes.data(), values.data(), rows, weighted ? weights.data() : nullptr, kArity,
                    counts.data(), counts.size(), scratch.data());
  for (std::size_t row = 0; row < rows; ++row) {
    expected[digits[row] * kArity + values[row]] += weighted ? weights[row] : 1;
  }
  CHECK(counts == expected);
  for (const std::uint32_t left : scratch) CHECK(left == 0);
}

}  // namespace

int main() {
  Rng rng(3);
  std::vector<InstructionSet> sets{InstructionSet::baseline};
  if (choose_instruction_set() == InstructionSet::avx2) sets.push_back(InstructionSet::avx2);
  for (const InstructionSet set : sets) {
    const scores::Kernels& kernels = scores::kernels_for(set);
    for (const std::size_t words : {4U, 8U, 16U, 20U, 124U, 128U, 400U})
      check_bits(kernels, rng, words);
    for (const std::size_t rows : {0U, 1U, 5U, 1000U}) {
      check_histogram(kernels, rng, rows, 5, false);
      check_histogram(kernels, rng, rows, 200, true);
    }
  }
}
