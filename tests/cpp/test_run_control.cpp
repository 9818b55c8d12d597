#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
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
  RunControl control({}, [](const Progress& progress) { return progress.iterations > 0; });
  parallel_for(2, 2, control, [&](std::size_t) {
    while (!control.should_stop()) control.report_iterations(1);
  });
  CHECK(control.reason() == StopReason::interrupted);
}

void a_checkpoint_is_due_when_it_is_old_enough_and_nothing_has_stopped() {
  RunControl without({});
  CHECK(!without.is_checkpoint_due());
  std::string kept;
  const auto save = [&](const std::string& state, std::uint64_t) {
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

}  // namespace

int main() {
  the_first_reason_stays();
  a_forced_stop_comes_at_its_check();
  no_time_is_a_limit_too();
  every_item_is_done_once();
  an_exception_comes_through();
  an_observer_ends_parallel_work();
  a_checkpoint_is_due_when_it_is_old_enough_and_nothing_has_stopped();
}
