#include "dagwright/data/kmeans.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace dagwright::data {
namespace {

/// Sum of squared distances of a run to its mean, from prefix sums of centred values.
class RunCost {
 public:
  RunCost(std::span<const double> values, std::span<const double> weights)
      : weight_(values.size() + 1), sum_(values.size() + 1), square_(values.size() + 1) {
    double total = 0;
    double mean = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      total += weights[i];
      mean += (values[i] - mean) * weights[i] / total;
    }
    // Centred, or the difference of large squares would lose the digits that matter.
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double value = values[i] - mean;
      weight_[i + 1] = weight_[i] + weights[i];
      sum_[i + 1] = sum_[i] + weights[i] * value;
      square_[i + 1] = square_[i] + weights[i] * value * value;
    }
  }

  double operator()(std::size_t begin, std::size_t end) const {
    if (end - begin == 1) return 0;
    const double sum = sum_[end] - sum_[begin];
    const double weight = weight_[end] - weight_[begin];
    return std::max(0.0, square_[end] - square_[begin] - sum * sum / weight);
  }

 private:
  std::vector<double> weight_, sum_, square_;
};

/// One layer: the best costs of prefixes of length low .. high in one run more than `previous`,
/// knowing that the last run starts between first and last.
struct Layer {
  const RunCost& cost;
  const std::vector<double>& previous;
  std::vector<double>& best;
  std::vector<std::uint32_t>& starts;

  void fill(std::size_t low, std::size_t high, std::size_t first, std::size_t last) {
    while (low <= high) {
      const std::size_t middle = low + (high - low) / 2;
      best[middle] = std::numeric_limits<double>::infinity();
      std::size_t found = first;
      for (std::size_t start = first; start <= std::min(last, middle - 1); ++start) {
        const double total = previous[start] + cost(start, middle);
        if (total < best[middle]) {
          best[middle] = total;
          found = start;
        }
      }
      starts[middle] = static_cast<std::uint32_t>(found);
      if (middle > low) fill(low, middle - 1, first, found);
      low = middle + 1;
      first = found;
    }
  }
};

}  // namespace

std::vector<std::size_t> optimal_runs(std::span<const double> values,
                                      std::span<const double> weights, std::size_t clusters) {
  const std::size_t n = values.size();
  const RunCost cost(values, weights);
  std::vector<double> previous(n + 1), best(n + 1);
  for (std::size_t end = 1; end <= n; ++end) previous[end] = cost(0, end);
  std::vector<std::vector<std::uint32_t>> starts;
  for (std::size_t runs = 2; runs <= clusters; ++runs) {
    starts.emplace_back(n + 1);
    Layer{cost, previous, best, starts.back()}.fill(runs, n, runs - 1, n - 1);
    previous.swap(best);
  }
  std::vector<std::size_t> result(clusters, 0);
  std::size_t end = n;
  for (std::size_t run = clusters; run > 1; --run) {
    end = starts[run - 2][end];
    result[run - 1] = end;
  }
  return result;
}

}  // namespace dagwright::data
