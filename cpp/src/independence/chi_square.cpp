#include "dagwright/independence/chi_square.hpp"

#include <cmath>
#include <limits>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/portable_math.hpp"

namespace dagwright::independence {
namespace {

constexpr double kPrecision = std::numeric_limits<double>::epsilon();
constexpr int kMostTerms = 1000000;  // both expansions need about sqrt(a) terms near x = a

/// ln(x^a e^-x / Gamma(a)), which both expansions begin with.
double log_prefactor(double a, double x) {
  return a * portable_log(x) - x - portable_log_gamma(a);
}

/// P(a, x), the regularised lower incomplete gamma function, by its power series; for x < a + 1.
double lower_gamma(double a, double x) {
  double term = 1.0 / a;
  double sum = term;
  for (int n = 1; n < kMostTerms && term > sum * kPrecision; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * std::exp(log_prefactor(a, x));
}

/// ln Q(a, x), the upper one, by its continued fraction (modified Lentz); for x >= a + 1.
double log_upper_gamma(double a, double x) {
  constexpr double kTiny = 1e-300;
  double b = x + 1.0 - a;
  double c = 1.0 / kTiny;
  double d = 1.0 / b;
  double fraction = d;
  for (int n = 1; n < kMostTerms; ++n) {
    const double numerator = -n * (n - a);
    b += 2.0;
    d = numerator * d + b;
    if (std::abs(d) < kTiny) d = kTiny;
    c = b + numerator / c;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1.0 / d;
    fraction *= c * d;
    if (std::abs(c * d - 1.0) < kPrecision) break;
  }
  return log_prefactor(a, x) + portable_log(fraction);
}

}  // namespace

double log_chi_square_survival(double statistic, double degrees) {
  if (statistic <= 0.0) return 0.0;
  DAGWRIGHT_ASSERT(degrees > 0.0);
  const double a = degrees / 2.0;
  const double x = statistic / 2.0;
  return x < a + 1.0 ? std::log1p(-lower_gamma(a, x)) : log_upper_gamma(a, x);
}

}  // namespace dagwright::independence
