#include <cmath>

#include "check.hpp"
#include "dagwright/core/portable_math.hpp"
#include "dagwright/core/rng.hpp"

using dagwright::portable_log;
using dagwright::portable_log_gamma;

int main() {
  CHECK(portable_log(1.0) == 0.0);
  dagwright::Rng rng(1);
  for (int i = 0; i < 100000; ++i) {
    const double exponent = static_cast<double>(rng.below(1200)) - 600.0;
    const double x = std::ldexp(1.0 + static_cast<double>(rng.below(1U << 30)) / (1U << 30),
                                static_cast<int>(exponent));
    CHECK(std::abs(portable_log(x) - std::log(x)) <= 4e-16 * std::abs(std::log(x)) + 4e-16);
  }
  for (double x = 1e-12; x < 1e9; x *= 1.7) {
    const double expected = std::lgamma(x);
    CHECK(std::abs(portable_log_gamma(x) - expected) <= 1e-13 * std::max(1.0, std::abs(expected)));
  }
}
