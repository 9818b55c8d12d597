#include <immintrin.h>

#include "portable_extraction.hpp"

namespace dagwright::exact {
namespace {

struct Pext {
  template <class Table>
  static std::uint64_t bits(const Table& table, NarrowSet set) {
    return _pext_u64(set, table.mask);
  }
  template <class Table>
  static std::uint64_t bits(const Table& table, WideSet set) {
    return _pext_u64(set.low, table.mask.low) | _pext_u64(set.high, table.mask.high)
                                                    << _mm_popcnt_u64(table.mask.low);
  }
};

}  // namespace

extern const ExtractionKernels<NarrowSet> kNarrowBmi2 = kernels_with<NarrowSet, Pext>();
extern const ExtractionKernels<WideSet> kWideBmi2 = kernels_with<WideSet, Pext>();

}  // namespace dagwright::exact
