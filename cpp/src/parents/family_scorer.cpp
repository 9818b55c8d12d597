#include "dagwright/parents/family_scorer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dagwright/core/portable_math.hpp"

namespace dagwright {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Whether a score reaches a bound even after all that rounding could have done to either.
bool reaches(double score, double bound) {
  return score >= bound + 1e-9 * std::max(1.0, std::abs(bound));
}

}  // namespace

FamilyScorer::FamilyScorer(const ScoreOracle& oracle, const ChildTask& task,
                           const PruningRules& rules)
    : oracle_(oracle),
      scores_(dynamic_cast<const LocalScores*>(&oracle)),
      task_(task),
      rules_(rules),
      max_configurations_(kUnbounded) {
  if (scores_ == nullptr) return;
  const Table& table = scores_->table();
  penalised_ = scores_->score_function().is_penalised_likelihood();
  bdeu_ = scores_->score_function().kind() == ScoreKind::bdeu;
  child_arity_ = table.arity(task.child);
  smallest_arity_ = kUnbounded;
  for (const Variable v : task.candidates) {
    if (table.arity(v) > 1) smallest_arity_ = std::min<double>(smallest_arity_, table.arity(v));
  }
  if (!std::isfinite(smallest_arity_)) smallest_arity_ = 1;
  if (bdeu_ && rules.atoms && child_arity_ > 1) {
    atoms_ = std::make_unique<Atoms>(table, task.child,
                                     scores_->score_function().equivalent_sample_size());
  }
}

std::vector<Variable> FamilyScorer::whole_set(std::span<const Variable> set) const {
  std::vector<Variable> whole;
  whole.reserve(set.size() + task_.required.size());
  std::merge(set.begin(), set.end(), task_.required.begin(), task_.required.end(),
             std::back_inserter(whole));
  return whole;
}

double FamilyScorer::configurations(std::span<const Variable> set) const {
  double product = 1.0;
  for (const Variable v : task_.required) product *= scores_->table().arity(v);
  for (const Variable v : set) product *= scores_->table().arity(v);
  return product;
}

double FamilyScorer::penalty(std::span<const Variable> set) const {
  if (!penalised_) return 0.0;
  return scores_->score_function().penalty(static_cast<std::uint32_t>(child_arity_),
                                           configurations(set));
}

double FamilyScorer::likelihood(double score, std::span<const Variable> set) const {
  return score + penalty(set);
}

ScoredFamily FamilyScorer::root() {
  const double score = oracle_.score(task_.child, task_.required);
  if (scores_ == nullptr) return {score, score, kUnbounded};
  const double q = configurations({});
  if (penalised_ && rules_.in_degree && child_arity_ > 1) {
    // P2: a penalty beyond all that is left to explain. q_S >= q_R + N H(X|R) / (w (r - 1)).
    const double weight = penalty({}) / q;
    if (weight > 0) max_configurations_ = q - likelihood(score, {}) / weight;
  }
  // Every state of the child occurs at least once in every configuration count below.
  return {score, score, ceiling(task_.required, q, 0, false)};
}

/// P1 for a penalised likelihood: a strict superset has at least q r_min configurations and a
/// likelihood of at most 1. P4 and P5 for BDeu, where the pseudo-count allows them; P5 costs a
/// pass over the atoms and is worth it only for sets that improved on their subsets.
double FamilyScorer::ceiling(std::span<const Variable> whole, double configurations,
                             std::int64_t occupied, bool improved) {
  if (penalised_) {
    if (!rules_.likelihood) return kUnbounded;
    return -scores_->score_function().penalty(static_cast<std::uint32_t>(child_arity_),
                                              configurations * smallest_arity_);
  }
  if (!bdeu_ || occupied == 0 ||
      scores_->score_function().equivalent_sample_size() > configurations) {
    return kUnbounded;
  }
  double bound = kUnbounded;
  if (rules_.cells) bound = -static_cast<double>(occupied) * portable_log(child_arity_);
  if (atoms_ && improved) {
    bound = std::min(bound, atoms_->superset_bound(whole, configurations, occupied));
  }
  return bound;
}

bool FamilyScorer::useless(std::span<const Variable> set, const ScoredFamily& family,
                           Variable extra, double best) const {
  if (!penalised_) return false;
  const Score& score = scores_->score_function();
  const double arity = scores_->table().arity(extra);
  const double q = configurations(set);
  const auto child_arity = static_cast<std::uint32_t>(child_arity_);
  if (rules_.likelihood && reaches(best, -score.penalty(child_arity, q * arity))) return true;
  if (q * arity >= max_configurations_ * (1 + 1e-9)) return true;
  if (!rules_.entropy) return false;
  // P3: the extra parent explains at most min{H(X|S), H(Y)} and costs (r_Y - 1) times the penalty.
  const double unexplained = -(family.score + score.penalty(child_arity, q));
  const double gain = std::min(unexplained, scores_->entropy(extra));
  return reaches((arity - 1) * score.penalty(child_arity, q), gain);
}

void FamilyScorer::score(std::span<const Variable> set, std::span<const Variable> extras,
                         std::span<const double> bests, std::span<ScoredFamily> families) {
  const std::vector<Variable> whole = whole_set(set);
  batch_scores_.resize(extras.size());
  batch_cells_.assign(extras.size(), 0);
  const bool wants_cells = bdeu_ && (rules_.cells || rules_.atoms);
  if (wants_cells) {
    scores_->score_additions_and_cells(task_.child, whole, extras, batch_scores_, batch_cells_);
  } else {
    oracle_.score_additions(task_.child, whole, extras, -kUnbounded, batch_scores_);
  }
  const double q = scores_ == nullptr ? 1.0 : configurations(set);
  std::vector<Variable> extended;
  for (std::size_t i = 0; i < extras.size(); ++i) {
    const double value = batch_scores_[i];
    const bool improved = value > bests[i];
    double bound = kUnbounded;
    if (scores_ != nullptr) {
      if (atoms_ && improved) {
        extended.assign(whole.begin(), whole.end());
        extended.push_back(extras[i]);  // the order does not matter to the atoms
      }
      bound = ceiling(extended, q * scores_->table().arity(extras[i]), batch_cells_[i], improved);
    }
    families[i] = {value, std::max(value, bests[i]), bound};
  }
}

bool FamilyScorer::superset_is_useless(const ScoredFamily& family) const {
  return reaches(family.best, family.ceiling);
}

}  // namespace dagwright
