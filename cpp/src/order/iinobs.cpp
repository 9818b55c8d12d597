#include "dagwright/order/iinobs.hpp"

#include <cmath>

#include "dagwright/order/descent.hpp"
#include "dagwright/orders/perturb.hpp"

namespace dagwright::order {
namespace {

/// Counts towards a restart.
class Patience {
 public:
  explicit Patience(const IinobsOptions& options) : options_(options) {}

  void count(bool accepted, bool new_best) {
    const bool by_code = options_.restart_rule == RestartRule::code;
    soft_ = (by_code ? accepted : new_best) ? 0 : soft_ + 1;
    if (accepted || !by_code) ++hard_;
  }
  bool is_over() const { return soft_ >= options_.soft_restart || hard_ >= options_.hard_restart; }

 private:
  const IinobsOptions& options_;
  std::uint64_t soft_ = 0;
  std::uint64_t hard_ = 0;
};

/// The paper's formula is s' (1 - leeway) < s, for costs above zero. A score above zero would turn
/// its meaning round, so there the leeway is added instead.
bool is_acceptable(double found, double current, double leeway) {
  const double cost = -current;
  if (cost > 0) return -found * (1 - leeway) < cost;
  return -found < cost + leeway * std::abs(cost);
}

void iterate(WorkItem& item, const IinobsOptions& options, Rng& rng) {
  orders::OrderEvaluator& evaluator = item.evaluator();
  const parents::CandidateSets& sets = item.index().sets();
  const double relaxed = sets.relaxed_score();
  const std::size_t n = evaluator.n_variables();
  const std::size_t exchanges = orders::number_of_exchanges(options.perturbation, n);
  if (!descend(item, Improvement::hybrid, n, rng)) return;
  item.keep_if_best();
  orders::OrderSnapshot current;
  evaluator.save(current);
  std::int64_t best = evaluator.excess();
  for (Patience patience(options); !patience.is_over();) {
    if (!item.may_go_on()) return;
    item.begin_at(orders::perturbed(current.order, exchanges, item.index().precedence(), rng));
    item.counters().exchanges += exchanges;
    if (!descend(item, Improvement::hybrid, n, rng)) return;
    item.keep_if_best();
    const bool accepted = is_acceptable(relaxed - sets.nats(evaluator.excess()),
                                        relaxed - sets.nats(current.excess), options.leeway);
    patience.count(accepted, evaluator.excess() < best);
    best = std::min(best, evaluator.excess());
    if (accepted) evaluator.save(current);
  }
  item.finish();
}

}  // namespace

OrderSearchResult iinobs(const Inputs& inputs, const IinobsOptions& options,
                         const Resources& resources, RunControl& control) {
  OrderSearch search(inputs, resources, control);
  search.run_all(options.restarts, [&](std::size_t run, WorkItem& item) {
    Rng rng(resources.seed, {run});
    search.begin(item, run, rng);
    iterate(item, options, rng);
  });
  return search.take_result();
}

}  // namespace dagwright::order
