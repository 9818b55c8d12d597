#include "dagwright/data/kmeans.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"

using namespace dagwright;

namespace {

double run_cost(const std::vector<double>& values, const std::vector<double>& weights,
                std::size_t begin, std::size_t end) {
  double sum = 0, weight = 0, cost = 0;
  for (std::size_t i = begin; i < end; ++i) {
    sum += values[i] * weights[i];
    weight += weights[i];
  }
  for (std::size_t i = begin; i < end; ++i)
    cost += weights[i] * std::pow(values[i] - sum / weight, 2);
  return cost;
}

double least_cost(const std::vector<double>& values, const std::vector<double>& weights,
                  std::size_t end, std::size_t runs) {
  if (runs == 1) return run_cost(values, weights, 0, end);
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t start = runs - 1; start < end; ++start) {
    best = std::min(
        best, least_cost(values, weights, start, runs - 1) + run_cost(values, weights, start, end));
  }
  return best;
}

void runs_are_as_good_as_the_best_of_all() {
  Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> values, weights;
    double value = 1000;
    const std::size_t n = 1 + rng.below(12);
    for (std::size_t i = 0; i < n; ++i) {
      value += 0.01 + static_cast<double>(rng.below(1000)) / 100;
      values.push_back(value);
      weights.push_back(1 + static_cast<double>(rng.below(4)));
    }
    for (std::size_t k = 1; k <= std::min<std::size_t>(n, 4); ++k) {
      std::vector<std::size_t> starts = data::optimal_runs(values, weights, k);
      CHECK(starts.size() == k && starts[0] == 0);
      starts.push_back(n);
      double cost = 0;
      for (std::size_t run = 0; run < k; ++run) {
        CHECK(starts[run] < starts[run + 1]);
        cost += run_cost(values, weights, starts[run], starts[run + 1]);
      }
      CHECK(std::abs(cost - least_cost(values, weights, n, k)) < 1e-6);
    }
  }
}

}  // namespace

int main() {
  runs_are_as_good_as_the_best_of_all();
}
