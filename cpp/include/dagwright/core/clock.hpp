#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace dagwright {

/// Where the seconds of a tree of runs come from.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since some moment in the past; never fewer than before.
  virtual double now() const = 0;
  /// Told of every check of every run.
  virtual void tick() {}
};

/// Real time.
class SteadyClock final : public Clock {
 public:
  double now() const override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
};

/// For tests: each check takes the same time and nothing else takes any, so that a run under a
/// time limit ends at the same place on every machine.
class TickingClock final : public Clock {
 public:
  explicit TickingClock(double seconds_per_check) : seconds_per_check_(seconds_per_check) {}
  double now() const override {
    return static_cast<double>(ticks_.load(std::memory_order_relaxed)) * seconds_per_check_;
  }
  void tick() override { ticks_.fetch_add(1, std::memory_order_relaxed); }

 private:
  const double seconds_per_check_;
  std::atomic<std::uint64_t> ticks_{0};
};

}  // namespace dagwright
