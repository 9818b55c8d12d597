#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "dagwright/parents/best_first.hpp"

namespace dagwright::parents {
namespace {

/// Scores sets in the order of an estimate: what two parts would explain together if they told
/// nothing of each other. The likelihoods add up, LL(Y+j) = LL(Y) + LL(j) - LL(), and the penalty
/// is known; for BIC that is BIC* of S1 eq. 3-4. A marginal likelihood has its penalty inside, so
/// there the scores themselves add up.
///
/// What j adds to the estimate depends on Y only through its number of configurations, so the
/// extensions of Y come in an order that sets share. Of each set only the best extension that is
/// left waits for its turn: with n candidates the n^2 pairs are never listed.
class IndependenceSelection {
 public:
  IndependenceSelection(const scores::ScoreOracle& oracle, const ChildTask& task,
                        const PruningRules& pruning, const SelectionLimits& limits,
                        const BestFirstOptions& options, RunControl& control)
      : task_(task),
        options_(options),
        scorer_(oracle, task, pruning),
        closed_(scorer_),
        budget_(limits, control),
        open_(options.max_open) {}

  CandidateList run() {
    const bool singles_covered = score_singles();
    if (singles_covered) {
      for (std::size_t single = 1; single <= n_singles_ && !out_of_time_; ++single) {
        propose_extensions(single);
      }
    }
    while (!open_.empty() && !budget_.exhausted(bytes())) {
      const Entry entry = open_.pop();
      std::vector<Variable> set = with(closed_.members(entry.base), entry.extra);
      propose_next(entry.base, entry.rank + 1);
      if (closed_.contains(set)) continue;
      if (options_.subsets_first && !score_subsets(set)) continue;
      if (!score_one(set)) continue;
      propose_extensions(closed_.size() - 1);
    }
    return closed_.finish(task_, budget_, singles_covered, !dropped_);
  }

 private:
  /// The set closed[base] + extra and the estimate of its score.
  struct Entry {
    double estimate;
    std::size_t base;
    std::size_t rank;  ///< of the extra parent in the order of the base's extensions
    Variable extra;

    static bool worse(const Entry& a, const Entry& b) {
      if (a.estimate != b.estimate) return a.estimate < b.estimate;
      return a.base != b.base ? a.base > b.base : a.extra > b.extra;
    }
  };

  static std::vector<Variable> with(std::span<const Variable> set, Variable extra) {
    std::vector<Variable> extended(set.begin(), set.end());
    extended.insert(std::upper_bound(extended.begin(), extended.end(), extra), extra);
    return extended;
  }

  std::size_t bytes() const {
    return closed_.bytes() + open_.bytes() + orders_.size() * n_singles_ * sizeof(std::size_t);
  }

  /// The empty set and every single parent; false if the budget did not allow it.
  bool score_singles() {
    if (budget_.take(1) == 0) return false;
    const ScoredFamily root = scorer_.root();
    closed_.add({}, root);
    if (task_.required.size() >= task_.max_parents) {
      dropped_ = !task_.candidates.empty();
      return false;
    }
    const std::span<const Variable> all(task_.candidates);
    std::vector<ScoredFamily> families;
    while (n_singles_ < all.size() && (n_singles_ == 0 || !budget_.ended_by_clock())) {
      const std::size_t wanted = std::min(scorer_.at_once(), all.size() - n_singles_);
      const auto batch = all.subspan(n_singles_, budget_.take(wanted));
      const std::vector<double> bests(batch.size(), root.best);
      families.resize(batch.size());
      scorer_.score({}, root, batch, bests, families);
      for (std::size_t i = 0; i < batch.size(); ++i) closed_.add(batch.subspan(i, 1), families[i]);
      n_singles_ += batch.size();
      if (batch.size() < wanted) break;
    }
    return n_singles_ == all.size();
  }

