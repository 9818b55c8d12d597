#include "dagwright/scores/cell_function.hpp"

#include <algorithm>
#include <cmath>

#include "dagwright/core/portable_math.hpp"

namespace dagwright::scores {
namespace {

constexpr std::uint64_t kTableSize = 4096;      // fits the first-level cache
constexpr std::uint64_t kLogTableSize = 32768;  // there is one of these alone

}  // namespace

std::int64_t CellFunction::to_fixed_point(double value) const {
  return std::llround(std::ldexp(value, bits_));
}

CellFunction CellFunction::count_log_count(int bits, std::uint64_t max_count) {
  CellFunction function;
  function.bits_ = bits;
  function.table_.push_back(0);
  for (std::uint64_t n = 1; n < std::min(kLogTableSize, max_count + 1); ++n) {
    const double count = static_cast<double>(n);
    function.table_.push_back(function.to_fixed_point(count * portable_log(count)));
  }
  return function;
}

CellFunction CellFunction::log_rising(double alpha, int bits, std::uint64_t max_count) {
  CellFunction function;
  function.bits_ = bits;
  function.alpha_ = alpha;
  function.log_gamma_alpha_ = portable_log_gamma(alpha);
  // A running sum of logarithms; what each addition rounds off is carried along (Kahan).
  double sum = 0.0;
  double carried = 0.0;
  function.table_.push_back(0);
  for (std::uint64_t n = 1; n < std::min(kTableSize, max_count + 1); ++n) {
    const double term = portable_log(alpha + static_cast<double>(n - 1)) - carried;
    const double next = sum + term;
    carried = (next - sum) - term;
    sum = next;
    function.table_.push_back(function.to_fixed_point(sum));
  }
  return function;
}

std::int64_t CellFunction::beyond_table(std::uint32_t count) const {
  const double n = static_cast<double>(count);
  if (alpha_ == 0.0) return to_fixed_point(n * portable_log(n));
  return to_fixed_point(portable_log_gamma(n + alpha_) - log_gamma_alpha_);
}

}  // namespace dagwright::scores
