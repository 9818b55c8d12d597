#include "dagwright/order/order_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/threads.hpp"

namespace dagwright::order {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
/// Starting threads takes some 0.1 ms.
constexpr double kWorthThreads = 1e-3;
/// Wall seconds between merges, about: what a progress line shows is no older.
constexpr double kRoundSeconds = 0.05;
constexpr std::uint64_t kMostInRound = 1024;

/// Every counter, in an order that states are written and read in. There are this many:
static_assert(sizeof(OrderCounters) == 12 * sizeof(std::uint64_t));
template <class Counters, class Visit>
void for_each_counter(Counters& counters, const Visit& visit) {
  for (auto* counter :
       {&counters.iterations, &counters.orders_evaluated, &counters.local_optima,
        &counters.insertions, &counters.adjacent_swaps, &counters.exchanges, &counters.restarts,
        &counters.crossovers, &counters.generations, &counters.diversifications,
        &counters.migrations, &counters.initial_nanoseconds}) {
    visit(*counter);
  }
}

}  // namespace

OrderSearch::OrderSearch(const orders::OrderIndex& index, unsigned threads, RunControl& control)
    : index_(index), threads_(threads), control_(control) {
  control_.report_bound(index.sets().relaxed_score());
}

std::uint64_t OrderSearch::iterations_left() const {
  const auto limit = control_.rules().iterations;
  return limit ? *limit - std::min(*limit, result_.counters.iterations) : kNoLimit;
}

std::unique_ptr<orders::OrderEvaluator> OrderSearch::borrow_evaluator() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<orders::OrderEvaluator>(index_);
  std::unique_ptr<orders::OrderEvaluator> evaluator = std::move(idle_.back());
  idle_.pop_back();
  return evaluator;
}

std::optional<WorkRecord> OrderSearch::do_item(std::size_t item, std::uint64_t limit,
                                               const Work& work) {
  if (control_.should_stop()) return std::nullopt;
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
  const std::uint64_t limit = iterations_left();
  std::vector<std::optional<WorkRecord>> records(limit > 0 ? count : 0);
  const double began = control_.seconds();
  const bool worth_threads = item_seconds_ * static_cast<double>(count) > kWorthThreads;
  parallel_for(worth_threads ? threads_ : 1, records.size(), control_,
               [&](std::size_t item) { records[item] = do_item(item, limit, work); });
  item_seconds_ =
      (control_.seconds() - began) / static_cast<double>(std::max<std::size_t>(1, count));

  for (std::size_t item = 0; item < count && !done_; ++item) {
    const std::uint64_t left = iterations_left();
    if (left == 0) {
      control_.request_stop(StopReason::iterations);
      break;
    }
    if (!records[item]) break;
    const bool over_limit = records[item]->counters.iterations > left;
    if (over_limit) records[item] = do_item(item, left, work);
    if (!records[item]) break;
    merge(*records[item]);
    if (records[item]->reached_target) {
      done_ = true;
      stop_at_target(result_.trace.back().score);
    } else if (iterations_left() == 0 && !records[item]->finished) {
      control_.request_stop(StopReason::iterations);
      done_ = true;
    }
    merged.push_back(std::move(*records[item]));
  }
  return merged;
}

void OrderSearch::run_all(std::optional<std::uint64_t> count, const Work& work) {
  // How items are split into rounds does not matter to the result: they are merged in order.
  resume();
  std::uint64_t in_round = 1;
  for (std::uint64_t first = runs_; first < count.value_or(kNoLimit) && !stopped();) {
    in_round = std::min(in_round, count.value_or(kNoLimit) - first);
    run(in_round, [&](std::size_t item, WorkItem& state) { work(first + item, state); });
    first += in_round;
    offer_checkpoint();
    if (count) control_.report_work(runs_, *count);
    const bool short_round = item_seconds_ * static_cast<double>(in_round) < kRoundSeconds;
    in_round = short_round ? std::min(2 * in_round, kMostInRound)
                           : std::max<std::uint64_t>(in_round, threads_);
  }
}

void OrderSearch::stop_at_target(double score) {
  const auto target = control_.rules().target;
  if (target && score >= *target) control_.request_stop(StopReason::target);
}

void OrderSearch::merge(const WorkRecord& record) {
  append_better(result_.trace, record.trace, result_.counters.iterations);
  result_.counters.add(record.counters);
  ++runs_;
  control_.report_work(result_.counters.local_optima, 0);
  DAGWRIGHT_ASSERT(record.excess >= 0);
  if (record.excess < best_) {
    DAGWRIGHT_ASSERT(record.order.size() == index_.n_variables());
    best_ = record.excess;
    result_.order = record.order;
  }
}

void OrderSearch::offer_checkpoint(const std::function<void(StateWriter&)>& put_more) {
  if (done_ || result_.order.empty() || !control_.is_checkpoint_due()) return;
  StateWriter state;
  state.put(runs_);
  state.put(best_);
  state.put_all(result_.order);
  for_each_counter(result_.counters, [&](std::uint64_t counter) { state.put(counter); });
  state.put_trace(result_.trace);
  if (put_more) put_more(state);
  control_.save_checkpoint(state.take(), result_.counters.iterations);
}

bool OrderSearch::resume(const std::function<void(StateReader&)>& get_more) {
  if (control_.resumed_state().empty()) return false;
  StateReader state(control_.resumed_state());
  runs_ = state.get<std::uint64_t>();
  best_ = state.get<std::int64_t>();
  result_.order = state.get_order(index_.n_variables());
  for_each_counter(result_.counters,
                   [&](std::uint64_t& counter) { counter = state.get<std::uint64_t>(); });
  result_.trace = state.get_trace();
  if (get_more) get_more(state);
  state.expect_end();
  orders::OrderEvaluator evaluator(index_);
  evaluator.set_order(result_.order);
  if (evaluator.excess() != best_) StateReader::throw_damaged();
  if (!result_.trace.empty()) {
    control_.report_best(result_.trace.back().score);
    stop_at_target(result_.trace.back().score);
  }
  return true;
}

OrderSearchResult OrderSearch::take_result() {
  if (!result_.order.empty()) {
    orders::OrderEvaluator evaluator(index_);
    evaluator.set_order(result_.order);
    DAGWRIGHT_ASSERT(evaluator.excess() == best_);
    for (std::size_t v = 0; v < index_.n_variables(); ++v) {
      const auto members = index_.sets().members(evaluator.current(static_cast<Variable>(v)));
      result_.parents.emplace_back(members.begin(), members.end());
    }
  }
  return std::move(result_);
}

}  // namespace dagwright::order
