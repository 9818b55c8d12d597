#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dagwright::scores {

/// What one cell of a contingency table adds to a set function, as a whole number of 2^-bits nats.
///
/// Whole numbers add up to the same sum in every order, so that a score has the same bits
/// whichever kernel counted it, on however many threads, in whatever order the rows came. Counts
/// below some thousands come from a table; the few cells of a set that are larger are computed.
class CellFunction {
 public:
  /// n ln n, for the log-likelihood.
  static CellFunction count_log_count(int bits, std::uint64_t max_count);

  /// ln Gamma(n + alpha) - ln Gamma(alpha), for Dirichlet marginal likelihoods; alpha > 0.
  static CellFunction log_rising(double alpha, int bits, std::uint64_t max_count);

  std::int64_t operator()(std::uint32_t count) const {
    return count < table_.size() ? table_[count] : beyond_table(count);
  }

  /// The first values, from a count of 0 on.
  std::span<const std::int64_t> table() const { return table_; }

 private:
  CellFunction() = default;
  std::int64_t beyond_table(std::uint32_t count) const;
  std::int64_t to_fixed_point(double value) const;

  int bits_ = 0;
  double alpha_ = 0.0;  ///< 0: count_log_count
  double log_gamma_alpha_ = 0.0;
  std::vector<std::int64_t> table_;
};

}  // namespace dagwright::scores
