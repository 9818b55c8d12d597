#include "dagwright/data/count_terms.hpp"

#include <algorithm>
#include <cmath>

#include "dagwright/core/portable_math.hpp"

namespace dagwright::data {
namespace {

constexpr std::uint64_t kTableSize = 32768;
constexpr int kMostBits = 32;
constexpr int kRoom = 60;                                   // of the 63 bits of a sum
constexpr std::int64_t kMostValue = std::int64_t{1} << 56;  // of the penalty of a run

double count_log_count(std::uint64_t count) {
  const auto n = static_cast<double>(count);
  return count == 0 ? 0.0 : n * portable_log(n);
}

}  // namespace

CountLog::CountLog(std::uint64_t total, double terms) {
  const double largest = std::max(1.0, count_log_count(total) * std::max(1.0, terms));
  bits_ = std::min(kMostBits, kRoom - 1 - std::ilogb(largest));
  for (std::uint64_t n = 0; n < std::min(kTableSize, total + 1); ++n) table_.push_back(compute(n));
}

std::int64_t CountLog::compute(std::uint64_t count) const {
  return std::llround(std::ldexp(count_log_count(count), bits_));
}

std::int64_t CountLog::to_fixed_point(double value) const {
  const double scaled = std::ldexp(value, bits_);
  return scaled >= static_cast<double>(kMostValue) ? kMostValue : std::llround(scaled);
}

double CountLog::to_double(std::int64_t value) const {
  return std::ldexp(static_cast<double>(value), -bits_);
}

CountTerm::CountTerm(int coefficient, const JointStates& joint, std::span<const std::size_t> ends,
                     std::span<const std::uint32_t> weights)
    : coefficient_(coefficient), states_(joint.count) {
  std::vector<std::uint32_t> counts(states_, 0), touched;
  std::size_t row = 0;
  for (const std::size_t end : ends) {
    for (; row < end; ++row) {
      std::uint32_t& count = counts[joint.numbers[row]];
      if (count == 0) touched.push_back(joint.numbers[row]);
      count += weights.empty() ? 1 : weights[row];
    }
    close_cell(counts, touched);
  }
}

CountTerm CountTerm::merged(std::span<const std::size_t> starts) const {
  CountTerm result(coefficient_, states_);
  std::vector<std::uint32_t> counts(states_, 0), touched;
  for (std::size_t run = 0; run < starts.size(); ++run) {
    const std::size_t end = run + 1 < starts.size() ? starts[run + 1] : begins_.size() - 1;
    for (std::size_t at = begins_[starts[run]]; at < begins_[end]; ++at) {
      std::uint32_t& count = counts[entries_[at].state];
      if (count == 0) touched.push_back(entries_[at].state);
      count += entries_[at].count;
    }
    result.close_cell(counts, touched);
  }
  return result;
}

void CountTerm::close_cell(std::vector<std::uint32_t>& counts,
                           std::vector<std::uint32_t>& touched) {
  for (const std::uint32_t state : touched) {
    entries_.push_back({state, counts[state]});
    counts[state] = 0;
  }
  touched.clear();
  begins_.push_back(entries_.size());
}

void CountTerm::add_runs_from(std::size_t cell, const CountLog& log,
                              std::vector<std::uint32_t>& counts,
                              std::span<std::int64_t> runs) const {
  counts.assign(states_, 0);
  std::int64_t sum = 0;
  for (std::size_t length = 0; length < runs.size(); ++length, ++cell) {
    for (std::size_t at = begins_[cell]; at < begins_[cell + 1]; ++at) {
      std::uint32_t& count = counts[entries_[at].state];
      sum -= log(count);
      count += entries_[at].count;
      sum += log(count);
    }
    runs[length] += coefficient_ * sum;
  }
}

}  // namespace dagwright::data
