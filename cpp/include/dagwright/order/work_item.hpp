#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dagwright/core/counters.hpp"
#include "dagwright/core/improvements.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/orders/order_evaluator.hpp"

namespace dagwright::order {

/// What a search did, by kind.
struct OrderCounters {
  std::uint64_t iterations = 0;  ///< orders stood at: starts, crossovers, moves
  std::uint64_t orders_evaluated = 0;
  std::uint64_t local_optima = 0;
  std::uint64_t insertions = 0;
  std::uint64_t adjacent_swaps = 0;
  std::uint64_t exchanges = 0;  ///< of perturbations and mutations
  std::uint64_t restarts = 0;   ///< starts from a fresh order
  std::uint64_t crossovers = 0;
  std::uint64_t generations = 0;
  std::uint64_t diversifications = 0;
  std::uint64_t migrations = 0;
  std::uint64_t initial_nanoseconds = 0;  ///< spent on making initial orders

  static constexpr auto names() {
    return std::to_array<NamedCounter<OrderCounters>>({
        {"iterations", &OrderCounters::iterations},
        {"orders_evaluated", &OrderCounters::orders_evaluated},
        {"local_optima", &OrderCounters::local_optima},
        {"insertions", &OrderCounters::insertions},
        {"adjacent_swaps", &OrderCounters::adjacent_swaps},
        {"exchanges", &OrderCounters::exchanges},
        {"restarts", &OrderCounters::restarts},
        {"crossovers", &OrderCounters::crossovers},
        {"generations", &OrderCounters::generations},
        {"diversifications", &OrderCounters::diversifications},
        {"migrations", &OrderCounters::migrations},
        {"initial_nanoseconds", &OrderCounters::initial_nanoseconds},
    });
  }
};

/// What a work item leaves behind, for WorkRounds.
struct WorkRecord {
  std::vector<Variable> order;  ///< the best one
  std::int64_t excess = kImpossible;
  bool finished = false;        ///< it ended by itself
  bool reached_target = false;  ///< or the score that nothing exceeds
  OrderCounters counters;
  Trace improvements;

  std::uint64_t iterations() const { return counters.iterations; }
  const Trace& trace() const { return improvements; }
};

/// One piece of work that others do not depend on (a climb, a run, an offspring) while it is done:
/// an evaluator, limits, and the record that is made.
///
/// A pure function of its inputs and its limit on iterations, but for a stop from outside.
class WorkItem {
 public:
  /// `best_known`: only better orders go into the trace.
  WorkItem(orders::OrderEvaluator& evaluator, RunControl& control, std::uint64_t most_iterations,
           std::int64_t best_known);

  orders::OrderEvaluator& evaluator() { return evaluator_; }
  const orders::OrderIndex& index() const { return evaluator_.index(); }
  OrderCounters& counters() { return record_.counters; }

  /// Whether another iteration may be made. Asks the control.
  bool may_go_on();

  /// To be called after each scan of up to `orders` neighbours: counts them, and tells from time
  /// to time whether the control wants to stop.
  bool is_interrupted_after(std::uint64_t orders);

  /// Stands at a new order; insertion, adjacent swap and exchange are moves from the present one.
  void begin_at(const std::vector<Variable>& order);
  void insert(Variable v, std::size_t destination);
  void swap_adjacent(std::size_t left);
  void exchange(std::size_t one, std::size_t other);

  /// Keeps the present order if it is the best of the item. To be called before a move that may
  /// worsen it and at the end.
  void keep_if_best();

  void finish() { record_.finished = true; }
  WorkRecord take_record();

 private:
  void arrive();

  orders::OrderEvaluator& evaluator_;
  RunControl& control_;
  std::uint64_t most_iterations_;
  std::int64_t best_known_;
  Improvements improvements_;
  unsigned scans_until_pause_ = 0;
  WorkRecord record_;
};

}  // namespace dagwright::order
