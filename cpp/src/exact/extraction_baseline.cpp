#include "portable_extraction.hpp"

namespace dagwright::exact {
namespace {

struct ByteTables {
  static std::uint32_t word(const std::uint32_t* by_byte, std::uint64_t word) {
    std::uint32_t bits = 0;
    for (int byte = 0; byte < 8; ++byte, by_byte += 256, word >>= 8) bits |= by_byte[word & 255];
    return bits;
  }

  template <class Table>
  static std::uint32_t bits(const Table& table, NarrowSet set) {
    return word(table.by_byte, set);
  }
  template <class Table>
  static std::uint32_t bits(const Table& table, WideSet set) {
    return word(table.by_byte, set.low) | word(table.by_byte + 8 * 256, set.high);
  }
};

}  // namespace

template <class Set>
BitExtractor<Set>::BitExtractor(Set wanted) : mask(wanted), by_byte(sizeof(Set) * 256) {
  std::uint32_t bit = 1;
  for_each_member(wanted, [&](Variable member) {
    std::uint32_t* const table = &by_byte[member / 8 * 256];
    for (unsigned value = 0; value < 256; ++value) {
      if ((value >> (member % 8) & 1) != 0) table[value] |= bit;
    }
    bit <<= 1;
  });
}

template <class Set>
std::uint32_t BitExtractor<Set>::operator()(Set set) const {
  struct {
    const std::uint32_t* by_byte;
  } const table{by_byte.data()};
  return ByteTables::bits(table, set);
}

template struct BitExtractor<NarrowSet>;
template struct BitExtractor<WideSet>;

extern const ExtractionKernels<NarrowSet> kNarrowBaseline = kernels_with<NarrowSet, ByteTables>();
extern const ExtractionKernels<WideSet> kWideBaseline = kernels_with<WideSet, ByteTables>();

}  // namespace dagwright::exact
