#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace dagwright {

/// Whether a score reaches a bound even after all that rounding could have done to either.
inline bool reaches(double score, double bound) {
  return score >= bound + 1e-9 * std::max(1.0, std::abs(bound));
}

/// Rules P1 to P3 for one child under a penalised likelihood, in nats.
struct LikelihoodRules {
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();

  bool likelihood = false;                 ///< P1 is on
  bool entropy = false;                    ///< P3 is on
  double penalty_weight = 0.0;             ///< w (r - 1): of one configuration of the parents
  double max_configurations = kUnbounded;  ///< P2, if it is on
  double smallest_arity = 2.0;             ///< of the candidates that have more than one state

  double penalty(double configurations) const { return penalty_weight * configurations; }

  /// P1 and P2 for a set of that many configurations, the best of whose subsets scores `best`.
  bool exclude(double best, double configurations) const {
    if (likelihood && reaches(best, -penalty(configurations))) return true;
    return configurations >= max_configurations * (1 + 1e-9);
  }

  /// P3: a parent of this arity, added to a set of that many configurations, explains at most
  /// `gain` and costs more.
  bool explains_too_little(double gain, double arity, double configurations) const {
    return entropy && reaches((arity - 1) * penalty(configurations), gain);
  }

  /// P1 for the strict supersets: a likelihood of at most 1, and at least q r_min configurations.
  double ceiling(double configurations) const {
    return likelihood ? -penalty(configurations * smallest_arity) : kUnbounded;
  }
};

}  // namespace dagwright
