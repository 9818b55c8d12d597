#include "dagwright/exact/extraction_kernels.hpp"

namespace dagwright::exact {

extern const ExtractionKernels<NarrowSet> kNarrowBaseline;
extern const ExtractionKernels<WideSet> kWideBaseline;
#ifdef DAGWRIGHT_HAVE_AVX2_KERNELS
extern const ExtractionKernels<NarrowSet> kNarrowBmi2;
extern const ExtractionKernels<WideSet> kWideBmi2;
#endif

template <>
const ExtractionKernels<NarrowSet>& extraction_kernels<NarrowSet>(
    [[maybe_unused]] InstructionSet set) {
#ifdef DAGWRIGHT_HAVE_AVX2_KERNELS
  if (set == InstructionSet::avx2) return kNarrowBmi2;
#endif
  return kNarrowBaseline;
}

template <>
const ExtractionKernels<WideSet>& extraction_kernels<WideSet>([[maybe_unused]] InstructionSet set) {
#ifdef DAGWRIGHT_HAVE_AVX2_KERNELS
  if (set == InstructionSet::avx2) return kWideBmi2;
#endif
  return kWideBaseline;
}

}  // namespace dagwright::exact
