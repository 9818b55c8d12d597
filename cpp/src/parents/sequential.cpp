#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/parents/budget.hpp"
#include "dagwright/parents/layer.hpp"
#include "dagwright/parents/selection.hpp"

namespace dagwright::parents {
namespace {

constexpr std::size_t kMaxRankedSize = 12;

/// Breadth first by size. Every pruning rule removes a set together with all its supersets, so a
/// set is worth a look only if all its subsets of one member less are still there: the join of
/// frequent-set mining (Agrawal & Srikant 1994), two sets that differ in their last member make
/// one of the next size.
class SequentialSelection {
 public:
  SequentialSelection(const scores::ScoreOracle& oracle, const ChildTask& task,
                      const PruningRules& pruning, const SelectionLimits& limits,
                      RunControl& control)
      : task_(task),
        scorer_(oracle, task, pruning),
        budget_(limits, control),
        ranks_(oracle.n_variables(), kMaxRankedSize) {}

  CandidateList run(SequentialStart* start) {
    CandidateList list;
    list.complete_size = start == nullptr ? task_.required.size() : start->size;
    Layer layer(list.complete_size - task_.required.size(), ranks_);
    if (start != nullptr) {
      list.evaluations = start->evaluations;
      take(*start, layer);
    } else if (budget_.take(1) == 1) {
      const ScoredFamily root = scorer_.root();
      kept_.add(task_.required, root.score);
      if (!scorer_.superset_is_useless(root)) layer.add({}, root);
    }
    layer.index();
    const std::size_t all = task_.required.size() + task_.candidates.size();
    while (!layer.empty() && list.end == EnumerationEnd::complete) {
      if (list.complete_size >= task_.max_parents && list.complete_size < all) {
        list.end = EnumerationEnd::size;
        list.unseen_bound = unseen_bound(layer);
        break;
      }
      Layer next(layer.members(0).size() + 1, ranks_);
      expand(layer, next);
      if (budget_.end() != EnumerationEnd::complete) {
        list.end = budget_.end();
        list.unseen_bound = std::max(unseen_bound(layer), unseen_bound(next));
        break;
      }
      next.index();
      ++list.complete_size;
      layer = std::move(next);
    }
    if (list.end == EnumerationEnd::complete && budget_.end() == EnumerationEnd::complete) {
      list.complete_size = all;
    } else if (list.end == EnumerationEnd::complete) {
      list.end = budget_.end();
      list.unseen_bound = scorer_.upper_bound();
    }
    list.sets = best_first(kept_);
    list.evaluations += budget_.used();
    return list;
  }

 private:
  void take(SequentialStart& start, Layer& layer) {
    scorer_.root();  // sets the rules up
    const std::size_t size = start.size - task_.required.size();
    for (std::size_t i = 0; i < start.families.size(); ++i) {
      layer.add({start.sets.data() + i * size, size}, start.families[i]);
    }
    kept_ = std::move(start.kept);
    start = SequentialStart();
  }

  /// Sets that begin alike stand together; each is extended by the later ones of its group.
  void expand(const Layer& layer, Layer& next) {
    const std::size_t size = layer.members(0).size();
    for (std::size_t first = 0; first < layer.size(); ++first) {
      std::span<const Variable> extras = task_.candidates;
      if (size > 0) {
        last_members_.clear();
        for (std::size_t other = first + 1; other < layer.size() && same_group(layer, first, other);
             ++other) {
          last_members_.push_back(layer.members(other).back());
        }
        extras = last_members_;
      }
      extend(layer, first, extras, next);
      // Sorting the kept sets takes a copy of them.
      if (budget_.exhausted(layer.bytes() + next.bytes() + 2 * kept_.bytes())) return;
    }
  }

  /// Scores the extensions of a set, with looks at the clock if there are very many.
  void extend(const Layer& layer, std::size_t base, std::span<const Variable> extras, Layer& next) {
    for (std::size_t first = 0; first < extras.size(); first += scorer_.at_once()) {
      if (first > 0 && budget_.ended_by_clock()) return;
      collect(layer, base,
              extras.subspan(first, std::min(scorer_.at_once(), extras.size() - first)));
      score_batch(layer, base, next);
      if (budget_.end() != EnumerationEnd::complete) return;
    }
  }

