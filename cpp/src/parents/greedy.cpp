#include <algorithm>
#include <vector>

#include "dagwright/parents/best_first.hpp"

namespace dagwright::parents {
namespace {

/// Extends the best set scored so far by every other candidate, again and again.
class GreedySelection {
 public:
  GreedySelection(const scores::ScoreOracle& oracle, const ChildTask& task,
                  const PruningRules& pruning, const SelectionLimits& limits,
                  const BestFirstOptions& options, RunControl& control)
      : task_(task),
        scorer_(oracle, task, pruning),
        closed_(scorer_),
        budget_(limits, control),
        open_(options.max_open) {}

  CandidateList run() {
    if (budget_.take(1) == 1) {
      closed_.add({}, scorer_.root());
      open_.push({closed_.family(0).score, 0});
    }
    while (!open_.empty() && !budget_.exhausted(closed_.bytes() + open_.bytes())) {
      extend(open_.pop().index);
    }
    return closed_.finish(task_, budget_, singles_covered_, !dropped_);
  }

 private:
  /// A scored set that waits for its extensions. Equal scores: the set found first comes first.
  struct Entry {
    double score;
    std::size_t index;  ///< in closed_

    static bool worse(const Entry& a, const Entry& b) {
      return a.score != b.score ? a.score < b.score : a.index > b.index;
    }
  };

  void extend(std::size_t base) {
    const std::vector<Variable> set(closed_.members(base).begin(), closed_.members(base).end());
    const ScoredFamily family = closed_.family(base);
    if (scorer_.superset_is_useless(family)) return;
    if (set.size() + task_.required.size() >= task_.max_parents) {
      dropped_ = true;
      return;
    }
    batch_.clear();
    std::vector<Variable> extended;
    for (const Variable extra : task_.candidates) {
      const auto place = std::lower_bound(set.begin(), set.end(), extra);
      if (place != set.end() && *place == extra) continue;
      if (scorer_.useless(family, extra, family.best)) continue;
      extended = set;
      extended.insert(extended.begin() + (place - set.begin()), extra);
      if (!closed_.contains(extended)) batch_.push_back(extra);
    }
    if (batch_.empty()) return;
    for (std::size_t first = 0; first < batch_.size(); first += scorer_.at_once()) {
      if (first > 0 && budget_.ended_by_clock()) break;
      const std::size_t some = budget_.take(std::min(scorer_.at_once(), batch_.size() - first));
      score_some(set, family, std::span<const Variable>(batch_).subspan(first, some));
      if (budget_.end() != EnumerationEnd::complete) break;
    }
    if (open_.trim()) dropped_ = true;
    singles_covered_ = singles_covered_ || budget_.end() == EnumerationEnd::complete;
  }

  void score_some(const std::vector<Variable>& set, const ScoredFamily& family,
                  std::span<const Variable> extras) {
    bests_.assign(extras.size(), family.best);
    families_.resize(extras.size());
    scorer_.score(set, family, extras, bests_, families_);
    std::vector<Variable> extended;
    for (std::size_t i = 0; i < extras.size(); ++i) {
      extended = set;
      extended.insert(std::upper_bound(extended.begin(), extended.end(), extras[i]), extras[i]);
      open_.push({families_[i].score, closed_.size()});
      closed_.add(extended, families_[i]);
    }
  }

  const ChildTask& task_;
  FamilyScorer scorer_;
  ClosedSets closed_;
  Budget budget_;
  OpenList<Entry> open_;
  bool singles_covered_ = false;  ///< the first set that is extended is the empty one
  bool dropped_ = false;
  std::vector<Variable> batch_;
  std::vector<double> bests_;
  std::vector<ScoredFamily> families_;
};

}  // namespace

CandidateList select_greedy(const scores::ScoreOracle& oracle, const ChildTask& task,
                            const PruningRules& pruning, const SelectionLimits& limits,
                            const BestFirstOptions& options, RunControl& control) {
  return GreedySelection(oracle, task, pruning, limits, options, control).run();
}

}  // namespace dagwright::parents
