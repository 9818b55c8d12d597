#pragma once

#include <cstdint>
#include <limits>

namespace dagwright {

/// The cost, or change of cost, of what no candidate set allows, in whole units of excess. Sums of
/// excesses stay below 2^60 (CandidateSets), so it exceeds all of them and may be added to them.
inline constexpr std::int64_t kImpossible = std::int64_t{1} << 61;

/// The gain, in nats, of a move that may not be made.
inline constexpr double kImpossibleGain = -std::numeric_limits<double>::infinity();

}  // namespace dagwright
