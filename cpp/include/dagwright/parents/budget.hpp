#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/parents/selection.hpp"

namespace dagwright::parents {

/// Watches the limits of one variable's enumeration.
class Budget {
 public:
  Budget(const SelectionLimits& limits, RunControl& control)
      : limits_(limits), control_(control), began_(control.seconds()) {}

  /// How many of `wanted` evaluations are still allowed; they count as made.
  std::size_t take(std::size_t wanted) {
    DAGWRIGHT_ASSERT(!limits_.evaluations || used_ <= *limits_.evaluations);
    const std::uint64_t left = limits_.evaluations ? *limits_.evaluations - used_
                                                   : std::numeric_limits<std::uint64_t>::max();
    const auto granted = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, left));
    used_ += granted;
    control_.report_iterations(granted);
    if (granted < wanted) end_ = EnumerationEnd::evaluations;
    return granted;
  }

  /// Whether to stop; looks at the clock now and then. `bytes` is what the enumeration holds.
  bool exhausted(std::size_t bytes) {
    if (end_ != EnumerationEnd::complete) return true;
    if (bytes > limits_.bytes) {
      end_ = EnumerationEnd::memory;
    } else if (++calls_ % 8 == 0 || calls_ == 1) {
      look_at_clock();
    }
    return end_ != EnumerationEnd::complete;
  }

  /// Whether to stop, in the middle of a long batch: looks at the clock at once.
  bool ended_by_clock() {
    if (end_ == EnumerationEnd::complete) look_at_clock();
    return end_ != EnumerationEnd::complete;
  }

  /// The same now and then, after this many cheap steps.
  bool ended_after(std::size_t steps) {
    steps_ += steps;
    if (steps_ < kStepsAtOnce) return false;
    steps_ = 0;
    return ended_by_clock();
  }

  std::uint64_t used() const { return used_; }
  EnumerationEnd end() const { return end_; }

 private:
  static constexpr std::size_t kStepsAtOnce = std::size_t{1} << 18;

  void look_at_clock() {
    if (control_.should_stop()) {
      end_ = control_.reason() == StopReason::time ? EnumerationEnd::time
                                                   : EnumerationEnd::interrupted;
    } else if (limits_.seconds && control_.seconds() - began_ >= *limits_.seconds) {
      end_ = EnumerationEnd::time;
    }
  }

  const SelectionLimits& limits_;
  RunControl& control_;
  double began_;
  std::uint64_t used_ = 0;
  std::uint64_t calls_ = 0;
  std::size_t steps_ = 0;
  EnumerationEnd end_ = EnumerationEnd::complete;
};

}  // namespace dagwright::parents
