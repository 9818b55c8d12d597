#include "dagwright/parents/best_first.hpp"

#include <algorithm>

#include "dagwright/core/assert.hpp"

namespace dagwright::parents {

void ClosedSets::add(std::span<const Variable> set, const ScoredFamily& family) {
  DAGWRIGHT_ASSERT(!contains(set));
  index_.emplace(scores::SetKey(set, 0), size());
  sets_.add(set, family.score);
  families_.push_back(family);
}

/// Where every single parent is covered, a set that was not seen strictly contains one that can
/// still be extended, and the best of their ceilings bounds it.
CandidateList ClosedSets::finish(const ChildTask& task, const Budget& budget, bool singles_covered,
                                 bool saw_everything) const {
  ScoredSets whole;
  double bound = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < size(); ++i) {
    whole.add(scorer_.whole_set(members(i)), families_[i].score);
    if (members(i).size() != 1) continue;
    if (!scorer_.superset_is_useless(families_[i])) bound = std::max(bound, families_[i].ceiling);
  }
  CandidateList list;
  list.sets = without_dominated(whole);
  list.evaluations = budget.used();
  list.end = budget.end();
  if (saw_everything && budget.end() == EnumerationEnd::complete) {
    list.complete_size = task.required.size() + task.candidates.size();
    return list;
  }
  if (list.end == EnumerationEnd::complete) list.end = EnumerationEnd::size;
  list.complete_size = task.required.size() + (singles_covered ? 1 : 0);
  list.unseen_bound =
      singles_covered ? std::min(bound, scorer_.upper_bound()) : scorer_.upper_bound();
  return list;
}

}  // namespace dagwright::parents
