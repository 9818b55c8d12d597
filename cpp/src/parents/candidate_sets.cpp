#include "dagwright/parents/candidate_sets.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dagwright {
namespace {

constexpr int kScale = 24;
/// Sums of excesses stay below 2^60, which leaves room for a cost that stands for "impossible".
constexpr int kMostBits = 60;

}  // namespace

CandidateSets::CandidateSets(CandidateArrays arrays) : arrays_(arrays), scale_(choose_scale()) {
  excess_.resize(n_sets());
  for (Variable child = 0; child < n_variables(); ++child) {
    const double best = score(begin(child));
    for (std::size_t set = begin(child); set < end(child); ++set) {
      excess_[set] = std::llround(std::ldexp(best - score(set), scale_));
    }
  }
}

int CandidateSets::choose_scale() const {
  double range = 0.0;  // of the cost of a network
  for (Variable child = 0; child < n_variables(); ++child) {
    range += score(begin(child)) - score(end(child) - 1);
  }
  int exponent = 0;
  std::frexp(range, &exponent);
  const int scale = std::min(kScale, kMostBits - exponent);
  if (!std::isfinite(range) || scale < 0) {
    throw std::overflow_error("the scores of these sets differ by more than 2^60");
  }
  return scale;
}

double CandidateSets::nats(std::int64_t excess) const {
  return std::ldexp(static_cast<double>(excess), -scale_);
}

double CandidateSets::relaxed_score() const {
  double sum = 0.0;
  for (Variable child = 0; child < n_variables(); ++child) sum += score(begin(child));
  return sum;
}

std::vector<Variable> CandidateSets::common_members(Variable child) const {
  const auto first = members(begin(child));
  std::vector<Variable> common(first.begin(), first.end());
  for (std::size_t set = begin(child) + 1; set < end(child) && !common.empty(); ++set) {
    const auto others = members(set);
    std::erase_if(common, [&](Variable v) {
      return !std::binary_search(others.begin(), others.end(), static_cast<std::uint16_t>(v));
    });
  }
  return common;
}

}  // namespace dagwright
