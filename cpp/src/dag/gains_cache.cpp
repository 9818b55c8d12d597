#include "dagwright/dag/gains_cache.hpp"

#include <utility>

namespace dagwright::dag {

GainsCache::GainsCache(std::size_t n_variables, std::size_t max_bytes)
    : max_rows_per_shard_(max_bytes / kShards / (n_variables * sizeof(double) + 256)) {}

std::shared_ptr<const TargetGains> GainsCache::find(Variable v,
                                                    std::span<const Variable> parents) const {
  const scores::SetKey key(parents, v);
  const Shard& shard = shards_[key.hash() % kShards];
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.rows.find(key);
  return found == shard.rows.end() ? nullptr : found->second;
}

/// A full shard starts afresh: what is still in use comes back at once, the rest is gone.
void GainsCache::insert(Variable v, std::span<const Variable> parents,
                        std::shared_ptr<const TargetGains> gains) {
  if (max_rows_per_shard_ == 0) return;
  const scores::SetKey key(parents, v);
  Shard& shard = shards_[key.hash() % kShards];
  const std::lock_guard lock(shard.mutex);
  if (shard.rows.size() >= max_rows_per_shard_) shard.rows.clear();
  shard.rows.emplace(key, std::move(gains));
}

}  // namespace dagwright::dag
