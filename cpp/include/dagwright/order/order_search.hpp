#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/core/state_bytes.hpp"
#include "dagwright/order/work_item.hpp"

namespace dagwright::order {

struct OrderSearchResult {
  std::vector<Variable> order;  ///< empty if the search was stopped before its first order
  std::vector<std::vector<Variable>> parents;
  OrderCounters counters;
  Trace trace;
};

/// What all searches over orders share: it runs work items on threads and merges their records in
/// the order of the items, so that the result does not depend on the number of threads.
///
/// A limit on iterations is a limit on the items one after the other: an item that ran beyond what
/// those before it had left is run again with that limit.
class OrderSearch {
 public:
  using Work = std::function<void(std::size_t item, WorkItem&)>;

  OrderSearch(const orders::OrderIndex& index, unsigned threads, RunControl& control);

  /// Does items 0 to count - 1. Returns the records of those that count, fewer if a stop rule
  /// fired.
  std::vector<WorkRecord> run(std::size_t count, const Work& work);

  /// Does items 0, 1, ...: `count` of them, or until a stop rule fires. The records are not kept.
  void run_all(std::optional<std::uint64_t> count, const Work& work);

  /// Saves a state if one is due and all work so far is finished: its own, and what `put_more`
  /// adds.
  void offer_checkpoint(const std::function<void(StateWriter&)>& put_more = {});

  /// Goes on from the state of an earlier run, if there is one: its own, and what `get_more` reads.
  /// Returns whether there was one.
  bool resume(const std::function<void(StateReader&)>& get_more = {});

  bool stopped() const { return done_ || control_.stopped(); }
  const orders::OrderIndex& index() const { return index_; }
  OrderCounters& counters() { return result_.counters; }
  std::uint64_t n_runs() const { return runs_; }
  OrderSearchResult take_result();

 private:
  std::optional<WorkRecord> do_item(std::size_t item, std::uint64_t limit, const Work& work);
  std::uint64_t iterations_left() const;
  void stop_at_target(double score);
  void merge(const WorkRecord& record);
  std::unique_ptr<orders::OrderEvaluator> borrow_evaluator();

  const orders::OrderIndex& index_;
  unsigned threads_;
  RunControl& control_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<orders::OrderEvaluator>> idle_;
  std::int64_t best_ = kImpossible;
  double item_seconds_ = 0.0;  ///< wall time of an item in the last run
  std::uint64_t runs_ = 0;     ///< items merged
  bool done_ = false;          ///< the target, or a score that nothing exceeds
  OrderSearchResult result_;
};

}  // namespace dagwright::order
