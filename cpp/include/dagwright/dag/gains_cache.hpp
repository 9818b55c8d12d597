#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/scores/set_key.hpp"

namespace dagwright::dag {

/// What each change of one variable's parents leads to, in scores of that variable's family.
///
/// It depends on those parents alone, so a move makes only what belongs to its targets stale; and
/// it never changes, so search states and the cache share it.
struct TargetGains {
  double score;                  ///< with the parents as they are
  std::vector<double> addition;  ///< by new parent; minus infinity: impossible, or it gains nothing
  std::vector<double> removal;   ///< in the order of the parents
  std::vector<Variable> ranked;  ///< new parents worth looking at, best first
};

/// Bounded cache of gains by (variable, parents), shared by all climbs of a run. Restarts undo
/// most of what a perturbation did, so they meet the same families again and again; finding a
/// whole row of gains is much cheaper than finding each of its scores in the memo.
class GainsCache {
 public:
  GainsCache(std::size_t n_variables, std::size_t max_bytes);

  /// Null if it is not there.
  std::shared_ptr<const TargetGains> find(Variable v, std::span<const Variable> parents) const;
  void insert(Variable v, std::span<const Variable> parents,
              std::shared_ptr<const TargetGains> gains);

 private:
  struct KeyHash {
    std::size_t operator()(const scores::SetKey& key) const { return key.hash(); }
  };
  struct Shard {
    mutable std::mutex mutex;
    std::unordered_map<scores::SetKey, std::shared_ptr<const TargetGains>, KeyHash> rows;
  };
  static constexpr std::size_t kShards = 16;

  std::size_t max_rows_per_shard_;
  std::array<Shard, kShards> shards_;
};

}  // namespace dagwright::dag
