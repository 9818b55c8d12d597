#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "dagwright/core/resources.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/core/search_result.hpp"
#include "dagwright/core/work_rounds.hpp"
#include "dagwright/order/initial_order.hpp"
#include "dagwright/order/work_item.hpp"

namespace dagwright::order {

/// What a search over orders works on.
struct Inputs {
  const orders::OrderIndex& index;
  const InitialOrder& initial;
  std::optional<std::vector<Variable>> start;  ///< where the first work item begins
};

struct OrderSearchResult : SearchResult {
  std::vector<Variable> order;  ///< empty if the search was stopped before its first order
};

/// What all searches over orders share: rounds of work items, each with an evaluator of its own,
/// and the best order of all.
class OrderSearch {
 public:
  using Work = std::function<void(std::size_t item, WorkItem&)>;

  OrderSearch(const Inputs& inputs, const Resources& resources, RunControl& control);

  /// Lets a work item begin: the first one at the user's order, if there is one, the others at
  /// fresh initial orders.
  void begin(WorkItem& item, std::uint64_t number, Rng& rng) const;

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
  const orders::OrderIndex& index() const { return inputs_.index; }
  OrderCounters& counters() { return counters_; }
  OrderSearchResult take_result();

 private:
  std::optional<WorkRecord> do_item(std::uint64_t item, std::uint64_t limit, const Work& work);
  void merge(const WorkRecord& record);
  std::unique_ptr<orders::OrderEvaluator> borrow_evaluator();

  const Inputs& inputs_;
  RunControl& control_;
  WorkRounds<WorkRecord> rounds_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<orders::OrderEvaluator>> idle_;
  std::int64_t best_ = kImpossible;
  std::vector<Variable> order_;  ///< the best one
  OrderCounters counters_;
};

}  // namespace dagwright::order
