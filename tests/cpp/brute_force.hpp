#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "dagwright/parents/candidate_sets.hpp"

/// The best network of candidate sets by trying every order: up to some 7 variables.
///
/// Scores are added up in long double, which is exact to far less than any bound claims.
class BruteForce {
 public:
  explicit BruteForce(const dagwright::parents::CandidateSets& sets) : sets_(sets) {
    std::vector<std::size_t> order(sets.n_variables());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do try_order(order);
    while (std::next_permutation(order.begin(), order.end()));
  }

  bool any() const { return found_; }
  long double best() const { return best_; }

 private:
  void try_order(const std::vector<std::size_t>& order) {
    std::vector<bool> placed(order.size(), false);
    long double sum = 0;
    for (const std::size_t v : order) {
      const auto child = static_cast<dagwright::Variable>(v);
      std::size_t set = sets_.begin(child);
      while (set < sets_.end(child) && !is_within(set, placed)) ++set;
      if (set == sets_.end(child)) return;
      sum += sets_.score(set);
      placed[v] = true;
    }
    if (!found_ || sum > best_) best_ = sum;
    found_ = true;
  }

  bool is_within(std::size_t set, const std::vector<bool>& placed) const {
    const auto members = sets_.members(set);
    return std::all_of(members.begin(), members.end(), [&](auto m) { return placed[m]; });
  }

  const dagwright::parents::CandidateSets& sets_;
  bool found_ = false;
  long double best_ = 0;
};
