#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "dagwright/scores/cell_function.hpp"

namespace dagwright::scores {

enum class ScoreKind { log_likelihood, bic, aic, bdeu, k2 };

/// A decomposable score in set-function form:
///
///   s(i | S) = sum over cells of S+i of joint(n) - sum over cells of S of margin(n) - penalty
///
/// so that one count of a set serves every variable in it. The log-likelihood family uses n ln n
/// on both sides. BDeu uses ln Gamma(n + a/c) - ln Gamma(a/c) with c the number of configurations
/// of the set itself, which again depends on the set alone. K2's margin depends on the child's
/// arity too.
class Score {
 public:
  /// `equivalent_sample_size` matters to BDeu alone. Functions of counts up to `most_tabulated` may
  /// be tabulated; those of larger counts are computed each time.
  Score(ScoreKind kind, double equivalent_sample_size, std::uint64_t total_weight,
        std::uint64_t most_tabulated);

  ScoreKind kind() const { return kind_; }
  double equivalent_sample_size() const { return equivalent_sample_size_; }
  /// Sums of cell functions are multiples of 2^-fraction_bits() nats.
  int fraction_bits() const { return fraction_bits_; }

  /// Function of the cells of a family: a child and its parents, of that many configurations.
  const CellFunction& joint(double configurations) const;
  /// Function of the cells of a set of parents.
  const CellFunction& margin(double configurations, std::uint32_t child_arity) const;
  /// Margins of equal role are the same function of the set; see SetKey.
  std::uint16_t margin_role(std::uint32_t child_arity) const;

  double penalty(std::uint32_t child_arity, double configurations) const {
    return penalty_weight_ * (child_arity - 1.0) * configurations;
  }
  /// Whether the log-likelihood minus the penalty is the whole score, so that entropies bound it.
  bool is_penalised_likelihood() const {
    return kind_ != ScoreKind::bdeu && kind_ != ScoreKind::k2;
  }

 private:
  const CellFunction& log_rising(double alpha) const;

  ScoreKind kind_;
  double equivalent_sample_size_;
  std::uint64_t most_tabulated_;
  int fraction_bits_;
  double penalty_weight_ = 0.0;
  std::unique_ptr<CellFunction> count_log_count_;
  mutable std::mutex mutex_;
  mutable std::map<double, std::unique_ptr<CellFunction>> log_rising_;  // by alpha, built on demand
};

}  // namespace dagwright::scores
