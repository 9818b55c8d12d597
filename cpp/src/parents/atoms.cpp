#include "dagwright/parents/atoms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "dagwright/core/portable_math.hpp"
#include "dagwright/data/merge_rows.hpp"

namespace dagwright {
namespace {

/// psi(x + n) - psi(x), by recurrence for small n and the asymptotic series beyond.
double digamma_difference(double x, double n) {
  constexpr double kSmall = 64.0;
  if (n <= kSmall) {
    double sum = 0.0;
    for (double i = 0.0; i < n; i += 1.0) sum += 1.0 / (x + i);
    return sum;
  }
  double shift = 0.0;  // psi(y) = psi(y + 20) - sum of 1 / (y + i)
  double low = x;
  for (int i = 0; i < 20; ++i) {
    shift += 1.0 / low;
    low += 1.0;
  }
  const auto series = [](double y) {
    const double square = 1.0 / (y * y);
    return portable_log(y) - 0.5 / y - square * (1.0 / 12 - square * (1.0 / 120 - square / 252));
  };
  return series(x + n) - series(low) + shift;
}

/// ln of the marginal likelihood of the counts with pseudo-count a, split over r states.
double log_marginal(const std::vector<double>& counts, double n, double a, double r) {
  double sum = portable_log_gamma(a) - portable_log_gamma(n + a);
  for (const double x : counts) sum += portable_log_gamma(x + a / r) - portable_log_gamma(a / r);
  return sum;
}

bool rises_at(const std::vector<double>& counts, double n, double a, double r) {
  double slope = -digamma_difference(a, n);
  for (const double x : counts) slope += digamma_difference(a / r, x) / r;
  return slope >= 0.0;
}

}  // namespace

Atoms::Atoms(const Table& table, Variable child, double equivalent_sample_size)
    : table_(table), arity_(table.arity(child)), equivalent_sample_size_(equivalent_sample_size) {
  std::vector<Column> others;
  for (std::size_t v = 0; v < table.n_variables(); ++v) {
    if (v != child) others.push_back(table.column(static_cast<Variable>(v)));
  }
  const RowGroups groups = group_rows(others, table.stored_rows());
  std::vector<std::vector<double>> by_state(groups.representatives.size(),
                                            std::vector<double>(arity_, 0.0));
  for (std::size_t row = 0; row < table.stored_rows(); ++row) {
    const double weight = table.weights() == nullptr ? 1.0 : table.weights()[row];
    by_state[groups.group_of_row[row]][table.column(child).at(row)] += weight;
  }
  rows_ = groups.representatives;
  for (std::vector<double>& counts : by_state) {
    std::erase(counts, 0.0);
    const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
    double likelihood = 0.0;
    for (const double x : counts) likelihood += x * portable_log(x / n);
    likelihoods_.push_back(likelihood);
    total_likelihood_ += likelihood;
    counts_.push_back(std::move(counts));
  }
}

const Atoms::Bounds& Atoms::bounds_at(double configurations) {
  const auto found = bounds_.find(configurations);
  if (found != bounds_.end()) return found->second;
  Bounds& bounds = bounds_[configurations];
  const double a = equivalent_sample_size_ / configurations;
  const double r = arity_;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const std::vector<double>& counts = counts_[i];
    const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
    double g = portable_log(2 * *std::min_element(counts.begin(), counts.end()) / a + 1);
    for (const double x : counts) g -= portable_log(2 * x / a + 1);
    double upper =
        std::min(likelihoods_[i], g - static_cast<double>(counts.size()) * portable_log(r));
    if (counts.size() >= 2 && a <= 1.0 && rises_at(counts, n, a, r)) {
      upper = std::min(upper, log_marginal(counts, n, a / 2, r));
    }
    bounds.g.push_back(g);
    bounds.excess.push_back(std::min(0.0, upper - likelihoods_[i]));
  }
  return bounds;
}

double Atoms::superset_bound(std::span<const Variable> parents, double configurations,
                             std::int64_t occupied_cells) {
  const Bounds& bounds = bounds_at(configurations);
  const std::size_t n = rows_.size();
  codes_.assign(n, 0);
  for (const Variable parent : parents) {
    const Column& column = table_.column(parent);
    // Mixed to 64 bits where the product of arities does not fit: two configurations that share a
    // code by accident (probability 2^-64 a pair) would be merged.
    const bool exact = configurations < 9e18;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t code = codes_[i] * column.arity + column.at(rows_[i]);
      codes_[i] = exact ? code : (code + 1) * 0x9e3779b97f4a7c15ULL;
    }
  }
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0U);
  std::sort(order_.begin(), order_.end(),
            [this](std::uint32_t a, std::uint32_t b) { return codes_[a] < codes_[b]; });
  double bound_g = -static_cast<double>(occupied_cells) * portable_log(static_cast<double>(arity_));
  double bound_h = total_likelihood_;
  for (std::size_t begin = 0; begin < n;) {
    double smallest_g = 0.0;
    double smallest_excess = 0.0;
    std::size_t end = begin;
    for (; end < n && codes_[order_[end]] == codes_[order_[begin]]; ++end) {
      smallest_g = std::min(smallest_g, bounds.g[order_[end]]);
      smallest_excess = std::min(smallest_excess, bounds.excess[order_[end]]);
    }
    bound_g += smallest_g;
    bound_h += smallest_excess;
    begin = end;
  }
  return std::min(bound_g, bound_h);
}

}  // namespace dagwright
