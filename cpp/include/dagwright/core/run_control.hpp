#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "dagwright/core/clock.hpp"

namespace dagwright {

enum class StopReason : int { completed, time, memory, iterations, target, interrupted };

/// When to stop, besides being done.
struct StopRules {
  std::optional<double> seconds;
  std::optional<std::uint64_t> iterations;
  std::optional<double> target;
  /// Test hook: stop as if interrupted at the k-th check (1 is the first), at whatever depth.
  std::optional<std::uint64_t> stop_at_check;
};

/// How the networks and bounds of a nested run count for the run around it.
///
/// A run on some of the variables finds scores that lack the others' share, and proves nothing
/// about networks that were ruled out before it began.
struct Share {
  double best_of_others = 0.0;   ///< added to the scores that the nested run finds
  double bound_of_others = 0.0;  ///< added to the bounds that it proves
  /// No bound of the run around it is lower than this: what was ruled out scores at most so high.
  double ruled_out = -std::numeric_limits<double>::infinity();
};

/// What a nested run passes to the run around it.
struct Reports {
  std::optional<Share> networks = Share{};  ///< best scores and bounds; nullopt: they stay inside
  bool iterations = true;
};

/// Where a run leaves what another run could continue from, and what an earlier one left.
struct Checkpoints {
  /// Keeps a state, after this many iterations and seconds of all runs; returns true to stop.
  using Save =
      std::function<bool(const std::string& state, std::uint64_t iterations, double seconds)>;

  Save save;
  double every_seconds = 0.0;    ///< at least, between two states
  std::string resumed;           ///< the state to continue from; empty: begin at the beginning
  double resumed_seconds = 0.0;  ///< that the runs before this one took
};

/// The one way in which a run ends early and in which the outside looks at it.
///
/// Every search asks should_stop() at its natural pauses, from whatever thread it works on. The
/// first rule that fires is the reason, and every thread then leaves through its ordinary exit
/// with the best it has.
///
/// Runs form a tree: a run inside another one has rules of its own, and ends when the one around
/// it has to. So whatever stops the root (a signal, a callback, the clock, the test hook) stops
/// every run at every depth, and what a nested run finds is seen at the root. The observer belongs
/// to the root; it is called on the thread that made the root only, at most every 50 ms: it is
/// where Python looks at signals and calls callbacks.
class RunControl {
 public:
  /// Returns true to stop the run (an interrupt or a callback's wish).
  using Observer = std::function<bool()>;

  explicit RunControl(StopRules rules, Observer observer = {},
                      std::shared_ptr<Clock> clock = std::make_shared<SteadyClock>());
  /// A run inside `parent`, which has to outlive it.
  RunControl(RunControl& parent, StopRules rules, Reports reports = {});
  RunControl(const RunControl&) = delete;
  RunControl& operator=(const RunControl&) = delete;

  /// True once the run has to end. Cheap enough for every move: atomic loads, one look at a clock.
  bool should_stop();

  /// For a controlling thread that waits while others work: clock and observer only.
  void observe();
  /// Calls the observer now, whenever it was last called.
  void observe_now();

  void request_stop(StopReason reason);
  /// Before any work: whatever took time until now, at least so much is left.
  void leave_at_least(double seconds_from_now);
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  StopReason reason() const { return reason_.load(); }
  const StopRules& rules() const { return rules_; }
  /// Whether a score is as good as the user wants.
  bool reaches_target(double score) const { return rules_.target && score >= *rules_.target; }
  double seconds() const { return clock_->now() - began_; }
  /// Since the root began.
  double elapsed() const { return root().seconds(); }
  /// Together with the runs that this one continues.
  double total_seconds() const { return checkpoints_.resumed_seconds + seconds(); }
  /// Until this run or one around it has to end; nullopt if none has a limit.
  std::optional<double> seconds_left() const;
  /// How often the whole tree was asked whether to stop.
  std::uint64_t checks() const { return root().checks_.load(); }
  /// How often it was asked again after it had said yes; a search that stops asks a few times at
  /// most.
  std::uint64_t late_checks() const { return root().late_checks_.load(); }

  /// Feeds observers; never influences the search.
  void report_best(double score);
  void report_bound(double bound);
  void report_iterations(std::uint64_t more);
  void report_work(std::uint64_t done, std::uint64_t total);

  std::uint64_t iterations() const { return iterations_.load(); }
  double best_score() const { return best_score_.load(); }
  double bound() const { return bound_.load(); }
  /// When the bound was proved, in seconds since the root began.
  double bound_seconds() const { return bound_seconds_.load(); }
  std::uint64_t work_done() const { return work_done_.load(); }
  /// Of how many work items; 0 if only a stop rule ends the run.
  std::uint64_t work_total() const { return work_total_.load(); }

  /// To be called before the run begins, if at all.
  void keep_checkpoints(Checkpoints checkpoints) { checkpoints_ = std::move(checkpoints); }
  /// Whether the last state is old enough to be replaced. A search asks where all its work items
  /// are finished and, as after a stop they are not, saves its state only if this is true.
  bool is_checkpoint_due() const;
  void save_checkpoint(const std::string& state, std::uint64_t iterations);
  const std::string& resumed_state() const { return checkpoints_.resumed; }

 private:
  const RunControl& root() const { return parent_ == nullptr ? *this : parent_->root(); }
  bool ask(double& now);
  bool ask_around(double& now);
  void look_at_clock(double now);
  void look(double now);
  void follow_parent();

  RunControl* parent_ = nullptr;
  StopRules rules_;
  Reports reports_;
  Observer observer_;
  std::shared_ptr<Clock> clock_;
  double began_;
  Checkpoints checkpoints_;
  double last_saved_ = 0.0;
  std::thread::id controlling_thread_ = std::this_thread::get_id();
  double last_observed_ = 0.0;
  std::atomic<bool> stopped_{false};
  std::atomic<StopReason> reason_{StopReason::completed};
  std::atomic<std::uint64_t> checks_{0};
  mutable std::atomic<std::uint64_t> late_checks_{0};
  std::atomic<std::uint64_t> iterations_{0};
  std::atomic<std::uint64_t> work_done_{0};
  std::atomic<std::uint64_t> work_total_{0};
  std::atomic<double> best_score_{-std::numeric_limits<double>::infinity()};
  std::atomic<double> bound_{std::numeric_limits<double>::infinity()};
  std::atomic<double> bound_seconds_{0.0};
};

/// Stops every tree of runs in this process, as a signal handler does: Ctrl-C reaches a run
/// whatever it is doing, and none of them loses what it has found.
void interrupt_all_runs();
/// The same, and no new run gets further than its first check either: the process is ending.
void interrupt_all_runs_for_good();
/// Lets new runs begin, unless the process is ending.
void clear_interrupt();
bool is_interrupted();

}  // namespace dagwright
