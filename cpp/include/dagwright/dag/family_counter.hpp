#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/scores/set_key.hpp"

namespace dagwright::dag {

/// Counts the distinct families (variable, parents) that a search scored: what it would compute
/// with a perfect cache (S4, Table 5), whatever the memo forgot.
///
/// Families are told apart by 64-bit hashes: with 10^7 of them two coincide with probability
/// 3 * 10^-6. If they do not fit into its bytes, it gives up.
class FamilyCounter {
 public:
  explicit FamilyCounter(std::size_t max_bytes);

  void add(Variable v, std::span<const Variable> parents) {
    insert(v, scores::SetKey(parents, v).hash());
  }
  /// The families of parents + candidates[i] whose scores are above minus infinity.
  void add(Variable v, std::span<const Variable> parents, std::span<const Variable> candidates,
           std::span<const double> scores);

  /// None if there were too many.
  std::optional<std::uint64_t> count() const;

 private:
  struct Shard {
    mutable std::mutex mutex;
    std::vector<std::uint64_t> slots;  ///< 0: free
    std::size_t used = 0;
    bool is_full = false;
  };
  static constexpr std::size_t kShards = 16;

  void insert(Variable v, std::uint64_t hash);
  void place(Shard& shard, std::uint64_t hash) const;
  void grow(Shard& shard) const;

  std::size_t max_slots_;
  std::array<Shard, kShards> shards_;
};

}  // namespace dagwright::dag
