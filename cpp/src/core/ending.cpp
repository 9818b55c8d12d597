#include "dagwright/core/ending.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#if !defined(_WIN32)
#include <pthread.h>
#endif

#include "dagwright/core/run_control.hpp"

namespace dagwright {
namespace {

// Atomic numbers only, without a lock: a child of fork() has them as they are, whatever the threads
// that it has not were doing.
std::atomic<int> runs{0};
thread_local int own_runs = 0;
std::atomic<std::thread::id> ending_thread{};

#if !defined(_WIN32)
/// A child of fork() has only the thread that forked.
[[maybe_unused]] const int registered =
    pthread_atfork(nullptr, nullptr, [] { runs.store(own_runs); });
#endif

}  // namespace

void begin_run() {
  ++own_runs;
  runs.fetch_add(1);
}

void end_run() {
  --own_runs;
  runs.fetch_sub(1);
}

bool end_all_runs(double seconds) {
  ending_thread.store(std::this_thread::get_id());
  interrupt_all_runs_for_good();
  const auto begin = std::chrono::steady_clock::now();
  const std::chrono::duration<double> patience(seconds);
  while (runs.load() > own_runs) {
    if (std::chrono::steady_clock::now() - begin >= patience) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

bool is_ending_elsewhere() {
  const std::thread::id ending = ending_thread.load();
  return ending != std::thread::id() && ending != std::this_thread::get_id();
}

}  // namespace dagwright
