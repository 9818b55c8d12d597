#pragma once

#include <cstdint>
#include <utility>

#include "dagwright/core/run_control.hpp"
#include "dagwright/core/trace.hpp"

namespace dagwright {

/// The scores of better and better networks, as a search finds them: told to observers, and kept
/// with the time at which they were found. What the networks are is the search's own business.
class Improvements {
 public:
  /// `so_far`: of the search that this one continues.
  explicit Improvements(RunControl& control, Trace so_far = {})
      : control_(control), trace_(std::move(so_far)) {}

  /// A network better than all before, found after this many iterations.
  void add(double score, std::uint64_t iterations) {
    trace_.push_back({control_.total_seconds(), iterations, score});
    control_.report_best(score);
  }

  /// Whether the last one is as good as the user wants.
  bool reached_target() const {
    return !trace_.empty() && control_.reaches_target(trace_.back().score);
  }

  const Trace& trace() const { return trace_; }
  Trace take() { return std::move(trace_); }

 private:
  RunControl& control_;
  Trace trace_;
};

}  // namespace dagwright
