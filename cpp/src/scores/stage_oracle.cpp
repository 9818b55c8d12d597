#include "dagwright/scores/stage_oracle.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dagwright::scores {

StageOracle::StageOracle(const ScoreOracle& base, std::vector<bool> selected,
                         std::optional<Variable> segment, double penalty)
    : base_(base), selected_(std::move(selected)), segment_(segment), penalty_(penalty) {
  if (selected_.size() + (segment_ ? 1 : 0) != base_.n_variables() ||
      (segment_ && *segment_ != selected_.size())) {
    throw std::invalid_argument("the segment must be the one variable more, and the last");
  }
}

std::vector<Variable> StageOracle::visible(std::span<const Variable> parents) const {
  std::vector<Variable> seen;
  std::copy_if(parents.begin(), parents.end(), std::back_inserter(seen),
               [this](Variable parent) { return selected_[parent]; });
  if (segment_) seen.push_back(*segment_);
  return seen;
}

double StageOracle::penalty_of(std::span<const Variable> seen) const {
  return penalty_ * static_cast<double>(seen.size() - (segment_ ? 1 : 0));
}

double StageOracle::score(Variable child, std::span<const Variable> parents) const {
  if (!selected_[child]) return 0.0;
  const std::vector<Variable> seen = visible(parents);
  return base_.score(child, seen) - penalty_of(seen);
}

void StageOracle::score_additions(Variable child, std::span<const Variable> parents,
                                  std::span<const Variable> candidates, double floor,
                                  std::span<double> scores) const {
  const auto is_selected = [this](Variable v) { return selected_[v]; };
  if (!selected_[child] || !std::all_of(candidates.begin(), candidates.end(), is_selected)) {
    ScoreOracle::score_additions(child, parents, candidates, floor, scores);
    return;
  }
  const std::vector<Variable> seen = visible(parents);
  const double penalty = penalty_of(seen) + penalty_;
  base_.score_additions(child, seen, candidates, floor + penalty, scores);
  for (double& score : scores) score -= penalty;
}

double StageOracle::upper_bound(Variable child) const {
  return selected_[child] ? base_.upper_bound(child) : 0.0;
}

}  // namespace dagwright::scores
