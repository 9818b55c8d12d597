#include "dagwright/order/order_search.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::order {
namespace {

/// Wall seconds between merges, about: what a progress line shows is no older.
constexpr double kRoundSeconds = 0.05;
constexpr std::uint64_t kMostInRound = 1024;

}  // namespace

OrderSearch::OrderSearch(const Inputs& inputs, const Resources& resources, RunControl& control)
    : inputs_(inputs), control_(control), rounds_(resources.threads, control) {
  control_.report_bound(index().sets().relaxed_score());
}

void OrderSearch::begin(WorkItem& item, std::uint64_t number, Rng& rng) const {
  if (number == 0 && inputs_.start) {
    std::vector<Variable> order = *inputs_.start;
    index().precedence().repair(order);
    item.begin_at(order);
    return;
  }
  const auto began = std::chrono::steady_clock::now();
  const std::vector<Variable> order = inputs_.initial.make(rng);
  const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - began;
  item.counters().initial_nanoseconds += static_cast<std::uint64_t>(took.count());
  ++item.counters().restarts;
  item.begin_at(order);
}

std::unique_ptr<orders::OrderEvaluator> OrderSearch::borrow_evaluator() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<orders::OrderEvaluator>(index());
  std::unique_ptr<orders::OrderEvaluator> evaluator = std::move(idle_.back());
  idle_.pop_back();
  return evaluator;
}

std::optional<WorkRecord> OrderSearch::do_item(std::uint64_t item, std::uint64_t limit,
                                               const Work& work) {
  if (limit == 0 || control_.should_stop()) return std::nullopt;
  std::unique_ptr<orders::OrderEvaluator> evaluator = borrow_evaluator();
  WorkItem state(*evaluator, control_, limit, best_);
  work(item, state);
  std::optional<WorkRecord> record = state.take_record();
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(evaluator));
  return record;
}

std::vector<WorkRecord> OrderSearch::run(std::size_t count, const Work& work) {
  std::vector<WorkRecord> merged;
  if (stopped()) return merged;
  rounds_.run(
      0, count, [&](std::uint64_t item, std::uint64_t limit) { return do_item(item, limit, work); },
      [&](WorkRecord&& record) {
        merge(record);
        merged.push_back(std::move(record));
      });
  return merged;
}

void OrderSearch::run_all(std::optional<std::uint64_t> count, const Work& work) {
  resume();
  // How items are split into rounds does not matter to the result: they are merged in order.
  std::uint64_t in_round = 1;
  rounds_.run_all(
      count, [&] { return in_round; },
      [&](std::uint64_t item, std::uint64_t limit) { return do_item(item, limit, work); },
      [&](WorkRecord&& record) { merge(record); },
      [&] {
        offer_checkpoint();
        if (count) control_.report_work(rounds_.items(), *count);
        const bool short_round = rounds_.round_seconds(in_round) < kRoundSeconds;
        in_round = short_round ? std::min(2 * in_round, kMostInRound)
                               : std::max<std::uint64_t>(in_round, rounds_.threads());
      });
}

void OrderSearch::merge(const WorkRecord& record) {
  add_counters(counters_, record.counters);
  control_.report_work(counters_.local_optima, 0);
  DAGWRIGHT_ASSERT(record.excess >= 0);
  if (record.excess < best_) {
    DAGWRIGHT_ASSERT(record.order.size() == index().n_variables());
    best_ = record.excess;
    order_ = record.order;
  }
}

void OrderSearch::offer_checkpoint(const std::function<void(StateWriter&)>& put_more) {
  if (order_.empty() || !rounds_.is_checkpoint_due()) return;
  StateWriter state;
  state.put(best_);
  state.put_all(order_);
  for_each_counter(counters_, [&](const char*, std::uint64_t counter) { state.put(counter); });
  rounds_.put(state);
  if (put_more) put_more(state);
  control_.save_checkpoint(state.take(), rounds_.iterations());
}

bool OrderSearch::resume(const std::function<void(StateReader&)>& get_more) {
  if (!rounds_.is_resumed()) return false;
  StateReader state(control_.resumed_state());
  best_ = state.get<std::int64_t>();
  order_ = state.get_order(index().n_variables());
  for_each_counter(counters_, [&](const char*, std::uint64_t& counter) {
    counter = state.get<std::uint64_t>();
  });
  rounds_.get(state);
  if (get_more) get_more(state);
  state.expect_end();
  orders::OrderEvaluator evaluator(index());
  evaluator.set_order(order_);
  if (evaluator.excess() != best_) StateReader::throw_damaged();
  if (!rounds_.trace().empty()) {
    control_.report_best(rounds_.trace().back().score);
    rounds_.stop_at_target(rounds_.trace().back().score);
  }
  return true;
}

OrderSearchResult OrderSearch::take_result() {
  OrderSearchResult result;
  result.trace = rounds_.trace();
  result.iterations = counters_.iterations;
  result.counters = Counters::of(counters_);
  if (!order_.empty()) {
    orders::OrderEvaluator evaluator(index());
    evaluator.set_order(order_);
    DAGWRIGHT_ASSERT(evaluator.excess() == best_);
    result.score = evaluator.score();
    for (std::size_t v = 0; v < index().n_variables(); ++v) {
      const auto members = index().sets().members(evaluator.current(static_cast<Variable>(v)));
      result.parents.emplace_back(members.begin(), members.end());
    }
    result.order = std::move(order_);
  }
  return result;
}

}  // namespace dagwright::order
