#include "dagwright/scores/memo.hpp"

#include <algorithm>
#include <bit>

#include "dagwright/core/assert.hpp"

namespace dagwright::scores {
namespace {

constexpr std::size_t kFirstEntries = 64;

}  // namespace

/// Held for tens of nanoseconds, so waiting is spinning.
class Memo::Lock {
 public:
  explicit Lock(const Shard& shard) : shard_(shard) {
    while (shard_.busy.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Lock() { shard_.busy.clear(std::memory_order_release); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  const Shard& shard_;
};

Memo::Memo(std::size_t max_bytes)
    : max_entries_per_shard_(
          std::bit_floor(std::max(kProbes, max_bytes / kBytesPerEntry / kShards))) {
  static_assert(sizeof(Entry) == kBytesPerEntry);
}

bool Memo::find(const SetKey& key, std::int64_t& value) const {
  const std::uint64_t hash = key.hash();
  const Shard& shard = shards_[hash % kShards];
  const Lock lock(shard);
  if (shard.entries.empty()) return false;
  const std::size_t mask = shard.entries.size() - 1;
  for (std::size_t probe = 0; probe < kProbes; ++probe) {
    const Entry& entry = shard.entries[(hash / kShards + probe) & mask];
    if (entry.key == key) {
      value = entry.value;
      return true;
    }
  }
  return false;
}

void Memo::insert(const SetKey& key, std::int64_t value) {
  const std::uint64_t hash = key.hash();
  Shard& shard = shards_[hash % kShards];
  const Lock lock(shard);
  if (shard.entries.size() < max_entries_per_shard_ && 2 * shard.used >= shard.entries.size()) {
    grow(shard);
  }
  DAGWRIGHT_ASSERT(std::has_single_bit(shard.entries.size()));
  DAGWRIGHT_ASSERT(shard.used <= shard.entries.size());
  DAGWRIGHT_ASSERT(!is_free({key, value}));
  if (place(shard, key, value)) return;
  const std::size_t victim = (hash / kShards + shard.next_victim++ % kProbes);
  shard.entries[victim & (shard.entries.size() - 1)] = {key, value};
}

bool Memo::place(Shard& shard, const SetKey& key, std::int64_t value) {
  const std::size_t mask = shard.entries.size() - 1;
  for (std::size_t probe = 0; probe < kProbes; ++probe) {
    Entry& entry = shard.entries[(key.hash() / kShards + probe) & mask];
    // The same set counted again: a value that differs would be two sets of one name.
    DAGWRIGHT_ASSERT(!(entry.key == key) || entry.value == value);
    if (entry.key == key) return true;
    if (is_free(entry)) {
      entry = {key, value};
      ++shard.used;
      return true;
    }
  }
  return false;
}

void Memo::grow(Shard& shard) {
  const std::size_t entries =
      std::min(max_entries_per_shard_, std::max(kFirstEntries, 2 * shard.entries.size()));
  std::vector<Entry> old(entries);
  old.swap(shard.entries);
  shard.used = 0;
  for (const Entry& entry : old) {
    if (!is_free(entry)) place(shard, entry.key, entry.value);
  }
}

std::size_t Memo::size() const {
  std::size_t total = 0;
  for (const Shard& shard : shards_) {
    const Lock lock(shard);
    total += shard.used;
  }
  return total;
}

std::size_t Memo::bytes() const {
  std::size_t total = 0;
  for (const Shard& shard : shards_) {
    const Lock lock(shard);
    total += shard.entries.size() * kBytesPerEntry;
  }
  return total;
}

}  // namespace dagwright::scores
