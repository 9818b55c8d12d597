#pragma once

#include <cstddef>
#include <cstdint>

namespace dagwright {

/// What every search is given besides its options.
struct Resources {
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::size_t bytes = 0;  ///< at most, for what grows while it runs
};

}  // namespace dagwright
