#include "dagwright/order/annealing.hpp"

#include <algorithm>
#include <cmath>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/portable_math.hpp"
#include "dagwright/order/descent.hpp"

namespace dagwright::order {
namespace {

/// What a proposal may worsen the cost by: exponential with mean `temperature`, which is the same
/// as Metropolis' rule. Below 2^40 nats, more than any worsening that matters.
std::int64_t draw_allowance(double temperature, const parents::CandidateSets& sets, Rng& rng) {
  const double uniform = std::ldexp(static_cast<double>((rng.next() >> 11) + 1), -53);
  const double allowance = std::min(-temperature * portable_log(uniform), std::ldexp(1.0, 40));
  return static_cast<std::int64_t>(std::min(std::ldexp(allowance, sets.scale()), 0x1p60));
}

/// Another position than the present one, at most `radius` places away.
std::size_t draw_destination(std::size_t at, std::size_t n, std::size_t radius, Rng& rng) {
  const std::size_t first = at - std::min(at, radius);
  const std::size_t last = std::min(n - 1, at + std::min(radius, n));
  const std::size_t destination = first + rng.below(last - first);
  DAGWRIGHT_ASSERT(last < n && destination < last);
  return destination < at ? destination : destination + 1;
}

}  // namespace

bool anneal(WorkItem& item, const AnnealingOptions& options, std::size_t radius, Rng& rng) {
  orders::OrderEvaluator& evaluator = item.evaluator();
  const std::size_t n = evaluator.n_variables();
  if (n > 1) {
    for (double t = options.start; t > options.end; t *= options.cooling) {
      for (std::size_t proposal = 0; proposal < n; ++proposal) {
        const auto v = static_cast<Variable>(rng.below(n));
        const std::size_t to = draw_destination(evaluator.position(v), n, radius, rng);
        const std::int64_t change = evaluator.insertion_change(v, to);
        const std::int64_t allowance = draw_allowance(t, item.index().sets(), rng);
        if (item.is_interrupted_after(1)) return false;
        if (change > allowance) continue;
        if (change > 0) item.keep_if_best();
        if (!item.may_go_on()) return false;
        [[maybe_unused]] const std::int64_t before = evaluator.excess();
        item.insert(v, to);
        DAGWRIGHT_ASSERT(evaluator.excess() == before + change);
      }
    }
  }
  return descend(item, Improvement::hybrid, radius, rng);
}

}  // namespace dagwright::order
