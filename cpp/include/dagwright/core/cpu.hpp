#pragma once

#include <string>
#include <vector>

namespace dagwright {

enum class InstructionSet { baseline, avx2 };

/// Names of the features of this processor that the kernels can use.
std::vector<std::string> cpu_features();

/// The best instruction set that this build and this processor share, or the one that the
/// environment variable DAGWRIGHT_CPU (baseline or avx2) asks for.
/// Throws std::invalid_argument when it asks for one that is unknown or not available.
InstructionSet choose_instruction_set();

std::string to_string(InstructionSet set);

}  // namespace dagwright
