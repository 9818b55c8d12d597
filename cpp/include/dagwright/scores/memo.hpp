#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dagwright/scores/set_key.hpp"

namespace dagwright::scores {

/// Bounded cache from SetKey to a set function's value, shared by all threads.
///
/// It grows by doubling until it reaches its byte limit; from then on a new entry takes the place
/// of one of the few that it may sit next to. Forgetting is always safe: a value that is missing
/// is counted again, with the same bits.
class Memo {
 public:
  static constexpr std::size_t kBytesPerEntry = 24;

  explicit Memo(std::size_t max_bytes);

  bool find(const SetKey& key, std::int64_t& value) const;
  void insert(const SetKey& key, std::int64_t value);

  std::size_t size() const;
  std::size_t bytes() const;

 private:
  struct Entry {
    SetKey key;
    std::int64_t value = 0;
  };
  /// A key whose set is "variables 0, 0, 0, ...": sets are sorted and distinct, so it is free.
  static bool is_free(const Entry& entry) { return entry.key.low == 0 && entry.key.high == 0; }

  /// Threads that look up different keys seldom meet in one shard.
  struct Shard {
    mutable std::atomic_flag busy = ATOMIC_FLAG_INIT;
    std::vector<Entry> entries;
    std::size_t used = 0;
    std::size_t next_victim = 0;
  };
  class Lock;

  static constexpr std::size_t kShards = 64;
  static constexpr std::size_t kProbes = 8;

  void grow(Shard& shard);
  bool place(Shard& shard, const SetKey& key, std::int64_t value);

  std::size_t max_entries_per_shard_;
  std::array<Shard, kShards> shards_;
};

}  // namespace dagwright::scores
