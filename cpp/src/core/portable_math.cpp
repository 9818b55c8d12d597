#include "dagwright/core/portable_math.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace dagwright {
namespace {

// ln 2 in two parts; the high part has trailing zeros so that exponent * high is exact.
constexpr double kLn2High = 0x1.62e42fefa3800p-1;
constexpr double kLn2Low = 0x1.ef35793c76730p-45;
constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kHalfLnTwoPi = 0.91893853320467274178;

/// 2 atanh(s) = ln((1+s)/(1-s)) for |s| <= 0.1716; the series is cut below 2^-60.
double twice_atanh(double s) {
  const double square = s * s;
  double tail = 0.0;
  for (int odd = 23; odd >= 3; odd -= 2) {
    tail = square * (tail + 1.0 / odd);
  }
  return 2.0 * s + 2.0 * s * tail;
}

double stirling_log_gamma(double x) {
  const double inverse = 1.0 / x;
  const double square = inverse * inverse;
  const double series =
      inverse * (1.0 / 12 +
                 square * (-1.0 / 360 +
                           square * (1.0 / 1260 + square * (-1.0 / 1680 + square * (1.0 / 1188)))));
  return (x - 0.5) * portable_log(x) - x + kHalfLnTwoPi + series;
}

}  // namespace

double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact: x = mantissa * 2^exponent
  if (mantissa < kSqrtHalf) {
    mantissa *= 2.0;
    exponent -= 1;
  }
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  return exponent * kLn2High + (twice_atanh(s) + exponent * kLn2Low);
}

double portable_log_gamma(double x) {
  double shift = 0.0;
  while (x < 20.0) {
    shift += portable_log(x);
    x += 1.0;
  }
  return stirling_log_gamma(x) - shift;
}

}  // namespace dagwright
