#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dagwright/scores/oracle.hpp"

namespace dagwright::scores {

/// Scores of a stage of curriculum learning (Zhao, Chen, Tu & Tian 2017, eq. 8), in which some
/// variables are selected and the values of the others are fixed.
///
/// A graph is scored on every segment of the data, the rows that agree on the others, with
/// parameters of its own there. That is the score of a family with one more parent, the number of
/// the segment, so it costs as much, however many segments there are. Every parent costs a penalty.
/// Variables that are not selected score nothing, neither as children nor as parents.
class StageOracle final : public ScoreOracle {
 public:
  /// `segment` is the last variable of `base`, if there are segments; `base` must outlive this.
  StageOracle(const ScoreOracle& base, std::vector<bool> selected, std::optional<Variable> segment,
              double penalty);

  std::size_t n_variables() const override { return selected_.size(); }
  double score(Variable child, std::span<const Variable> parents) const override;
  void score_additions(Variable child, std::span<const Variable> parents,
                       std::span<const Variable> candidates, double floor,
                       std::span<double> scores) const override;
  double upper_bound(Variable child) const override;
  bool is_parallel() const override { return base_.is_parallel(); }
  std::size_t additions_at_once() const override { return base_.additions_at_once(); }

 private:
  /// The selected ones of these parents, and the segment.
  std::vector<Variable> visible(std::span<const Variable> parents) const;
  double penalty_of(std::span<const Variable> seen) const;

  const ScoreOracle& base_;
  std::vector<bool> selected_;
  std::optional<Variable> segment_;
  double penalty_;
};

}  // namespace dagwright::scores
