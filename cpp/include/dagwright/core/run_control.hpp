#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <utility>

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

/// Where a run leaves what another run could go on from, and what an earlier one left.
struct Checkpoints {
  /// Keeps a state, after so many iterations of all runs; returns true to stop the run.
  using Save = std::function<bool(const std::string& state, std::uint64_t iterations)>;

  Save save;
  double every_seconds = 0.0;    ///< at least, between two states
  std::string resumed;           ///< the state to go on from; empty: begin at the beginning
  double resumed_seconds = 0.0;  ///< that the runs before this one took
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
  /// Together with the runs that this one goes on from.
  double total_seconds() const { return checkpoints_.resumed_seconds + seconds(); }
  std::uint64_t checks() const { return checks_.load(); }

  /// Feeds the observer; never influences the search.
  void report_best(double score);
  void report_bound(double bound);
  void report_iterations(std::uint64_t more) { iterations_.fetch_add(more); }
  void report_work(std::uint64_t done, std::uint64_t total);

  /// To be called before the run begins, if at all.
  void keep_checkpoints(Checkpoints checkpoints) { checkpoints_ = std::move(checkpoints); }
  /// Whether the last state is old enough to be replaced. A search asks where all its work items
  /// are finished and, as after a stop they are not, saves its state only if this is true.
  bool is_checkpoint_due() const;
  void save_checkpoint(const std::string& state, std::uint64_t iterations);
  const std::string& resumed_state() const { return checkpoints_.resumed; }

 private:
  using Clock = std::chrono::steady_clock;

  void look_at_clock(double now);

  StopRules rules_;
  Observer observer_;
  Checkpoints checkpoints_;
  double last_saved_ = 0.0;
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
