#include "dagwright/core/threads.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "dagwright/core/faults.hpp"
#include "dagwright/core/run_control.hpp"

namespace dagwright {
namespace {

/// What the workers of one parallel_for share.
class Crew {
 public:
  /// Without a control nothing stops the work.
  Crew(std::size_t count, RunControl* control, const std::function<void(std::size_t)>& work)
      : count_(count), control_(control), work_(work) {}

  /// Works on as many of these threads as the system starts, on the calling one if it starts none.
  void run(unsigned threads) {
    {
      Workers workers;
      start(workers, threads);
      if (workers.threads.empty()) {
        work_alone();
      } else {
        watch();
      }
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  /// Threads that are waited for, whatever happens: one that is not would end the process.
  struct Workers {
    std::vector<std::thread> threads;

    Workers() = default;
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() {
      for (std::thread& thread : threads) thread.join();
    }
  };

  void start(Workers& workers, unsigned threads) {
    for (unsigned t = 0; t < threads; ++t) {
      count_active(1);
      try {
        start_one(workers);
      } catch (const std::exception&) {
        // Too many threads or too little memory. More would be refused as well, and what has
        // started does all of the work.
        count_active(-1);
        return;
      }
    }
  }

  void start_one(Workers& workers) {
    if (fault_strikes(Fault::thread_start)) {
      throw std::system_error(errno, std::generic_category());
    }
    workers.threads.emplace_back([this] { take_items(); });
  }

  void count_active(int change) {
    const std::lock_guard lock(mutex_);
    active_ += change;
  }

  /// As the threads would, with a look between two items as `watch` has one every 50 ms.
  void work_alone() {
    for (std::size_t item = 0; item < count_; ++item) {
      look();
      if (failed_ || (control_ != nullptr && control_->stopped())) return;
      work_(item);
    }
  }

  void take_items() {
    const InCore inside;
    try {
      for (std::size_t item = next_++; item < count_; item = next_++) {
        if (failed_ || (control_ != nullptr && control_->stopped())) break;
        work_(item);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
    }
    const std::lock_guard lock(mutex_);
    --active_;
    finished_.notify_one();
  }

  void watch() {
    look();  // a search of many short loops would otherwise never be looked at
    std::unique_lock lock(mutex_);
    while (
        !finished_.wait_for(lock, std::chrono::milliseconds(50), [this] { return active_ == 0; })) {
      lock.unlock();
      look();
      lock.lock();
    }
  }

  void look() {
    if (control_ == nullptr) return;
    try {
      control_->observe();
    } catch (...) {
      // An observer that throws must not leave threads behind.
      const std::lock_guard guard(mutex_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
      control_->request_stop(StopReason::interrupted);
    }
  }

  const std::size_t count_;
  RunControl* const control_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::condition_variable finished_;
  int active_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void parallel_for(unsigned threads, std::size_t count, RunControl& control,
                  const std::function<void(std::size_t)>& work) {
  const std::size_t useful = std::min<std::size_t>(threads, count);
  if (useful <= 1) {
    for (std::size_t item = 0; item < count && !control.stopped(); ++item) work(item);
    return;
  }
  Crew(count, &control, work).run(static_cast<unsigned>(useful));
}

void parallel_for_all(unsigned threads, std::size_t count,
                      const std::function<void(std::size_t)>& work) {
  const std::size_t useful = std::min<std::size_t>(threads, count);
  if (useful <= 1) {
    for (std::size_t item = 0; item < count; ++item) work(item);
    return;
  }
  Crew(count, nullptr, work).run(static_cast<unsigned>(useful));
}

}  // namespace dagwright
