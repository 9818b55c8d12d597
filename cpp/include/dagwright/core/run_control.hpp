#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <thread>

namespace dagwright {

enum class StopReason : int { completed, time, memory, iterations, target, interrupted };

/// What an observer sees of a run that is under way.
struct Progress {
  double seconds = 0.0;
  std::uint64_t iterations = 0;
  double best_score = -std::numeric_limits<double>::infinity();
  std::uint64_t work_done = 0;   ///< work items finished (climbs, variables, layers)
  std::uint64_t work_total = 0;  ///< of how many; 0 when there is no end but a stop rule
  double bound = std::numeric_limits<double>::infinity();  ///< no network scores higher
};

/// When to stop, besides being done.
struct StopRules {
  std::optional<double> seconds;
  std::optional<std::uint64_t> iterations;
  std::optional<double> target;
  /// Test hook: stop as if interrupted at the k-th check (1 is the first).
  std::optional<std::uint64_t> stop_at_check;
};

/// The one way in which a run ends early and in which the outside looks at it.
///
/// Every search asks should_stop() at its natural pauses, from whatever thread it works on. The
/// first rule that fires is the reason, and every thread then leaves through its ordinary exit
/// with the best it has. The observer is called on the thread that made the RunControl only, at
/// most every 50 ms: it is where Python looks at signals and calls callbacks.
class RunControl {
 public:
  /// Returns true to stop the run (an interrupt or a callback's wish).
  using Observer = std::function<bool(const Progress&)>;

  explicit RunControl(StopRules rules, Observer observer = {});
  RunControl(const RunControl&) = delete;
  RunControl& operator=(const RunControl&) = delete;

  /// True once the run has to end. Cheap enough for every move: an atomic load, a clock.
  bool should_stop();

  /// For a controlling thread that waits while others work: clock and observer only.
  void observe();

  void request_stop(StopReason reason);
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  StopReason reason() const { return reason_.load(); }
  const StopRules& rules() const { return rules_; }
  double seconds() const;
  std::uint64_t checks() const { return checks_.load(); }

  /// Feeds the observer; never influences the search.
  void report_best(double score);
  void report_bound(double bound);
  void report_iterations(std::uint64_t more) { iterations_.fetch_add(more); }
  void report_work(std::uint64_t done, std::uint64_t total);

 private:
  using Clock = std::chrono::steady_clock;

  void look_at_clock(double now);

  StopRules rules_;
  Observer observer_;
  Clock::time_point started_ = Clock::now();
  std::thread::id controlling_thread_ = std::this_thread::get_id();
  double last_observed_ = 0.0;
  std::atomic<bool> stopped_{false};
  std::atomic<StopReason> reason_{StopReason::completed};
  std::atomic<std::uint64_t> checks_{0};
  std::atomic<std::uint64_t> iterations_{0};
  std::atomic<std::uint64_t> work_done_{0};
  std::atomic<std::uint64_t> work_total_{0};
  std::atomic<double> best_score_{-std::numeric_limits<double>::infinity()};
  std::atomic<double> bound_{std::numeric_limits<double>::infinity()};
};

}  // namespace dagwright
