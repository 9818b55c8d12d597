#pragma once

#include <cstdint>
#include <vector>

namespace dagwright {

/// The best score was `score` after `iterations` and `seconds`.
struct TracePoint {
  double seconds;
  std::uint64_t iterations;
  double score;
};

using Trace = std::vector<TracePoint>;

/// Appends what is better than all so far from the trace of a part of the work, before which
/// `iterations` were made.
inline void append_better(Trace& trace, const Trace& part, std::uint64_t iterations) {
  for (TracePoint point : part) {
    if (!trace.empty() && point.score <= trace.back().score) continue;
    point.iterations += iterations;
    trace.push_back(point);
  }
}

}  // namespace dagwright
