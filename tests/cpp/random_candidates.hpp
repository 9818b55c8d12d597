#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/parents/candidate_sets.hpp"

/// Random candidate sets and the arrays they live in. Scores are multiples of `unit`, by default
/// 1/8, so that ties are frequent and sums of doubles exact. With an outlier, the last sets of some
/// children, which are the smallest, score that much less.
struct RandomCandidates {
  RandomCandidates(std::size_t n, std::size_t most_sets, std::size_t most_members,
                   dagwright::Rng& rng, bool with_required = false, double outlier = 0.0,
                   double unit = 0.125) {
    starts.push_back(0);
    set_starts.push_back(0);
    for (std::size_t child = 0; child < n; ++child) {
      const std::size_t first = scores.size();
      std::vector<std::uint16_t> required;
      // Earlier variables only, so that requirements have no cycle.
      if (with_required && child > 0 && rng.below(3) == 0) {
        required.push_back(static_cast<std::uint16_t>(rng.below(child)));
      }
      add_child(n, child, 1 + rng.below(most_sets), most_members, required, rng);
      for (std::size_t s = first; s < scores.size(); ++s) scores[s] *= 8.0 * unit;
      if (outlier > 0.0 && rng.below(3) == 0) scores.back() -= outlier;
    }
    sets.emplace_back(dagwright::parents::CandidateArrays{starts, scores, set_starts, members});
  }

  void add_child(std::size_t n, std::size_t child, std::size_t count, std::size_t most_members,
                 const std::vector<std::uint16_t>& required, dagwright::Rng& rng) {
    std::vector<double> own;
    for (std::size_t s = 0; s < count; ++s) own.push_back(-static_cast<double>(rng.below(200)) / 8);
    std::sort(own.rbegin(), own.rend());
    for (std::size_t s = 0; s < count; ++s) {
      std::vector<std::uint16_t> set = required;
      const std::size_t size = s + 1 == count ? 0 : 1 + rng.below(most_members);
      for (std::size_t m = 0; m < size && n > 1; ++m) {
        const auto member = static_cast<std::uint16_t>(rng.below(n));
        if (member != child) set.push_back(member);
      }
      std::sort(set.begin(), set.end());
      set.erase(std::unique(set.begin(), set.end()), set.end());
      members.insert(members.end(), set.begin(), set.end());
      set_starts.push_back(static_cast<std::uint32_t>(members.size()));
      scores.push_back(own[s]);
    }
    starts.push_back(static_cast<std::int64_t>(scores.size()));
  }

  const dagwright::parents::CandidateSets& get() const { return sets.front(); }

  std::vector<std::int64_t> starts;
  std::vector<double> scores;
  std::vector<std::uint32_t> set_starts;
  std::vector<std::uint16_t> members;
  std::vector<dagwright::parents::CandidateSets> sets;  ///< one, made when the arrays are complete
};
