#include "dagwright/order/iinobs.hpp"

#include <algorithm>
#include <cmath>

#include "dagwright/order/descent.hpp"
#include "dagwright/orders/iterated_search.hpp"

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

/// One run, from the local optimum that the item stands at.
class Walker {
 public:
  Walker(WorkItem& item, const IinobsOptions& options, std::size_t exchanges, Rng& rng)
      : item_(item),
        options_(options),
        exchanges_(exchanges),
        rng_(rng),
        relaxed_(sets().relaxed_score()),
        best_(evaluator().excess()),
        patience_(options) {}

  orders::OrderEvaluator& evaluator() { return item_.evaluator(); }
  Rng& rng() { return rng_; }
  bool is_out_of_patience() const { return patience_.is_over(); }
  bool may_go_on() { return !is_out_of_patience() && item_.may_go_on(); }

  bool descend_from(const std::vector<Variable>& order) {
    item_.begin_at(order);
    item_.counters().exchanges += exchanges_;
    if (!descend(item_, Improvement::hybrid, order.size(), rng_)) return false;
    item_.keep_if_best();
    return true;
  }

  bool accepts(const orders::OrderSnapshot& present) {
    const std::int64_t found = evaluator().excess();
    const bool accepted = is_acceptable(relaxed_ - sets().nats(found),
                                        relaxed_ - sets().nats(present.excess), options_.leeway);
    patience_.count(accepted, found < best_);
    best_ = std::min(best_, found);
    return accepted;
  }

 private:
  const parents::CandidateSets& sets() const { return item_.index().sets(); }

  WorkItem& item_;
  const IinobsOptions& options_;
  std::size_t exchanges_;
  Rng& rng_;
  double relaxed_;
  std::int64_t best_;
  Patience patience_;
};

void iterate(WorkItem& item, const IinobsOptions& options, Rng& rng) {
  const std::size_t n = item.index().n_variables();
  const std::size_t exchanges = orders::number_of_exchanges(options.perturbation, n);
  if (!descend(item, Improvement::hybrid, n, rng)) return;
  item.keep_if_best();
  Walker walker(item, options, exchanges, rng);
  orders::search_iteratedly(walker, exchanges);
  if (walker.is_out_of_patience()) item.finish();
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
