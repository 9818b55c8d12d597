#include "dagwright/order/work_item.hpp"

#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::order {
namespace {

/// Scans take well below a microsecond, a look at the clock some 50 ns.
constexpr unsigned kScansBetweenPauses = 64;

}  // namespace

WorkItem::WorkItem(orders::OrderEvaluator& evaluator, RunControl& control,
                   std::uint64_t most_iterations, std::int64_t best_known)
    : evaluator_(evaluator),
      control_(control),
      most_iterations_(most_iterations),
      best_known_(best_known),
      improvements_(control) {}

bool WorkItem::may_go_on() {
  return record_.counters.iterations < most_iterations_ && !record_.reached_target &&
         !control_.should_stop();
}

bool WorkItem::is_interrupted_after(std::uint64_t orders) {
  record_.counters.orders_evaluated += orders;
  if (scans_until_pause_-- > 0) return false;
  scans_until_pause_ = kScansBetweenPauses;
  return control_.should_stop();
}

void WorkItem::begin_at(const std::vector<Variable>& order) {
  evaluator_.set_order(order);
  ++record_.counters.orders_evaluated;
  arrive();
}

void WorkItem::insert(Variable v, std::size_t destination) {
  evaluator_.insert(v, destination);
  ++record_.counters.insertions;
  arrive();
}

void WorkItem::swap_adjacent(std::size_t left) {
  DAGWRIGHT_ASSERT(left + 1 < evaluator_.n_variables());
  evaluator_.insert(evaluator_.order()[left], left + 1);
  ++record_.counters.adjacent_swaps;
  arrive();
}

void WorkItem::exchange(std::size_t one, std::size_t other) {
  evaluator_.exchange(one, other);
  ++record_.counters.exchanges;
  arrive();
}

void WorkItem::arrive() {
  ++record_.counters.iterations;
  control_.report_iterations(1);
  if (evaluator_.excess() >= best_known_) return;
  best_known_ = evaluator_.excess();
  improvements_.add(evaluator_.score(), record_.counters.iterations);
  record_.reached_target = improvements_.reached_target() || best_known_ == 0;
}

void WorkItem::keep_if_best() {
  if (evaluator_.excess() >= record_.excess) return;
  record_.excess = evaluator_.excess();
  record_.order = evaluator_.order();
}

WorkRecord WorkItem::take_record() {
  keep_if_best();
  record_.improvements = improvements_.take();
  return std::move(record_);
}

}  // namespace dagwright::order
