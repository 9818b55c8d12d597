#include "dagwright/scores/kernels.hpp"

namespace dagwright::scores {

namespace baseline {
extern const Kernels kKernels;
}
namespace avx2 {
extern const Kernels kKernels;
}

const Kernels& kernels_for(InstructionSet set) {
#ifdef DAGWRIGHT_HAVE_AVX2_KERNELS
  if (set == InstructionSet::avx2) return avx2::kKernels;
#else
  (void)set;
#endif
  return baseline::kKernels;
}

}  // namespace dagwright::scores
