#include "dagwright/orders/iterated_descent.hpp"

#include <algorithm>

#include "dagwright/core/rng.hpp"
#include "dagwright/orders/insertion_descent.hpp"
#include "dagwright/orders/perturb.hpp"

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

}  // namespace

std::vector<Variable> iterate_descent(
    const OrderIndex& index, std::vector<Variable> order, const IteratedDescentOptions& options,
    RunControl& control, const std::function<void(const std::vector<Variable>&)>& found) {
  OrderEvaluator evaluator(index);
  index.precedence().repair(order);
  evaluator.set_order(order);
  LimitedMover mover(evaluator, control);
  std::int64_t least = evaluator.excess();
  for (std::uint64_t descent = 0; descent <= options.kicks && !control.stopped(); ++descent) {
    Rng rng(options.seed, {descent});
    if (descent > 0) evaluator.set_order(perturbed(order, kExchanges, index.precedence(), rng));
    mover.limit(options.most_evaluated);
    descend_by_insertion(mover, index.n_variables(), rng);
    if (evaluator.excess() > least) continue;
    least = evaluator.excess();
    order = evaluator.order();
    if (found) found(order);
  }
  return order;
}

}  // namespace dagwright::orders
