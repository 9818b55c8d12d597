#pragma once

#include <cstddef>
#include <vector>

namespace dagwright::scores {

/// What is worked on at once, so that it stays near: half of a second-level cache.
inline constexpr std::size_t kTileBytes = 256 * 1024;

/// Never shrinks: growing again would fill the memory with zeros again.
template <class T>
void grow_to(std::vector<T>& values, std::size_t needed) {
  if (values.size() < needed) values.resize(needed);
}

}  // namespace dagwright::scores
