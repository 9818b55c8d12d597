#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/core/state_bytes.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/core/trace.hpp"

namespace dagwright {

/// What searches that repeat pieces of work share: they do items (restarts, walks, offspring) on
/// threads, round by round, and merge their records in the order of the items, so that the result
/// does not depend on the number of threads.
///
/// A limit on iterations is a limit on the items one after the other: an item that ran beyond what
/// those before it had left is done again with that limit.
///
/// An item is a pure function of its number, what the rounds before it found and its limit on
/// iterations, except for a stop from outside. A Record has
///
///     std::uint64_t iterations() const;
///     const Trace& trace() const;   // iterations are counted from the item's own start
///     bool finished;                // it ended by itself
///     bool reached_target;          // or a score that nothing exceeds
template <class Record>
class WorkRounds {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  WorkRounds(unsigned threads, RunControl& control) : threads_(threads), control_(control) {}

  /// Does items `first` to `first + count - 1`. `work(item, most_iterations)` returns the record of
  /// one, or nothing if it did not begin; `merge(Record&&)` gets those that count.
  template <class Work, class Merge>
  void run(std::uint64_t first, std::uint64_t count, const Work& work, const Merge& merge) {
    const std::uint64_t limit = iterations_left();
    if (limit == 0) {
      control_.request_stop(StopReason::iterations);
      return;
    }
    std::vector<std::optional<Record>> records(count);
    const double began = control_.seconds();
    parallel_for(worthwhile_threads(round_seconds(count)), records.size(), control_,
                 [&](std::size_t i) { records[i] = work(first + i, limit); });
    item_seconds_ =
        (control_.seconds() - began) / static_cast<double>(std::max<std::uint64_t>(1, count));
    for (std::uint64_t i = 0; i < count && !done_; ++i) {
      const std::uint64_t left = iterations_left();
      const bool over_limit = records[i] && records[i]->iterations() > left;
      if (over_limit) records[i] = work(first + i, left);
      if (!records[i]) {
        if (left == 0) control_.request_stop(StopReason::iterations);
        return;
      }
      append_better(trace_, records[i]->trace(), iterations_);
      iterations_ += records[i]->iterations();
      ++items_;
      if (records[i]->reached_target) {
        done_ = true;
        stop_at_target(trace_.back().score);
      } else if (over_limit || (iterations_left() == 0 && !records[i]->finished)) {
        control_.request_stop(StopReason::iterations);
      }
      merge(std::move(*records[i]));
      if (over_limit) return;
    }
  }

  /// Does `count` items (none: without end), from the first that is not yet merged, until a stop
  /// rule fires. `begin_round()` returns how many items the next round has at most, 0 for the end;
  /// `end_round()` follows each. `work` and `merge` are as above.
  template <class BeginRound, class Work, class Merge, class EndRound>
  void run_all(std::optional<std::uint64_t> count, const BeginRound& begin_round, const Work& work,
               const Merge& merge, const EndRound& end_round) {
    while (!stopped() && items_ < count.value_or(kNoLimit)) {
      const std::uint64_t most = begin_round();
      if (most == 0) return;
      run(items_, std::min(most, count.value_or(kNoLimit) - items_), work, merge);
      end_round();
    }
  }

  /// Starting threads takes some 0.1 ms, as long as whole items on small data.
  unsigned worthwhile_threads(double seconds_of_work) const {
    return seconds_of_work > 1e-3 ? threads_ : 1;
  }

  /// Ends the run if the score is at or above the target.
  void stop_at_target(double score) {
    if (control_.reaches_target(score)) control_.request_stop(StopReason::target);
  }

  /// An improvement that was found before the first item.
  void begin_trace(double score) { trace_.push_back({control_.total_seconds(), 0, score}); }

  /// Whether a state is to be saved now; only between rounds.
  bool is_checkpoint_due() const { return !done_ && control_.is_checkpoint_due(); }
  bool is_resumed() const { return !control_.resumed_state().empty(); }

  void put(StateWriter& state) const {
    state.put(items_);
    state.put(iterations_);
    state.put_trace(trace_);
  }
  void get(StateReader& state) {
    items_ = state.get<std::uint64_t>();
    iterations_ = state.get<std::uint64_t>();
    trace_ = state.get_trace();
  }

  bool stopped() const { return done_ || control_.stopped(); }
  std::uint64_t items() const { return items_; }  ///< merged so far
  std::uint64_t iterations() const { return iterations_; }
  const Trace& trace() const { return trace_; }
  unsigned threads() const { return threads_; }
  /// Wall time of this many items, if they take as long as those of the last round.
  double round_seconds(std::uint64_t count) const {
    return item_seconds_ * static_cast<double>(count);
  }

 private:
  std::uint64_t iterations_left() const {
    const auto limit = control_.rules().iterations;
    return limit ? *limit - std::min(*limit, iterations_) : kNoLimit;
  }

  unsigned threads_;
  RunControl& control_;
  double item_seconds_ = 0.0;  ///< wall time of an item in the last round
  std::uint64_t items_ = 0;
  std::uint64_t iterations_ = 0;
  Trace trace_;
  bool done_ = false;  ///< the target, or a score that nothing exceeds
};

}  // namespace dagwright
