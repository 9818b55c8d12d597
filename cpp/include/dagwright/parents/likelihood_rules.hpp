#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace dagwright::parents {

/// The least score that is no doubt at a bound, after all that rounding could have done to either.
inline double surely(double bound) {
  return bound + 1e-9 * std::max(1.0, std::abs(bound));
}

inline bool reaches(double score, double bound) {
  return score >= surely(bound);
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

  /// P1 and P2: a set of that many configurations is useless if a subset scores this or more.
  double excluding_score(double configurations) const {
    if (configurations >= max_configurations * (1 + 1e-9)) return -kUnbounded;
    return likelihood ? surely(-penalty(configurations)) : kUnbounded;
  }

  /// P3: a parent of this arity, added to a set of that many configurations, must explain more.
  double least_gain(double arity, double configurations) const {
    return entropy ? least_gain_for((arity - 1) * penalty(configurations)) : -kUnbounded;
  }
  static double least_gain_for(double cost) { return cost * (1 - 1e-9) - 1e-9; }

  /// P1 for the strict supersets: a likelihood of at most 1, and at least q r_min configurations.
  double ceiling(double configurations) const {
    return likelihood ? -penalty(configurations * smallest_arity) : kUnbounded;
  }
};

}  // namespace dagwright::parents
