#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/hash.hpp"

namespace dagwright {

/// xoshiro256** (Blackman & Vigna 2018), our own copy so that streams are the same everywhere.
///
/// A stream belongs to a work item (a restart, an island, a variable), never to a thread: it is
/// seeded by hashing the run's seed with the item's coordinates.
class Rng {
 public:
  using result_type = std::uint64_t;

  explicit Rng(std::uint64_t seed, std::initializer_list<std::uint64_t> work_item = {}) {
    std::uint64_t hash = mix(seed + kGoldenRatio);
    for (const std::uint64_t coordinate : work_item) {
      hash = mix(hash ^ mix(coordinate + kGoldenRatio));
    }
    for (std::uint64_t& word : state_) {
      hash += kGoldenRatio;
      word = mix(hash);
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in [0, bound), bound > 0, without bias: values past the last whole multiple of
  /// bound are drawn again.
  std::uint64_t below(std::uint64_t bound) {
    DAGWRIGHT_ASSERT(bound > 0);
    const std::uint64_t first_unbiased = (0 - bound) % bound;
    for (;;) {
      const std::uint64_t drawn = next();
      if (drawn >= first_unbiased) return drawn % bound;
    }
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Fisher-Yates.
  template <class Sequence>
  void shuffle(Sequence& sequence) {
    for (std::size_t i = sequence.size(); i > 1; --i) {
      std::swap(sequence[i - 1], sequence[below(i)]);
    }
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace dagwright
