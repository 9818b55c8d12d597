#include "dagwright/dag/move_scorer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/combinations.hpp"
#include "dagwright/core/cost.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/dag/move.hpp"

namespace dagwright::dag {
namespace {}  // namespace

double MoveScorer::score(Variable v, std::span<const Variable> parents) const {
  families_.add(v, parents);
  return oracle_->score(v, parents);
}

std::shared_ptr<const TargetGains> MoveScorer::gains(Variable v,
                                                     std::span<const Variable> parents) const {
  if (auto known = cache_.find(v, parents)) return known;
  auto computed = compute(v, parents, nullptr);
  if (!computed) return nullptr;
  cache_.insert(v, parents, computed);
  return computed;
}

std::shared_ptr<const TargetGains> MoveScorer::compute(Variable v,
                                                       std::span<const Variable> parents,
                                                       const std::uint64_t* excluded) const {
  DAGWRIGHT_ASSERT(is_strictly_ascending(parents));
  DAGWRIGHT_ASSERT(!std::binary_search(parents.begin(), parents.end(), v));
  auto gains = std::make_shared<TargetGains>();
  gains->score = score(v, parents);
  gains->addition.assign(n_variables(), kImpossibleGain);

  if (!options_.swaps) {  // else the rows without each parent are at hand
    std::vector<Variable> rest;
    for (const Variable parent : parents) {
      rest.assign(parents.begin(), parents.end());
      std::erase(rest, parent);
      gains->removal.push_back(score(v, rest));
    }
  }

  if (parents.size() >= rules_.max_parents[v]) return gains;
  std::vector<Variable> candidates;
  for (std::size_t u = 0; u < n_variables(); ++u) {
    const bool out = excluded != nullptr && ((excluded[u / 64] >> (u % 64)) & 1U);
    if (!out && rules_.allowed.test(v, u) &&
        !std::binary_search(parents.begin(), parents.end(), u)) {
      candidates.push_back(static_cast<Variable>(u));
    }
  }
  // A climb never chooses an addition that gains nothing, nor a reversal or a swap through it: the
  // removal that is half of those gains at least as much.
  const double floor = options_.losses ? kImpossibleGain : gains->score;
  std::vector<double> scores(candidates.size());
  if (options_.control == nullptr) {
    oracle_->score_additions(v, parents, candidates, floor, scores);
  } else if (score_additions_until(*oracle_, v, parents, candidates, floor, scores,
                                   *options_.control) < candidates.size()) {
    return nullptr;
  }
  families_.add(v, parents, candidates, scores);
  const double worth = options_.losses ? kImpossibleGain : floor + gain_tolerance(floor);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    gains->addition[candidates[i]] = scores[i];
    if (scores[i] > worth) gains->ranked.push_back(candidates[i]);
  }
  std::sort(gains->ranked.begin(), gains->ranked.end(), [&](Variable a, Variable b) {
    return std::pair(-gains->addition[a], a) < std::pair(-gains->addition[b], b);
  });
  return gains;
}

std::vector<Variable> MoveScorer::required_parents(Variable v) const {
  std::vector<Variable> required;
  for (std::size_t u = 0; u < n_variables(); ++u) {
    if (rules_.required.test(v, u)) required.push_back(static_cast<Variable>(u));
  }
  return required;
}

void MoveScorer::filter_candidates(unsigned threads, RunControl& control) {
  BitMatrix kept = rules_.required;
  parallel_for(threads, n_variables(), control, [&](std::size_t i) {
    const auto v = static_cast<Variable>(i);
    const auto alone = control.should_stop() ? nullptr : gains(v, required_parents(v));
    for (std::size_t u = 0; alone && u < n_variables(); ++u) {
      if (alone->addition[u] > alone->score + gain_tolerance(alone->score)) kept.set(i, u);
    }
  });
  rules_.allowed = std::move(kept);
}

}  // namespace dagwright::dag
