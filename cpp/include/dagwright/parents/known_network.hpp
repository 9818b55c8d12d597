#pragma once

#include <cstddef>
#include <vector>

#include "dagwright/parents/candidate_arrays.hpp"

namespace dagwright::parents {

/// A network that is found at once: for each child the number of its set. Empty if required
/// parents admit no network.
///
/// Variables are placed one after the other, the one whose best available set loses least first.
/// A variable that comes early can only lose by that itself, so no other order has a smaller
/// largest loss: where a network without "forbidden" sets exists, this one has none either. Takes
/// time in proportion to the members of all sets.
std::vector<std::size_t> find_known_network(const CandidateArrays& arrays);

}  // namespace dagwright::parents
