#include "dagwright/core/cpu.hpp"

#include <cstdlib>
#include <stdexcept>

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace dagwright {
namespace {

struct Features {
  bool popcnt = false;
  bool avx2 = false;
  bool bmi2 = false;
};

Features detect() {
  Features found;
#if defined(_MSC_VER) && defined(_M_X64)
  int basic[4];
  __cpuid(basic, 1);
  int extended[4];
  __cpuidex(extended, 7, 0);
  const bool os_saves_ymm = (basic[2] & (1 << 27)) != 0 && (_xgetbv(0) & 6) == 6;
  found.popcnt = (basic[2] & (1 << 23)) != 0;
  found.avx2 = os_saves_ymm && (extended[1] & (1 << 5)) != 0;
  found.bmi2 = (extended[1] & (1 << 8)) != 0;
#elif defined(__x86_64__)
  __builtin_cpu_init();
  found.popcnt = __builtin_cpu_supports("popcnt") != 0;
  found.avx2 = __builtin_cpu_supports("avx2") != 0;
  found.bmi2 = __builtin_cpu_supports("bmi2") != 0;
#endif
  return found;
}

bool avx2_kernels_usable() {
#ifdef DAGWRIGHT_HAVE_AVX2_KERNELS
  const Features found = detect();
  return found.popcnt && found.avx2 && found.bmi2;
#else
  return false;
#endif
}

}  // namespace

std::vector<std::string> cpu_features() {
  const Features found = detect();
  std::vector<std::string> names;
  if (found.popcnt) names.emplace_back("popcnt");
  if (found.avx2) names.emplace_back("avx2");
  if (found.bmi2) names.emplace_back("bmi2");
  return names;
}

InstructionSet choose_instruction_set() {
  const char* asked = std::getenv("DAGWRIGHT_CPU");
  const std::string name = asked == nullptr ? "" : asked;
  if (name.empty()) {
    return avx2_kernels_usable() ? InstructionSet::avx2 : InstructionSet::baseline;
  }
  if (name == "baseline") return InstructionSet::baseline;
  if (name != "avx2") {
    throw std::invalid_argument("DAGWRIGHT_CPU is '" + name + "'; use baseline or avx2");
  }
  if (!avx2_kernels_usable()) {
    throw std::invalid_argument(
        "DAGWRIGHT_CPU asks for avx2, which this processor or this build lacks; use baseline");
  }
  return InstructionSet::avx2;
}

std::string to_string(InstructionSet set) {
  return set == InstructionSet::avx2 ? "avx2" : "baseline";
}

}  // namespace dagwright
