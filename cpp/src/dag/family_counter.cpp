#include "dagwright/dag/family_counter.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "dagwright/core/assert.hpp"

namespace dagwright::dag {

FamilyCounter::FamilyCounter(std::size_t max_bytes)
    : max_slots_(std::bit_floor(max_bytes / kShards / sizeof(std::uint64_t))) {}

void FamilyCounter::place(Shard& shard, std::uint64_t hash) const {
  if (!shard.is_full && 2 * (shard.used + 1) > shard.slots.size()) grow(shard);
  if (shard.is_full) return;
  DAGWRIGHT_ASSERT(hash != 0 && std::has_single_bit(shard.slots.size()));
  DAGWRIGHT_ASSERT(2 * (shard.used + 1) <= shard.slots.size());
  const std::size_t mask = shard.slots.size() - 1;
  std::size_t slot = hash & mask;
  while (shard.slots[slot] != 0 && shard.slots[slot] != hash) slot = (slot + 1) & mask;
  shard.used += shard.slots[slot] == 0 ? 1 : 0;
  shard.slots[slot] = hash;
}

void FamilyCounter::grow(Shard& shard) const {
  std::vector<std::uint64_t> old(std::max<std::size_t>(64, 2 * shard.slots.size()), 0);
  shard.is_full = old.size() > max_slots_;
  if (shard.is_full) {
    shard.slots = {};
    return;
  }
  old.swap(shard.slots);
  shard.used = 0;
  for (const std::uint64_t known : old) {
    if (known != 0) place(shard, known);
  }
}

void FamilyCounter::insert(Variable v, std::uint64_t hash) {
  if (max_slots_ == 0) return;
  Shard& shard = shards_[v % kShards];
  const std::lock_guard lock(shard.mutex);
  place(shard, std::max<std::uint64_t>(hash, 1));
}

void FamilyCounter::add(Variable v, std::span<const Variable> parents,
                        std::span<const Variable> candidates, std::span<const double> scores) {
  if (max_slots_ == 0) return;
  Shard& shard = shards_[v % kShards];
  const std::lock_guard lock(shard.mutex);
  if (shard.is_full) return;
  std::vector<Variable> family;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (scores[i] == -std::numeric_limits<double>::infinity()) continue;
    family.assign(parents.begin(), parents.end());
    family.insert(std::upper_bound(family.begin(), family.end(), candidates[i]), candidates[i]);
    place(shard, std::max<std::uint64_t>(scores::SetKey(family, v).hash(), 1));
  }
}

std::optional<std::uint64_t> FamilyCounter::count() const {
  if (max_slots_ == 0) return std::nullopt;
  std::uint64_t total = 0;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    if (shard.is_full) return std::nullopt;
    total += shard.used;
  }
  return total;
}

}  // namespace dagwright::dag
