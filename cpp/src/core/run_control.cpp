#include "dagwright/core/run_control.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dagwright {
namespace {

constexpr double kObserveEverySeconds = 0.05;

std::atomic<bool> interrupted{false};
std::atomic<bool> interrupted_for_good{false};

/// The sum, never rounded down.
double add_up(double a, double b) {
  const double sum = a + b;
  return b == 0.0 ? sum : std::nextafter(sum, std::numeric_limits<double>::infinity());
}

}  // namespace

void interrupt_all_runs() {
  interrupted.store(true, std::memory_order_relaxed);
}

void interrupt_all_runs_for_good() {
  interrupted_for_good.store(true, std::memory_order_relaxed);
}

void clear_interrupt() {
  interrupted.store(false, std::memory_order_relaxed);
}

bool is_interrupted() {
  return interrupted.load(std::memory_order_relaxed) ||
         interrupted_for_good.load(std::memory_order_relaxed);
}

RunControl::RunControl(StopRules rules, Observer observer, std::shared_ptr<Clock> clock)
    : rules_(std::move(rules)),
      observer_(std::move(observer)),
      clock_(std::move(clock)),
      began_(clock_->now()) {}

RunControl::RunControl(RunControl& parent, StopRules rules, Reports reports)
    : parent_(&parent),
      rules_(std::move(rules)),
      reports_(std::move(reports)),
      clock_(parent.clock_),
      began_(clock_->now()),
      controlling_thread_(parent.controlling_thread_) {
  follow_parent();
}

void RunControl::request_stop(StopReason reason) {
  bool expected = false;
  if (stopped_.compare_exchange_strong(expected, true)) reason_.store(reason);
  // A person means all of the work.
  if (reason == StopReason::interrupted && parent_ != nullptr) parent_->request_stop(reason);
}

void RunControl::leave_at_least(double seconds_from_now) {
  if (rules_.seconds) rules_.seconds = std::max(*rules_.seconds, seconds() + seconds_from_now);
}

void RunControl::follow_parent() {
  if (parent_ != nullptr && parent_->stopped()) request_stop(parent_->reason());
}

std::optional<double> RunControl::seconds_left() const {
  std::optional<double> left;
  if (parent_ != nullptr) left = parent_->seconds_left();
  if (!rules_.seconds) return left;
  const double mine = std::max(0.0, *rules_.seconds - seconds());
  return left ? std::min(*left, mine) : mine;
}

bool RunControl::should_stop() {
  if (root().stopped()) root().late_checks_.fetch_add(1, std::memory_order_relaxed);
  double now = 0.0;
  return ask(now);
}

/// Asks from the root down, with one look at the clock for all.
bool RunControl::ask(double& now) {
  if (stopped()) return true;
  if (parent_ == nullptr) return ask_around(now);
  if (parent_->ask(now)) {
    follow_parent();
    return true;
  }
  look_at_clock(now);
  return stopped();
}

/// Asks what is outside of all runs.
bool RunControl::ask_around(double& now) {
  clock_->tick();
  const std::uint64_t check = checks_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (rules_.stop_at_check && check >= *rules_.stop_at_check) {
    request_stop(StopReason::interrupted);
    return true;
  }
  now = clock_->now();
  if (std::this_thread::get_id() == controlling_thread_) {
    look(now);
  } else {
    look_at_clock(now);
  }
  return stopped();
}

void RunControl::look_at_clock(double now) {
  if (is_interrupted()) request_stop(StopReason::interrupted);
  if (rules_.seconds && now - began_ >= *rules_.seconds) request_stop(StopReason::time);
}

void RunControl::look(double now) {
  look_at_clock(now);
  const double passed = now - began_;
  if (!observer_ || passed - last_observed_ < kObserveEverySeconds) return;
  last_observed_ = passed;
  if (observer_()) request_stop(StopReason::interrupted);
}

void RunControl::observe() {
  if (parent_ != nullptr) {
    parent_->observe();
    follow_parent();
  }
  const double now = clock_->now();
  if (parent_ == nullptr) {
    look(now);
  } else {
    look_at_clock(now);
  }
}

void RunControl::observe_now() {
  if (parent_ != nullptr) {
    parent_->observe_now();
    follow_parent();
    return;
  }
  last_observed_ = -kObserveEverySeconds;
  look(clock_->now());
}

void RunControl::report_best(double score) {
  double known = best_score_.load();
  while (score > known && !best_score_.compare_exchange_weak(known, score)) {
  }
  if (parent_ == nullptr || !reports_.networks) return;
  parent_->report_best(score + reports_.networks->best_of_others);
}

void RunControl::report_bound(double bound) {
  double known = bound_.load();
  while (bound < known) {
    if (!bound_.compare_exchange_weak(known, bound)) continue;
    bound_seconds_.store(elapsed());
    break;
  }
  if (parent_ == nullptr || !reports_.networks) return;
  const Share& share = *reports_.networks;
  parent_->report_bound(std::max(share.ruled_out, add_up(bound, share.bound_of_others)));
}

void RunControl::report_iterations(std::uint64_t more) {
  iterations_.fetch_add(more, std::memory_order_relaxed);
  if (parent_ != nullptr && reports_.iterations) parent_->report_iterations(more);
}

void RunControl::report_work(std::uint64_t done, std::uint64_t total) {
  work_done_.store(done);
  work_total_.store(total);
}

bool RunControl::is_checkpoint_due() const {
  return checkpoints_.save && !stopped() && seconds() - last_saved_ >= checkpoints_.every_seconds;
}

void RunControl::save_checkpoint(const std::string& state, std::uint64_t iterations) {
  if (checkpoints_.save(state, iterations, total_seconds())) request_stop(StopReason::interrupted);
  last_saved_ = seconds();
}

}  // namespace dagwright
