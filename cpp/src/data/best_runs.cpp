#include "dagwright/data/best_runs.hpp"

#include <algorithm>
#include <limits>

namespace dagwright::data {
namespace {

constexpr std::int64_t kNothing = std::numeric_limits<std::int64_t>::min();

/// The best division of each prefix into one number of runs.
struct CutLayer {
  std::vector<std::int64_t> best;
  std::vector<std::size_t> last_start;
};

CutLayer first_layer(const RunScores& scores) {
  const std::size_t cells = scores.cells();
  CutLayer layer{std::vector<std::int64_t>(cells + 1, kNothing),
                 std::vector<std::size_t>(cells + 1)};
  for (std::size_t end = 1; end <= cells; ++end) layer.best[end] = scores(0, end);
  return layer;
}

/// `runs` is the number of runs of the layer to make, `before` that of one run less.
CutLayer next_layer(const RunScores& scores, const CutLayer& before, std::size_t runs) {
  const std::size_t cells = scores.cells();
  CutLayer layer{std::vector<std::int64_t>(cells + 1, kNothing),
                 std::vector<std::size_t>(cells + 1)};
  for (std::size_t start = runs - 1; start < cells; ++start) {
    for (std::size_t end = start + 1; end <= cells; ++end) {
      const std::int64_t total = before.best[start] + scores(start, end);
      if (total > layer.best[end]) {
        layer.best[end] = total;
        layer.last_start[end] = start;
      }
    }
  }
  return layer;
}

}  // namespace

std::vector<std::size_t> best_runs(const RunScores& scores, std::size_t fewest, std::size_t most) {
  const std::size_t cells = scores.cells();
  most = std::min(most, cells);
  fewest = std::min(fewest, most);
  std::vector<CutLayer> layers{first_layer(scores)};
  while (layers.size() < most) {
    layers.push_back(next_layer(scores, layers.back(), layers.size() + 1));
  }
  std::size_t chosen = fewest;
  for (std::size_t runs = fewest + 1; runs <= most; ++runs) {
    if (layers[runs - 1].best[cells] > layers[chosen - 1].best[cells]) chosen = runs;
  }
  std::vector<std::size_t> starts(chosen, 0);
  std::size_t end = cells;
  for (std::size_t run = chosen; run > 1; --run) {
    end = layers[run - 1].last_start[end];
    starts[run - 1] = end;
  }
  return starts;
}

std::int64_t add_up_runs(const RunScores& scores, std::span<const std::size_t> starts) {
  std::int64_t total = 0;
  for (std::size_t run = 0; run < starts.size(); ++run) {
    total += scores(starts[run], run + 1 < starts.size() ? starts[run + 1] : scores.cells());
  }
  return total;
}

}  // namespace dagwright::data
