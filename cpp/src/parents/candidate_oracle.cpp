#include "dagwright/parents/candidate_oracle.hpp"

#include <bit>
#include <limits>

#include "dagwright/core/assert.hpp"

namespace dagwright::parents {

CandidateOracle::CandidateOracle(const CandidateSets& sets)
    : entries_(std::bit_ceil(2 * (sets.n_sets() + 1))) {
  for (Variable child = 0; child < sets.n_variables(); ++child) {
    best_.push_back(sets.score(sets.begin(child)));
    for (std::size_t set = sets.begin(child); set < sets.end(child); ++set) {
      const scores::SetKey key(sets.members(set), child);
      Entry& entry = entries_[slot_of(key)];
      if (!entry.used) entry = {key, sets.score(set), true};
    }
  }
}

std::size_t CandidateOracle::slot_of(const scores::SetKey& key) const {
  DAGWRIGHT_ASSERT(std::has_single_bit(entries_.size()));
  const std::size_t mask = entries_.size() - 1;
  std::size_t slot = key.hash() & mask;
  while (entries_[slot].used && !(entries_[slot].key == key)) slot = (slot + 1) & mask;
  return slot;
}

double CandidateOracle::score(Variable child, std::span<const Variable> parents) const {
  const Entry& entry = entries_[slot_of(scores::SetKey(parents, child))];
  return entry.used ? entry.score : -std::numeric_limits<double>::infinity();
}

}  // namespace dagwright::parents
