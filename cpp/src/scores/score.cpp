#include "dagwright/scores/score.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "dagwright/core/portable_math.hpp"

namespace dagwright::scores {
namespace {

// Smallest pseudo-count that the fixed-point format allows for: e^-100, which is a BDeu family of
// 10^43 configurations.
constexpr double kMaxLogPseudoCount = 100.0;
constexpr double kMinPseudoCount = 3.72e-44;

/// As many fraction bits as leave room for the largest possible sum, N times the largest term
/// of one row; 44 are plenty.
int choose_fraction_bits(double total_weight, double equivalent_sample_size) {
  const double row = portable_log(total_weight + equivalent_sample_size + 1.0) + kMaxLogPseudoCount;
  const int integer_bits = std::ilogb(total_weight * row) + 1;
  return std::min(44, 62 - integer_bits);
}

}  // namespace

Score::Score(ScoreKind kind, double equivalent_sample_size, std::uint64_t total_weight,
             std::uint64_t most_tabulated)
    : kind_(kind),
      equivalent_sample_size_(equivalent_sample_size),
      most_tabulated_(std::min(most_tabulated, total_weight)),
      fraction_bits_(
          choose_fraction_bits(static_cast<double>(total_weight), equivalent_sample_size)) {
  if (kind_ == ScoreKind::bdeu && !(equivalent_sample_size > 0.0)) {
    throw std::invalid_argument("the equivalent sample size of BDeu must be positive");
  }
  if (kind_ == ScoreKind::bic)
    penalty_weight_ = portable_log(static_cast<double>(total_weight)) / 2;
  if (kind_ == ScoreKind::aic) penalty_weight_ = 1.0;
  if (is_penalised_likelihood()) {
    count_log_count_ = std::make_unique<CellFunction>(
        CellFunction::count_log_count(fraction_bits_, most_tabulated_));
  }
}

const CellFunction& Score::joint(double configurations) const {
  switch (kind_) {
    case ScoreKind::bdeu:
      return log_rising(equivalent_sample_size_ / configurations);
    case ScoreKind::k2:
      return log_rising(1.0);
    default:
      return *count_log_count_;
  }
}

const CellFunction& Score::margin(double configurations, std::uint32_t child_arity) const {
  return kind_ == ScoreKind::k2 ? log_rising(child_arity) : joint(configurations);
}

std::uint16_t Score::margin_role(std::uint32_t child_arity) const {
  // Role 0 is the joint function. LocalScores refuses K2 for arities beyond 16 bits.
  return kind_ == ScoreKind::k2 ? static_cast<std::uint16_t>(child_arity) : std::uint16_t{0};
}

const CellFunction& Score::log_rising(double alpha) const {
  if (alpha < kMinPseudoCount) {
    throw std::overflow_error("a family has more than 10^43 configurations; limit max_parents");
  }
  const std::lock_guard lock(mutex_);
  std::unique_ptr<CellFunction>& function = log_rising_[alpha];
  if (!function) {
    function = std::make_unique<CellFunction>(
        CellFunction::log_rising(alpha, fraction_bits_, most_tabulated_));
  }
  return *function;
}

}  // namespace dagwright::scores
