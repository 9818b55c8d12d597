#include "dagwright/dag/climb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dagwright {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

/// Two gains within this are equal. Moves between score-equivalent graphs gain exactly 0 but for
/// rounding, which grows with the local scores that are subtracted (not with the network's).
double tolerance(double local_score) {
  return 1e-9 * std::max(1.0, std::abs(local_score));
}

/// Keeps the best of the moves it is shown; among equals each has the same chance.
class BestMove {
 public:
  explicit BestMove(Rng& rng) : rng_(rng) {}

  /// Whether a move of this gain could still be chosen.
  bool admits(double gain, double slack) const {
    return gain > slack && (!best_ || gain >= best_->gain - slack);
  }

  void offer(const Move& move, double slack) {
    if (!admits(move.gain, slack)) return;
    if (!best_ || move.gain > best_->gain + slack) {
      best_ = move;
      ties_ = 1;
    } else if (rng_.below(++ties_) == 0) {
      best_ = move;
    }
  }

  const std::optional<Move>& result() const { return best_; }

 private:
  Rng& rng_;
  std::optional<Move> best_;
  std::uint64_t ties_ = 0;
};

}  // namespace

Climb::Climb(const ScoreOracle& oracle, const Rules& rules, GainsCache& cache, ParentLists start)
    : oracle_(&oracle),
      rules_(&rules),
      cache_(&cache),
      parents_(std::move(start)),
      ancestors_(parents_),
      gains_(parents_.size()) {
  for (std::size_t v = 0; v < parents_.size(); ++v) {
    scores_.push_back(oracle_->score(static_cast<Variable>(v), parents_[v]));
  }
}

double Climb::total() const {
  double sum = 0.0;
  for (const double score : scores_) sum += score;
  return sum;
}

void Climb::refresh(Variable v) {
  if (gains_[v]) return;
  gains_[v] = cache_->find(v, parents_[v]);
  if (gains_[v]) return;
  gains_[v] = compute_gains(v);
  cache_->insert(v, parents_[v], gains_[v]);
}

void Climb::refresh() {
  for (std::size_t v = 0; v < gains_.size(); ++v) refresh(static_cast<Variable>(v));
}

std::shared_ptr<const TargetGains> Climb::compute_gains(Variable v) const {
  auto gains = std::make_shared<TargetGains>();
  const std::vector<Variable>& present = parents_[v];
  gains->score = scores_[v];
  gains->addition.assign(parents_.size(), kImpossible);

  std::vector<Variable> rest;
  for (const Variable parent : present) {
    rest.clear();
    std::copy_if(present.begin(), present.end(), std::back_inserter(rest),
                 [parent](Variable other) { return other != parent; });
    gains->removal.push_back(oracle_->score(v, rest) - gains->score);
  }

  if (present.size() >= rules_->max_parents[v]) return gains;
  std::vector<Variable> candidates;
  for (std::size_t u = 0; u < parents_.size(); ++u) {
    if (rules_->allowed.test(v, u) && !std::binary_search(present.begin(), present.end(), u)) {
      candidates.push_back(static_cast<Variable>(u));
    }
  }
  std::vector<double> scores(candidates.size());
  // An addition that gains nothing is never chosen, nor a reversal through it: the removal that
  // is half of that reversal gains at least as much.
  oracle_->score_additions(v, present, candidates, gains->score, scores);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double gain = scores[i] - gains->score;
    gains->addition[candidates[i]] = gain;
    if (gain > tolerance(gains->score)) gains->promising.push_back(candidates[i]);
  }
  std::sort(gains->promising.begin(), gains->promising.end(), [&](Variable a, Variable b) {
    return std::pair(-gains->addition[a], a) < std::pair(-gains->addition[b], b);
  });
  return gains;
}

bool Climb::may_add(Variable from, Variable to) const {
  return ancestors_.can_add(from, to);
}

bool Climb::may_reverse(Variable from, Variable to) const {
  return may_remove(from, to) && rules_->allowed.test(from, to) &&
         parents_[from].size() < rules_->max_parents[from] &&
         ancestors_.can_reverse(from, to, parents_);
}

std::optional<Move> Climb::best_move(Rng& rng) const {
  BestMove best(rng);
  for (std::size_t v = 0; v < parents_.size(); ++v) {
    const auto to = static_cast<Variable>(v);
    const TargetGains& gains = *gains_[v];
    const double slack = tolerance(gains.score);
    for (const Variable from : gains.promising) {
      if (!best.admits(gains.addition[from], slack)) break;
      if (may_add(from, to)) best.offer({MoveKind::add, from, to, gains.addition[from]}, slack);
    }
    for (std::size_t i = 0; i < parents_[v].size(); ++i) {
      const Variable from = parents_[v][i];
      if (may_remove(from, to)) best.offer({MoveKind::remove, from, to, gains.removal[i]}, slack);
      const double turned = gains.removal[i] + gains_[from]->addition[to];
      const double both = std::max(slack, tolerance(gains_[from]->score));
      if (best.admits(turned, both) && may_reverse(from, to)) {
        best.offer({MoveKind::reverse, from, to, turned}, both);
      }
    }
  }
  return best.result();
}

std::optional<Move> Climb::random_move(Rng& rng) const {
  constexpr int kTries = 64;
  const std::size_t n = parents_.size();
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const auto to = static_cast<Variable>(rng.below(n));
    const std::vector<Variable>& present = parents_[to];
    const std::uint64_t kind = rng.below(3);
    if (kind == 0) {
      const auto from = static_cast<Variable>(rng.below(n));
      if (rules_->allowed.test(to, from) && present.size() < rules_->max_parents[to] &&
          !std::binary_search(present.begin(), present.end(), from) && may_add(from, to)) {
        return Move{MoveKind::add, from, to, 0.0};
      }
    } else if (!present.empty()) {
      const Variable from = present[rng.below(present.size())];
      if (kind == 1 && may_remove(from, to)) return Move{MoveKind::remove, from, to, 0.0};
      if (kind == 2 && may_reverse(from, to)) return Move{MoveKind::reverse, from, to, 0.0};
    }
  }
  return std::nullopt;
}

void Climb::insert_parent(Variable from, Variable to) {
  std::vector<Variable>& list = parents_[to];
  list.insert(std::upper_bound(list.begin(), list.end(), from), from);
  scores_[to] = oracle_->score(to, list);
  gains_[to] = nullptr;
  ancestors_.added(from, to);
}

void Climb::erase_parent(Variable from, Variable to) {
  std::erase(parents_[to], from);
  scores_[to] = oracle_->score(to, parents_[to]);
  gains_[to] = nullptr;
  ancestors_.removed(to, parents_);
}

void Climb::apply(const Move& move) {
  if (move.kind != MoveKind::add) erase_parent(move.from, move.to);
  if (move.kind == MoveKind::add) insert_parent(move.from, move.to);
  if (move.kind == MoveKind::reverse) insert_parent(move.to, move.from);
}

}  // namespace dagwright
