#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "dagwright/core/clock.hpp"
#include "dagwright/core/faults.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/core/threads.hpp"

using namespace dagwright;

namespace {

void the_first_reason_stays() {
  RunControl control({});
  CHECK(!control.should_stop());
  control.request_stop(StopReason::target);
  control.request_stop(StopReason::time);
  CHECK(control.should_stop());
  CHECK(control.reason() == StopReason::target);
}

void a_forced_stop_comes_at_its_check() {
  StopRules rules;
  rules.stop_at_check = 3;
  RunControl control(rules);
  CHECK(!control.should_stop());
  CHECK(!control.should_stop());
  CHECK(control.should_stop());
  CHECK(control.reason() == StopReason::interrupted);
}

void no_time_is_a_limit_too() {
  StopRules rules;
  rules.seconds = 0.0;
  RunControl control(rules);
  CHECK(control.should_stop());
  CHECK(control.reason() == StopReason::time);
}

void what_came_before_leaves_the_least() {
  StopRules rules;
  rules.seconds = 5.0;
  const auto clock = std::make_shared<TickingClock>(4.0);
  RunControl control(rules, {}, clock);
  clock->tick();
  control.leave_at_least(0.5);
  CHECK(*control.seconds_left() == 1.0);
  clock->tick();
  CHECK(*control.seconds_left() == 0.0);
  control.leave_at_least(0.5);
  CHECK(*control.seconds_left() == 0.5);
  RunControl unlimited({});
  unlimited.leave_at_least(0.5);
  CHECK(!unlimited.seconds_left());
}

void every_item_is_done_once() {
  for (const unsigned threads : {1U, 4U}) {
    RunControl control({});
    std::vector<std::atomic<int>> done(1000);
    parallel_for(threads, done.size(), control, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) CHECK(times == 1);
  }
}

void an_exception_comes_through() {
  RunControl control({});
  bool caught = false;
  try {
    parallel_for(3, 100, control, [](std::size_t i) {
      if (i == 50) throw std::runtime_error("item 50");
    });
  } catch (const std::runtime_error&) {
    caught = true;
  }
  CHECK(caught);
}

/// An observer is asked while others work, and can end the work.
void an_observer_ends_parallel_work() {
  RunControl* seen = nullptr;
  RunControl control({}, [&] { return seen->iterations() > 0; });
  seen = &control;
  parallel_for(2, 2, control, [&](std::size_t) {
    while (!control.should_stop()) control.report_iterations(1);
  });
  CHECK(control.reason() == StopReason::interrupted);
}

void a_checkpoint_is_due_when_it_is_old_enough_and_nothing_has_stopped() {
  RunControl without({});
  CHECK(!without.is_checkpoint_due());
  std::string kept;
  const auto save = [&](const std::string& state, std::uint64_t, double) {
    kept = state;
    return state == "stop";
  };
  RunControl seldom({});
  seldom.keep_checkpoints({save, 3600.0, {}, 0.0});
  CHECK(!seldom.is_checkpoint_due());
  RunControl control({});
  control.keep_checkpoints({save, 0.0, "before", 60.0});
  CHECK(control.resumed_state() == "before");
  CHECK(control.total_seconds() >= 60.0);
  CHECK(control.is_checkpoint_due());
  control.save_checkpoint("now", 1);
  CHECK(kept == "now");
  CHECK(!control.stopped());
  control.save_checkpoint("stop", 2);
  CHECK(control.reason() == StopReason::interrupted);
  CHECK(!control.is_checkpoint_due());
}

void a_nested_run_ends_with_the_one_around_it() {
  RunControl outer({});
  RunControl middle(outer, {});
  RunControl inner(middle, {});
  CHECK(!inner.should_stop());
  outer.request_stop(StopReason::time);
  CHECK(!inner.stopped());
  CHECK(inner.should_stop());
  CHECK(inner.reason() == StopReason::time);
  CHECK(middle.reason() == StopReason::time);
  RunControl late(outer, {});
  CHECK(late.stopped());
}

void a_nested_run_may_end_alone_unless_a_person_ends_it() {
  RunControl outer({});
  RunControl first(outer, {});
  first.request_stop(StopReason::memory);
  CHECK(!outer.should_stop());
  RunControl second(outer, {});
  second.request_stop(StopReason::interrupted);
  CHECK(outer.reason() == StopReason::interrupted);
}

void a_forced_stop_counts_checks_at_every_depth() {
  StopRules rules;
  rules.stop_at_check = 3;
  RunControl outer(rules);
  RunControl inner(outer, {});
  CHECK(!outer.should_stop());
  CHECK(!inner.should_stop());
  CHECK(inner.should_stop());
  CHECK(outer.reason() == StopReason::interrupted);
  CHECK(outer.checks() == 3);
}

void time_passes_with_checks_where_the_clock_ticks() {
  StopRules rules;
  rules.seconds = 1.0;
  RunControl outer(rules, {}, std::make_shared<TickingClock>(0.25));
  RunControl inner(outer, {0.5, {}, {}, {}});
  CHECK(*inner.seconds_left() == 0.5);
  CHECK(!inner.should_stop());
  CHECK(inner.should_stop());
  CHECK(inner.reason() == StopReason::time);
  CHECK(!outer.stopped());
  CHECK(*outer.seconds_left() == 0.5);
  RunControl patient(outer, {9.0, {}, {}, {}});
  CHECK(*patient.seconds_left() == 0.5);
}

void what_a_nested_run_finds_counts_with_the_share_of_others() {
  RunControl outer({});
  Reports reports;
  reports.networks = Share{-10.0, -8.0, -15.0};
  RunControl inner(outer, {}, reports);
  inner.report_best(-7.0);
  CHECK(inner.best_score() == -7.0);
  CHECK(outer.best_score() == -17.0);
  inner.report_bound(-6.0);
  CHECK(outer.bound() >= -14.0 && outer.bound() < -13.999);
  inner.report_bound(-7.5);
  CHECK(inner.bound() == -7.5);
  CHECK(outer.bound() == -15.0);
  inner.report_iterations(3);
  CHECK(outer.iterations() == 3);
  Reports silent;
  silent.networks.reset();
  silent.iterations = false;
  RunControl hidden(outer, {}, silent);
  hidden.report_best(0.0);
  hidden.report_bound(-99.0);
  hidden.report_iterations(5);
  CHECK(outer.best_score() == -17.0);
  CHECK(outer.bound() == -15.0);
  CHECK(outer.iterations() == 3);
}

void an_interrupt_stops_every_run_at_every_depth() {
  RunControl outer({});
  RunControl inner(outer, {});
  CHECK(!inner.should_stop());
  interrupt_all_runs();
  CHECK(inner.should_stop());
  CHECK(outer.reason() == StopReason::interrupted);
  // Work that nothing stops is done all the same.
  std::atomic<int> done{0};
  parallel_for_all(2, 100, [&](std::size_t) { ++done; });
  CHECK(done == 100);
  clear_interrupt();
  RunControl next({});
  CHECK(!next.should_stop());
}

}  // namespace

