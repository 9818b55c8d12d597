#pragma once

namespace dagwright {

/// Natural logarithm from additions, multiplications and divisions alone.
///
/// Libraries pick different code paths (with or without FMA) on different processors, which
/// changes last bits; scores must not depend on that. Accurate to about one unit in the last
/// place for finite x > 0.
double portable_log(double x);

/// ln Gamma(x) for x > 0, on top of portable_log: shifted up to x >= 20, then Stirling's series.
double portable_log_gamma(double x);

}  // namespace dagwright
