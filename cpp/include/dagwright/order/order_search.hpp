#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/core/work_rounds.hpp"
#include "dagwright/order/work_item.hpp"

namespace dagwright::order {

struct OrderSearchResult {
  std::vector<Variable> order;  ///< empty if the search was stopped before its first order
  std::vector<std::vector<Variable>> parents;
  OrderCounters counters;
  Trace trace;
};

/// What all searches over orders share: rounds of work items, each with an evaluator of its own,
/// and the best order of all.
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

  bool stopped() const { return rounds_.stopped(); }
  const orders::OrderIndex& index() const { return index_; }
  OrderCounters& counters() { return result_.counters; }
  OrderSearchResult take_result();

 private:
  std::optional<WorkRecord> do_item(std::uint64_t item, std::uint64_t limit, const Work& work);
  void merge(const WorkRecord& record);
  std::unique_ptr<orders::OrderEvaluator> borrow_evaluator();

  const orders::OrderIndex& index_;
  RunControl& control_;
  WorkRounds<WorkRecord> rounds_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<orders::OrderEvaluator>> idle_;
  std::int64_t best_ = kImpossible;
  OrderSearchResult result_;
};

}  // namespace dagwright::order
