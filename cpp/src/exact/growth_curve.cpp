#include "dagwright/exact/growth_curve.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dagwright::exact {
namespace {

constexpr double kFewest = 1000;       // nodes that tell something
constexpr double kBetweenMarks = 1.1;  // times as many nodes
constexpr double kSpan = 2.5;          // of the stretch that is continued, likewise

/// The number of sets of that size: no layer has more nodes.
double choose(std::size_t n, std::size_t size) {
  double ways = 1.0;
  for (std::size_t i = 0; i < size; ++i) {
    ways *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return ways;
}

}  // namespace

void GrowthCurve::mark(Cost floor) {
  const double total = std::accumulate(by_depth_.begin(), by_depth_.end(), 0.0);
  if (total < kFewest) return;
  if (!marks_.empty()) {
    const Mark& last = marks_.back();
    if (total < kBetweenMarks * last.total || floor <= last.floor) return;
  }
  marks_.push_back({floor, total, by_depth_});
}

std::vector<double> GrowthCurve::forecast(Cost limit) const {
  if (marks_.empty()) return {};
  const Mark& last = marks_.back();
  const auto earlier = std::find_if(marks_.rbegin(), marks_.rend(), [&](const Mark& mark) {
    return mark.total * kSpan <= last.total;
  });
  if (earlier == marks_.rend()) return {};
  // So many stretches as the last one are still to come.
  const double ahead = limit <= last.floor ? 0.0
                                           : static_cast<double>(limit - last.floor) /
                                                 static_cast<double>(last.floor - earlier->floor);
  const double growth = last.total / earlier->total;
  const std::size_t n = by_depth_.size() - 1;
  std::vector<double> nodes(n + 1);
  for (std::size_t depth = 0; depth <= n; ++depth) {
    const auto now = static_cast<double>(last.by_depth[depth]);
    nodes[depth] = std::min(choose(n, depth), now * std::pow(growth, ahead));
  }
  return nodes;
}

}  // namespace dagwright::exact
