#pragma once

#include <cstdint>
#include <vector>

#include "dagwright/exact/variable_set.hpp"

namespace dagwright::exact {

/// Packs the members of a set that lie in `mask` into the low bits of a number (PEXT).
///
/// Processors with BMI2 do it in one instruction; for others there is a table a byte of the set,
/// so that a set of 64 variables takes eight look-ups.
template <class Set>
struct BitExtractor {
  explicit BitExtractor(Set wanted);

  Set mask;
  std::vector<std::uint32_t> by_byte;  ///< [byte of the set][value of the byte]

  std::uint32_t operator()(Set set) const;  ///< the portable form
};

extern template struct BitExtractor<NarrowSet>;
extern template struct BitExtractor<WideSet>;

}  // namespace dagwright::exact
