#include "dagwright/orders/iterated_descent.hpp"

#include <algorithm>

#include "dagwright/core/rng.hpp"
#include "dagwright/orders/insertion_descent.hpp"
#include "dagwright/orders/iterated_search.hpp"

namespace dagwright::orders {
namespace {

constexpr std::size_t kExchanges = 3;
/// Scans take about a microsecond, and most calls need fewer.
constexpr unsigned kScansBetweenPauses = 1024;

/// Counts what descents look at, and makes their moves.
class LimitedMover {
 public:
  LimitedMover(OrderEvaluator& evaluator, RunControl& control)
      : evaluator_(evaluator), control_(control) {}

  /// Sets how many orders the next descent may look at.
  void limit(std::uint64_t most_evaluated) { left_ = most_evaluated; }

  OrderEvaluator& evaluator() { return evaluator_; }
  bool may_go_on() const { return !control_.stopped(); }
  void insert(Variable v, std::size_t destination) { evaluator_.insert(v, destination); }
  bool is_interrupted_after(std::uint64_t orders) {
    left_ -= std::min(orders, left_);
    if (left_ == 0) return true;
    if (--scans_until_pause_ > 0) return false;
    scans_until_pause_ = kScansBetweenPauses;
    return control_.should_stop();
  }

 private:
  OrderEvaluator& evaluator_;
  RunControl& control_;
  std::uint64_t left_ = 0;
  unsigned scans_until_pause_ = kScansBetweenPauses;
};

/// Descents from the best order after a few exchanges, each with random numbers of its own.
class Walker {
 public:
  using Found = std::function<void(const std::vector<Variable>&)>;

  Walker(OrderEvaluator& evaluator, const IteratedDescentOptions& options, RunControl& control,
         const Found& found)
      : mover_(evaluator, control),
        options_(options),
        control_(control),
        found_(found),
        rng_(options.seed, {0}) {}

  OrderEvaluator& evaluator() { return mover_.evaluator(); }
  Rng& rng() { return rng_; }

  bool may_go_on() {
    if (kicks_ == options_.kicks || control_.stopped()) return false;
    rng_ = Rng(options_.seed, {++kicks_});
    return true;
  }

  /// However far it comes, the next one begins.
  bool descend_from(const std::vector<Variable>& order) {
    evaluator().set_order(order);
    mover_.limit(options_.most_evaluated);
    descend_by_insertion(mover_, order.size(), rng_);
    return true;
  }

  bool accepts(const OrderSnapshot& present) {
    if (evaluator().excess() > present.excess) return false;
    if (found_) found_(evaluator().order());
    return true;
  }

 private:
  LimitedMover mover_;
  const IteratedDescentOptions& options_;
  RunControl& control_;
  const Found& found_;
  Rng rng_;
  std::uint64_t kicks_ = 0;
};

}  // namespace

std::vector<Variable> iterate_descent(
    const OrderIndex& index, std::vector<Variable> order, const IteratedDescentOptions& options,
    RunControl& control, const std::function<void(const std::vector<Variable>&)>& found) {
  index.precedence().repair(order);
  if (control.stopped()) return order;
  OrderEvaluator evaluator(index);
  Walker walker(evaluator, options, control, found);
  walker.descend_from(order);
  if (found) found(evaluator.order());
  return search_iteratedly(walker, kExchanges).order;
}

}  // namespace dagwright::orders