  static bool same_group(const Layer& layer, std::size_t a, std::size_t b) {
    const auto x = layer.members(a);
    const auto y = layer.members(b);
    return std::equal(x.begin(), x.end() - 1, y.begin());
  }

  /// The extensions of a set that no rule excludes, with the best score of their subsets.
  void collect(const Layer& layer, std::size_t base, std::span<const Variable> extras) {
    batch_.clear();
    bests_.clear();
    const auto set = layer.members(base);
    const ScoredFamily& family = layer.family(base);
    for (const Variable extra : extras) {
      double best = family.best;
      if (!set.empty() && !best_of_subsets(layer, set, extra, best)) continue;
      if (scorer_.useless(family, extra, best)) continue;
      batch_.push_back(extra);
      bests_.push_back(best);
    }
    if (scorer_.wants_set_functions()) drop_those_that_vary_too_little(layer, base);
  }

  /// P3 with H(Y|S) for each Y of the extended set and S the rest of it.
  void drop_those_that_vary_too_little(const Layer& layer, std::size_t base) {
    const auto set = layer.members(base);
    functions_.resize(batch_.size());
    scorer_.set_functions(set, batch_, functions_);
    std::size_t left = 0;
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      bool dropped = scorer_.varies_too_little(layer.family(base), batch_[i], functions_[i]);
      if (!set.empty()) {
        subset_.assign(set.begin() + 1, set.end());
        subset_.push_back(batch_[i]);
      }
      for (std::size_t out = 0; !dropped && out < set.size(); ++out) {
        const ScoredFamily* const family = layer.find(subset_);
        DAGWRIGHT_ASSERT(family != nullptr);  // or the set would not be in the batch
        dropped = scorer_.varies_too_little(*family, set[out], functions_[i]);
        if (out + 1 < set.size()) subset_[out] = set[out];
      }
      if (dropped) continue;
      batch_[left] = batch_[i];
      bests_[left] = bests_[i];
      functions_[left++] = functions_[i];
    }
    batch_.resize(left);
    bests_.resize(left);
  }

  /// False if a subset of set + extra is gone, and with it set + extra.
  bool best_of_subsets(const Layer& layer, std::span<const Variable> set, Variable extra,
                       double& best) {
    subset_.assign(set.begin() + 1, set.end());
    subset_.push_back(extra);
    for (std::size_t left_out = 0; left_out < set.size(); ++left_out) {
      const ScoredFamily* family = layer.find(subset_);
      if (family == nullptr) return false;
      if (scorer_.useless(*family, set[left_out], best)) return false;
      best = std::max(best, family->best);
      if (left_out + 1 < set.size()) subset_[left_out] = set[left_out];
    }
    return true;
  }

  void score_batch(const Layer& layer, std::size_t base, Layer& next) {
    if (batch_.empty()) return;
    batch_.resize(budget_.take(batch_.size()));
    if (batch_.empty()) return;
    families_.resize(batch_.size());
    const auto set = layer.members(base);
    scorer_.score(set, layer.family(base), batch_, {bests_.data(), batch_.size()}, families_);
    extended_.assign(set.begin(), set.end());
    extended_.push_back(0);
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      extended_.back() = batch_[i];
      ScoredFamily& family = families_[i];
      if (scorer_.wants_set_functions()) family.set_function = functions_[i];
      if (family.score > bests_[i]) kept_.add(scorer_.whole_set(extended_), family.score);
      if (!scorer_.superset_is_useless(family)) next.add(extended_, family);
    }
  }

  double unseen_bound(const Layer& layer) const {
    double bound = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < layer.size(); ++i) {
      bound = std::max(bound, layer.family(i).ceiling);
    }
    return std::min(bound, scorer_.upper_bound());
  }

  const ChildTask& task_;
  FamilyScorer scorer_;
  Budget budget_;
  CombinationRanks ranks_;
  ScoredSets kept_;
  std::vector<Variable> batch_, last_members_, subset_, extended_;
  std::vector<double> bests_;
  std::vector<std::int64_t> functions_;
  std::vector<ScoredFamily> families_;
};

}  // namespace

CandidateList select_sequential(const scores::ScoreOracle& oracle, const ChildTask& task,
                                const PruningRules& pruning, const SelectionLimits& limits,
                                RunControl& control, SequentialStart* start) {
  return SequentialSelection(oracle, task, pruning, limits, control).run(start);
}

}  // namespace dagwright::parents
