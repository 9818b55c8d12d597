#include "dagwright/core/run_control.hpp"

#include <utility>

namespace dagwright {
namespace {

constexpr double kObserveEverySeconds = 0.05;

}  // namespace

RunControl::RunControl(StopRules rules, Observer observer)
    : rules_(std::move(rules)), observer_(std::move(observer)) {}

double RunControl::seconds() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

void RunControl::request_stop(StopReason reason) {
  bool expected = false;
  if (stopped_.compare_exchange_strong(expected, true)) reason_.store(reason);
}

bool RunControl::should_stop() {
  if (stopped()) return true;
  const std::uint64_t check = checks_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (rules_.stop_at_check && check >= *rules_.stop_at_check) {
    request_stop(StopReason::interrupted);
    return true;
  }
  if (std::this_thread::get_id() == controlling_thread_) {
    observe();
  } else {
    look_at_clock(seconds());
  }
  return stopped();
}

void RunControl::look_at_clock(double now) {
  if (rules_.seconds && now >= *rules_.seconds) request_stop(StopReason::time);
}

void RunControl::observe() {
  const double now = seconds();
  look_at_clock(now);
  if (!observer_ || now - last_observed_ < kObserveEverySeconds) return;
  last_observed_ = now;
  const Progress progress{
      now,          iterations_.load(), best_score_.load(), work_done_.load(), work_total_.load(),
      bound_.load()};
  if (observer_(progress)) request_stop(StopReason::interrupted);
}

void RunControl::report_best(double score) {
  double known = best_score_.load();
  while (score > known && !best_score_.compare_exchange_weak(known, score)) {
  }
}

void RunControl::report_bound(double bound) {
  double known = bound_.load();
  while (bound < known && !bound_.compare_exchange_weak(known, bound)) {
  }
}

void RunControl::report_work(std::uint64_t done, std::uint64_t total) {
  work_done_.store(done);
  work_total_.store(total);
}

bool RunControl::is_checkpoint_due() const {
  return checkpoints_.save && !stopped() && seconds() - last_saved_ >= checkpoints_.every_seconds;
}

void RunControl::save_checkpoint(const std::string& state, std::uint64_t iterations) {
  if (checkpoints_.save(state, iterations)) request_stop(StopReason::interrupted);
  last_saved_ = seconds();
}

}  // namespace dagwright