  bool score_one(const std::vector<Variable>& set) {
    // Judged by all subsets of one member less that have been scored.
    double best = closed_.family(0).best;
    std::size_t base = closed_.size();
    Variable extra = set.back();
    std::vector<Variable> subset(set.begin() + 1, set.end());
    for (std::size_t left_out = 0; left_out < set.size(); ++left_out) {
      const std::size_t found = closed_.find(subset);
      if (found < closed_.size()) {
        const ScoredFamily& family = closed_.family(found);
        best = std::max(best, family.best);
        if (scorer_.superset_is_useless(family) || scorer_.useless(family, set[left_out], best)) {
          return false;
        }
        base = found;
        extra = set[left_out];
      }
      if (left_out + 1 < set.size()) subset[left_out] = set[left_out];
    }
    if (budget_.take(1) == 0) return false;
    const std::vector<Variable> known(closed_.members(base).begin(), closed_.members(base).end());
    const ScoredFamily known_family = closed_.family(base);
    ScoredFamily family{};
    scorer_.score(known, known_family, {&extra, 1}, {&best, 1}, {&family, 1});
    closed_.add(set, family);
    return true;
  }

  /// False if a subset is useless, and with it the set.
  bool score_subsets(const std::vector<Variable>& set) {
    if (set.size() <= 2) return true;
    for (std::size_t left_out = 0; left_out < set.size(); ++left_out) {
      std::vector<Variable> subset = set;
      subset.erase(subset.begin() + static_cast<std::ptrdiff_t>(left_out));
      if (closed_.contains(subset)) continue;
      if (!score_subsets(subset) || !score_one(subset)) return false;
      propose_extensions(closed_.size() - 1);
    }
    return true;
  }

  void propose_extensions(std::size_t base) {
    if (scorer_.superset_is_useless(closed_.family(base))) return;
    const std::size_t size = closed_.members(base).size();
    if (size + task_.required.size() >= task_.max_parents) {
      dropped_ = dropped_ || size < task_.candidates.size();
      return;
    }
    propose_next(base, 0);
    if (open_.trim()) dropped_ = true;
  }

  /// Puts the best extension of a set on the open list, of those from a rank on. A set that can be
  /// reached from several others waits several times; its best estimate comes first.
  void propose_next(std::size_t base, std::size_t rank) {
    const ScoredFamily& family = closed_.family(base);
    const auto set = closed_.members(base);
    const std::vector<std::size_t>& order = extensions_in_order(family.configurations);
    const std::size_t first = rank;
    for (; rank < order.size(); ++rank) {
      const Variable extra = task_.candidates[order[rank]];
      if (std::binary_search(set.begin(), set.end(), extra)) continue;
      if (scorer_.useless(family, extra, family.best)) continue;
      if (closed_.contains(with(set, extra))) continue;
      const double estimate = scorer_.likelihood(family) +
                              added(order[rank], family.configurations) -
                              scorer_.likelihood(closed_.family(0));
      open_.push({estimate, base, rank, extra});
      break;
    }
    out_of_time_ = budget_.ended_after(rank - first + 1);
  }

  /// What a candidate adds to the estimate for a set with so many configurations.
  double added(std::size_t candidate, double configurations) const {
    return scorer_.likelihood(closed_.family(candidate + 1)) -
           scorer_.penalty(configurations * scorer_.arity(task_.candidates[candidate]));
  }

  const std::vector<std::size_t>& extensions_in_order(double configurations) {
    const auto [found, is_new] = orders_.try_emplace(scorer_.penalty(configurations));
    std::vector<std::size_t>& order = found->second;
    if (is_new) {
      std::vector<double> gains(n_singles_);
      for (std::size_t j = 0; j < n_singles_; ++j) gains[j] = added(j, configurations);
      order.resize(n_singles_);
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t a, std::size_t b) { return gains[a] > gains[b]; });
    }
    return order;
  }

  const ChildTask& task_;
  const BestFirstOptions& options_;
  FamilyScorer scorer_;
  ClosedSets closed_;
  Budget budget_;
  std::size_t n_singles_ = 0;
  OpenList<Entry> open_;
  std::map<double, std::vector<std::size_t>> orders_;  ///< by penalty of the set extended
  bool dropped_ = false;
  bool out_of_time_ = false;
};

}  // namespace

CandidateList select_by_independence(const scores::ScoreOracle& oracle, const ChildTask& task,
                                     const PruningRules& pruning, const SelectionLimits& limits,
                                     const BestFirstOptions& options, RunControl& control) {
  return IndependenceSelection(oracle, task, pruning, limits, options, control).run();
}

}  // namespace dagwright::parents
