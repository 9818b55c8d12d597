#include "dagwright/parents/family_scorer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/portable_math.hpp"

namespace dagwright::parents {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

}  // namespace

FamilyScorer::FamilyScorer(const scores::ScoreOracle& oracle, const ChildTask& task,
                           const PruningRules& rules)
    : oracle_(oracle),
      scores_(dynamic_cast<const scores::LocalScores*>(&oracle)),
      task_(task),
      rules_(rules),
      arities_(oracle.n_variables(), 1.0) {
  if (scores_ == nullptr) return;
  const data::Table& table = scores_->table();
  penalised_ = scores_->score_function().is_penalised_likelihood();
  bdeu_ = scores_->score_function().kind() == scores::ScoreKind::bdeu;
  for (std::size_t v = 0; v < arities_.size(); ++v) {
    arities_[v] = table.arity(static_cast<Variable>(v));
  }
  child_arity_ = arities_[task.child];
  likelihood_rules_.likelihood = rules.likelihood;
  likelihood_rules_.entropy = rules.entropy;
  likelihood_rules_.penalty_weight =
      scores_->score_function().penalty(table.arity(task.child), 1.0);
  double smallest = kUnbounded;
  for (const Variable v : task.candidates) {
    if (table.arity(v) > 1) smallest = std::min<double>(smallest, table.arity(v));
  }
  likelihood_rules_.smallest_arity = std::isfinite(smallest) ? smallest : 1.0;
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

ScoredFamily FamilyScorer::root() {
  ScoredFamily root{};
  root.score = root.best = oracle_.score(task_.child, task_.required);
  root.ceiling = kUnbounded;
  root.configurations = 1.0;
  for (const Variable v : task_.required) root.configurations *= arities_[v];
  if (scores_ == nullptr) return root;
  const double weight = likelihood_rules_.penalty_weight;
  if (rules_.in_degree && weight > 0) {
    // P2: a penalty beyond all that is left to explain. q_S >= q_R + N H(X|R) / (w (r - 1)).
    likelihood_rules_.max_configurations = root.configurations - likelihood(root) / weight;
  }
  if (penalised_) root.set_function = scores_->set_function(task_.required);
  root.ceiling = ceiling(task_.required, root.configurations, 0, root.best);
  return root;
}

/// P1 for a penalised likelihood. P4 and P5 for BDeu, where the pseudo-count allows them.
double FamilyScorer::ceiling(std::span<const Variable> whole, double configurations,
                             std::int64_t occupied, double best) {
  if (penalised_) return likelihood_rules_.ceiling(configurations);
  if (!bdeu_ || occupied == 0 ||
      scores_->score_function().equivalent_sample_size() > configurations) {
    return kUnbounded;
  }
  double bound = kUnbounded;
  if (rules_.cells) bound = -static_cast<double>(occupied) * portable_log(child_arity_);
  if (atoms_ && !reaches(best, bound) && atoms_are_worthwhile()) {
    bound = std::min(bound, atoms_->superset_bound(whole, configurations, occupied));
    ++atoms_tried_;
    if (reaches(best, bound)) ++atoms_pruned_;
  }
  return bound;
}

/// P5 costs a pass over the atoms, several times a score on long tables. It goes on as long as an
/// eighth of the passes prune something, and is tried now and then when they do not, since it
/// gets stronger with the number of parents.
bool FamilyScorer::atoms_are_worthwhile() {
  constexpr std::uint64_t kWarmUp = 256;
  constexpr std::uint64_t kProbeEvery = 64;
  return atoms_tried_ < kWarmUp || 8 * atoms_pruned_ >= atoms_tried_ ||
         ++atoms_declined_ % kProbeEvery == 0;
}

bool FamilyScorer::useless(const ScoredFamily& family, Variable extra, double best) const {
  const double arity = arities_[extra];
  // A constant parent changes no score, and a constant child scores 0 whatever its parents: the
  // smaller set is as good, P0 ahead of scoring.
  if (scores_ != nullptr && (arity == 1 || child_arity_ == 1)) return true;
  if (!penalised_) return false;
  const double q = family.configurations;
  if (best >= likelihood_rules_.excluding_score(q * arity)) return true;
  // P3: the extra parent explains at most min{H(X|S), H(Y)}.
  const double gain = std::min(-likelihood(family), scores_->entropy(extra));
  return gain <= likelihood_rules_.least_gain(arity, q);
}

void FamilyScorer::set_functions(std::span<const Variable> set, std::span<const Variable> extras,
                                 std::span<std::int64_t> functions) {
  whole_.resize(set.size() + task_.required.size());
  std::merge(set.begin(), set.end(), task_.required.begin(), task_.required.end(), whole_.begin());
  scores_->set_functions(whole_, extras, functions);
}

bool FamilyScorer::varies_too_little(const ScoredFamily& family, Variable extra,
                                     std::int64_t together) const {
  const double entropy = std::ldexp(static_cast<double>(family.set_function - together),
                                    -scores_->score_function().fraction_bits());
  return entropy <= likelihood_rules_.least_gain(arities_[extra], family.configurations);
}

void FamilyScorer::score(std::span<const Variable> set, const ScoredFamily& family,
                         std::span<const Variable> extras, std::span<const double> bests,
                         std::span<ScoredFamily> families) {
  whole_.resize(set.size() + task_.required.size());
  std::merge(set.begin(), set.end(), task_.required.begin(), task_.required.end(), whole_.begin());
  batch_scores_.resize(extras.size());
  batch_cells_.assign(extras.size(), 0);
  const bool wants_cells = bdeu_ && (rules_.cells || rules_.atoms);
  if (wants_cells) {
    scores_->score_additions_and_cells(task_.child, whole_, extras, batch_scores_, batch_cells_);
  } else {
    oracle_.score_additions(task_.child, whole_, extras, -kUnbounded, batch_scores_);
  }
  whole_.push_back(0);  // the place of the extra parent; the order does not matter to the atoms
  for (std::size_t i = 0; i < extras.size(); ++i) {
    const double value = batch_scores_[i];
    // The bounds that sets are left out by: no strict superset is above the ceiling.
    DAGWRIGHT_ASSERT(scores_ == nullptr || arities_[extras[i]] == 1 ||
                     !(value > surely(family.ceiling)));
    DAGWRIGHT_ASSERT(!(value > surely(oracle_.upper_bound(task_.child))));
    const double q = family.configurations * arities_[extras[i]];
    whole_.back() = extras[i];
    const double best = std::max(value, bests[i]);
    const double bound =
        scores_ == nullptr ? kUnbounded : ceiling(whole_, q, batch_cells_[i], best);
    families[i] = {value, best, bound, q, 0};
  }
}

bool FamilyScorer::superset_is_useless(const ScoredFamily& family) const {
  const bool constant = scores_ != nullptr && child_arity_ == 1;
  return constant || reaches(family.best, family.ceiling);
}

}  // namespace dagwright::parents
