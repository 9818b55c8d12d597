#include "dagwright/parents/candidate_sets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/combinations.hpp"
#include "dagwright/parents/known_network.hpp"

namespace dagwright::parents {
namespace {

/// Fine enough for proofs to 1e-6 nats of networks of any size, and coarse enough for scores that
/// are equal but for the rounding of doubles to be equal.
constexpr int kScale = 36;
/// Sums of excesses stay below 2^60, which leaves room for a cost that stands for "impossible".
constexpr int kMostBits = 60;

/// The largest scale at which `nats` stays below 2^bits.
int finest_scale(double nats, int bits) {
  int exponent = 0;
  std::frexp(nats, &exponent);
  return std::min(kScale, bits - exponent);
}

/// Whether each child has sets of other variables, best first, with ascending members.
bool are_sorted(const CandidateArrays& arrays) {
  for (std::size_t child = 0; child < arrays.n_variables(); ++child) {
    if (arrays.begin(child) >= arrays.end(child)) return false;
    for (std::size_t set = arrays.begin(child); set < arrays.end(child); ++set) {
      const auto members = arrays.set(set);
      if (set > arrays.begin(child) && !(arrays.scores[set] <= arrays.scores[set - 1]))
        return false;
      if (!is_strictly_ascending(members)) return false;
      for (const std::uint16_t member : members) {
        if (member >= arrays.n_variables() || member == child) return false;
      }
    }
  }
  return true;
}

}  // namespace

CandidateSets::CandidateSets(CandidateArrays arrays) : arrays_(arrays), grid_(choose_grid()) {
  DAGWRIGHT_CHECK_EVERY(4, are_sorted(arrays_));
  excess_.resize(n_sets());
  const auto most = static_cast<double>(grid_.most);
  for (Variable child = 0; child < n_variables(); ++child) {
    for (std::size_t set = begin(child); set < end(child); ++set) {
      const double scaled = std::ldexp(arrays_.loss(child, set), grid_.scale);
      excess_[set] = scaled < most ? std::llround(scaled) : grid_.most;
      DAGWRIGHT_ASSERT(excess_[set] >= (set == begin(child) ? 0 : excess_[set - 1]));
    }
  }
}

CandidateSets::Grid CandidateSets::choose_grid() const {
  double range = 0.0;  // of the excess of a network
  for (Variable child = 0; child < n_variables(); ++child) {
    range += arrays_.loss(child, end(child) - 1);
  }
  if (!std::isfinite(range)) throw std::overflow_error("the scores of these sets are not finite");
  const Grid plain{finest_scale(range, kMostBits), std::numeric_limits<std::int64_t>::max()};
  if (plain.scale == kScale) return plain;
  const Grid finer = grid_of_known_network();
  return finer.scale > plain.scale ? finer : plain;
}

CandidateSets::Grid CandidateSets::grid_of_known_network() const {
  const std::vector<std::size_t> known = known_network();
  if (known.empty()) return {std::numeric_limits<int>::min(), 0};
  double excess = 0.0;
  for (std::size_t child = 0; child < known.size(); ++child) {
    excess += arrays_.loss(child, known[child]);
  }
  // All children together may have saturated sets, and the sum still has to fit.
  const auto n = static_cast<std::int64_t>(n_variables());
  const std::int64_t most = (std::int64_t{1} << kMostBits) / n;
  // Each excess of the known network may be rounded up, and the sum has to stay below the most.
  const auto room = static_cast<std::uint64_t>(most - n);
  return {finest_scale(excess, static_cast<int>(std::bit_width(room)) - 1), most};
}

double CandidateSets::nats(std::int64_t excess) const {
  return std::ldexp(static_cast<double>(excess), -grid_.scale);
}

double CandidateSets::rounding() const {
  return std::ldexp(0.5 * static_cast<double>(n_variables()), -grid_.scale);
}

double CandidateSets::relaxed_score() const {
  // Neumaier's compensated sum: what the addition of doubles loses is kept apart.
  double sum = 0.0, lost = 0.0;
  for (Variable child = 0; child < n_variables(); ++child) {
    const double best = score(begin(child)), next = sum + best;
    lost += std::abs(sum) >= std::abs(best) ? (sum - next) + best : (best - next) + sum;
    sum = next;
  }
  return sum + lost;
}

double CandidateSets::score_bound(double excess, double rounding) const {
  const double relaxed = relaxed_score();
  // Differences of scores, the sum above and the line below are rounded to doubles, too.
  const double slack =
      4.0 * std::numeric_limits<double>::epsilon() * (std::abs(relaxed) + excess + rounding);
  return relaxed - std::max(0.0, excess - rounding) + slack;
}

std::vector<std::size_t> CandidateSets::known_network() const {
  return find_known_network(arrays_);
}

std::vector<std::int64_t> CandidateSets::find_families(
    const std::vector<std::vector<Variable>>& families) const {
  DAGWRIGHT_ASSERT(families.size() == n_variables());
  std::vector<std::int64_t> found(families.size(), kNone);
  for (Variable child = 0; child < families.size(); ++child) {
    for (std::size_t set = begin(child); set < end(child); ++set) {
      if (!std::ranges::equal(members(set), families[child])) continue;
      found[child] = static_cast<std::int64_t>(set);
      break;
    }
  }
  return found;
}

std::vector<std::int64_t> CandidateSets::best_in_order(std::span<const Variable> order) const {
  DAGWRIGHT_ASSERT(order.size() == n_variables());
  std::vector<std::int64_t> chosen(n_variables(), kNone);
  std::vector<bool> before(n_variables(), false);
  for (const Variable child : order) {
    for (std::size_t set = begin(child); set < end(child); ++set) {
      const auto some = members(set);
      if (!std::ranges::all_of(some, [&](std::uint16_t member) { return before[member]; }))
        continue;
      chosen[child] = static_cast<std::int64_t>(set);
      break;
    }
    before[child] = true;
  }
  return chosen;
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

}  // namespace dagwright::parents
