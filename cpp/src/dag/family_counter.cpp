#include "dagwright/dag/family_counter.hpp"

#include <algorithm>
#include <limits>

namespace dagwright {

void FamilyCounter::place(Shard& shard, std::uint64_t hash) {
  if (2 * (shard.used + 1) > shard.slots.size()) {
    std::vector<std::uint64_t> old(std::max<std::size_t>(256, 2 * shard.slots.size()), 0);
    old.swap(shard.slots);
    shard.used = 0;
    for (const std::uint64_t known : old) {
      if (known != 0) place(shard, known);
    }
  }
  const std::size_t mask = shard.slots.size() - 1;
  std::size_t slot = hash & mask;
  while (shard.slots[slot] != 0 && shard.slots[slot] != hash) slot = (slot + 1) & mask;
  shard.used += shard.slots[slot] == 0 ? 1 : 0;
  shard.slots[slot] = hash;
}

void FamilyCounter::insert(Variable v, std::uint64_t hash) {
  Shard& shard = shards_[v % kShards];
  const std::lock_guard lock(shard.mutex);
  place(shard, std::max<std::uint64_t>(hash, 1));
}

void FamilyCounter::add(Variable v, std::span<const Variable> parents,
                        std::span<const Variable> candidates, std::span<const double> scores) {
  Shard& shard = shards_[v % kShards];
  const std::lock_guard lock(shard.mutex);
  std::vector<Variable> family;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (scores[i] == -std::numeric_limits<double>::infinity()) continue;
    family.assign(parents.begin(), parents.end());
    family.insert(std::upper_bound(family.begin(), family.end(), candidates[i]), candidates[i]);
    place(shard, std::max<std::uint64_t>(SetKey(family, v).hash(), 1));
  }
}

std::uint64_t FamilyCounter::count() const {
  std::uint64_t total = 0;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    total += shard.used;
  }
  return total;
}

}  // namespace dagwright
