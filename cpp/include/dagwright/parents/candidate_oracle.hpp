#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/parents/candidate_sets.hpp"
#include "dagwright/scores/oracle.hpp"
#include "dagwright/scores/set_key.hpp"

namespace dagwright::parents {

/// Local scores out of lists of candidate parent sets, found by hash; a set that is not listed is
/// forbidden: it scores minus infinity.
class CandidateOracle final : public scores::ScoreOracle {
 public:
  explicit CandidateOracle(const CandidateSets& sets);

  std::size_t n_variables() const override { return best_.size(); }
  double score(Variable child, std::span<const Variable> parents) const override;
  double upper_bound(Variable child) const override { return best_[child]; }

  /// What it takes for that many sets, at most.
  static std::size_t bytes_for(std::size_t n_sets) { return 4 * sizeof(Entry) * (n_sets + 1); }

 private:
  struct Entry {
    scores::SetKey key;
    double score = 0.0;
    bool used = false;
  };

  std::size_t slot_of(const scores::SetKey& key) const;

  std::vector<Entry> entries_;  ///< a power of two, at most half of them used
  std::vector<double> best_;
};

}  // namespace dagwright::parents