#if defined(DAGWRIGHT_CHECKED)

/// The work of `threads` threads of which the system starts `started`.
void check_refused(unsigned threads, unsigned started) {
  RunControl control({});
  std::vector<std::atomic<int>> done(300);
  std::atomic<int> elsewhere{0};
  const std::thread::id caller = std::this_thread::get_id();
  fail_at(Fault::thread_start, started + 1);
  parallel_for(threads, done.size(), control, [&](std::size_t i) {
    if (std::this_thread::get_id() != caller) ++elsewhere;
    ++done[i];
  });
  CHECK(faults_seen(Fault::thread_start) == started + 1);
  for (const auto& times : done) CHECK(times == 1);
  CHECK(elsewhere == (started == 0 ? 0 : 300));
}

void threads_that_started_do_all_of_the_work() {
  for (const unsigned started : {0U, 1U, 3U}) check_refused(4, started);
  fail_at(Fault::thread_start, 0);
}

void an_exception_comes_through_when_threads_are_refused() {
  for (const std::uint64_t refused : {1U, 2U}) {
    RunControl control({});
    fail_at(Fault::thread_start, refused);
    bool caught = false;
    try {
      parallel_for(3, 100, control, [](std::size_t i) {
        if (i == 50) throw std::runtime_error("item 50");
      });
    } catch (const std::runtime_error&) {
      caught = true;
    }
    CHECK(caught);
  }
  fail_at(Fault::thread_start, 0);
}

void work_without_threads_is_observed_and_stops() {
  int looks = 0, items = 0;
  RunControl control({}, [&] { return ++looks == 2; }, std::make_shared<TickingClock>(0.1));
  fail_at(Fault::thread_start, 1);
  parallel_for(4, 100, control, [&](std::size_t) {
    ++items;
    control.should_stop();  // lets time pass
  });
  fail_at(Fault::thread_start, 0);
  CHECK(looks == 2);
  CHECK(items < 100);
  CHECK(control.reason() == StopReason::interrupted);
}

void an_observer_that_throws_ends_work_without_threads() {
  RunControl control(
      {}, []() -> bool { throw std::runtime_error("observer"); },
      std::make_shared<TickingClock>(0.1));
  fail_at(Fault::thread_start, 1);
  bool caught = false;
  try {
    parallel_for(4, 100, control, [&](std::size_t) { control.should_stop(); });
  } catch (const std::runtime_error&) {
    caught = true;
  }
  fail_at(Fault::thread_start, 0);
  CHECK(caught);
}

#endif

int main() {
  the_first_reason_stays();
  a_forced_stop_comes_at_its_check();
  no_time_is_a_limit_too();
  what_came_before_leaves_the_least();
  every_item_is_done_once();
  an_exception_comes_through();
  an_observer_ends_parallel_work();
  a_checkpoint_is_due_when_it_is_old_enough_and_nothing_has_stopped();
  a_nested_run_ends_with_the_one_around_it();
  a_nested_run_may_end_alone_unless_a_person_ends_it();
  a_forced_stop_counts_checks_at_every_depth();
  time_passes_with_checks_where_the_clock_ticks();
  what_a_nested_run_finds_counts_with_the_share_of_others();
  an_interrupt_stops_every_run_at_every_depth();
#if defined(DAGWRIGHT_CHECKED)
  threads_that_started_do_all_of_the_work();
  an_exception_comes_through_when_threads_are_refused();
  work_without_threads_is_observed_and_stops();
  an_observer_that_throws_ends_work_without_threads();
#endif
}
