#include "dagwright/parents/atoms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/portable_math.hpp"
#include "dagwright/data/merge_rows.hpp"

namespace dagwright::parents {
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

Atoms::Atoms(const data::Table& table, Variable child, double equivalent_sample_size)
    : table_(table),
      arity_(table.arity(child)),
      log_arity_(portable_log(static_cast<double>(table.arity(child)))),
      equivalent_sample_size_(equivalent_sample_size) {
  std::vector<data::Column> others;
  for (std::size_t v = 0; v < table.n_variables(); ++v) {
    if (v != child) others.push_back(table.column(static_cast<Variable>(v)));
  }
  const data::RowGroups groups = data::group_rows(others, table.stored_rows());
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
    double upper = std::min(likelihoods_[i], g - static_cast<double>(counts.size()) * log_arity_);
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
  DAGWRIGHT_ASSERT(equivalent_sample_size_ <= configurations);
  const Bounds& bounds = bounds_at(configurations);
  number_configurations(parents, configurations);
  // Both are at most 0, and 0 for a configuration without atoms.
  smallest_.assign(n_codes_, {0.0, 0.0});
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    DAGWRIGHT_ASSERT(codes_[i] < n_codes_);
    auto& [g, excess] = smallest_[codes_[i]];
    g = std::min(g, bounds.g[i]);
    excess = std::min(excess, bounds.excess[i]);
  }
  double bound_g = -static_cast<double>(occupied_cells) * log_arity_;
  double bound_h = total_likelihood_;
  for (const auto& [g, excess] : smallest_) {
    bound_g += g;
    bound_h += excess;
  }
  return std::min(bound_g, bound_h);
}

/// The configuration of each atom as a number below n_codes_: mixed radix while that stays small,
/// then only those that occur.
void Atoms::number_configurations(std::span<const Variable> parents, double configurations) {
  const std::size_t n = rows_.size();
  codes_.assign(n, 0);
  n_codes_ = 1;
  const bool dense = configurations <= std::max(1024.0, 2.0 * static_cast<double>(n));
  for (const Variable parent : parents) {
    const data::Column& column = table_.column(parent);
    data::visit_codes(column, [&](const auto* states) {
      for (std::size_t i = 0; i < n; ++i) {
        codes_[i] = codes_[i] * column.arity + states[rows_[i]];
      }
    });
    n_codes_ *= column.arity;
    if (!dense && n_codes_ > 2 * n) renumber();
  }
}

void Atoms::renumber() {
  std::unordered_map<std::uint64_t, std::uint64_t> numbers;
  for (std::uint64_t& code : codes_) code = numbers.try_emplace(code, numbers.size()).first->second;
  n_codes_ = numbers.size();
}

}  // namespace dagwright::parents
