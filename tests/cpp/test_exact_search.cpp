#include <cmath>
#include <iterator>

#include "brute_force.hpp"
#include "check.hpp"
#include "dagwright/exact/exact_search.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

using Search = exact::ExactResult (*)(const exact::Inputs&, const exact::ExactOptions&,
                                      const Resources&, RunControl&);

/// Of a sum of long doubles, as a share of it.
constexpr long double kNoise = 1e-18L;

constexpr Search kSearches[] = {exact::dynamic_programming, exact::a_star,
                                exact::breadth_first_branch_and_bound};

constexpr Resources kResources{.bytes = std::size_t{1} << 24};

exact::ExactOptions options_of(std::uint64_t round) {
  return {.heuristic = {{}, round % 4, exact::PatternCover::greedy},
          .queries = exact::QueryKind::table,
          .climbs = round % 2,
          .spill = "",
          .force_wide = round % 5 == 0};
}

/// From the smallest sets of all children, which may have "forbidden" ones among them.
exact::Inputs inputs_of(const parents::CandidateSets& sets) {
  exact::Inputs inputs{sets, {}};
  for (std::size_t v = 0; v < sets.n_variables(); ++v) {
    inputs.start.push_back(sets.common_members(static_cast<Variable>(v)));
  }
  return inputs;
}

double score_of(const parents::CandidateSets& sets,
                const std::vector<std::vector<Variable>>& parents) {
  double sum = 0.0;
  for (std::size_t v = 0; v < parents.size(); ++v) {
    const auto child = static_cast<Variable>(v);
    std::size_t set = sets.begin(child);
    while (!std::equal(parents[v].begin(), parents[v].end(), sets.members(set).begin(),
                       sets.members(set).end())) {
      ++set;
    }
    sum += sets.score(set);
  }
  return sum;
}

/// What both forms of the search round, in nats.
double rounding_of(const parents::CandidateSets& sets) {
  return std::max(exact::OrderGraph<exact::NarrowSet>(sets).rounding(),
                  exact::OrderGraph<exact::WideSet>(sets).rounding());
}

/// A bound is a bound, and if it is near, the network is as good as the best.
void check_result(const exact::ExactResult& result, const parents::CandidateSets& sets,
                  long double best) {
  CHECK(result.proved && result.bound);
  const double score = score_of(sets, result.parents);
  CHECK(result.trace.back().score == score);
  CHECK(*result.bound >= best - kNoise * std::abs(best));
  CHECK(*result.bound >= score);
  CHECK(*result.bound - score <= 2 * rounding_of(sets) + 1e-13 * std::abs(score) + 1e-12);
}

/// What is called optimal.
long double tolerance(long double score) {
  return std::max(1e-6L, 1e-9L * std::abs(score));
}

/// Whether the best network has no "forbidden" set: then rounding must not be felt.
bool is_ordinary(const parents::CandidateSets& sets, long double best, double outlier) {
  return sets.relaxed_score() - static_cast<double>(best) < 0.5 * outlier;
}

void check_lists(double outlier, double unit) {
  Rng rng(7);
  for (std::uint64_t round = 0; round < 60; ++round) {
    const RandomCandidates candidates(1 + rng.below(6), 9, 3, rng, round % 3 == 0, outlier, unit);
    const parents::CandidateSets& sets = candidates.get();
    const BruteForce brute(sets);
    CHECK(brute.any());
    for (const Search search : kSearches) {
      RunControl control({});
      const exact::ExactResult result =
          search(inputs_of(sets), options_of(round), kResources, control);
      check_result(result, sets, brute.best());
      if (unit < 1e3 && (outlier == 0.0 || is_ordinary(sets, brute.best(), outlier))) {
        CHECK(*result.bound - brute.best() <= tolerance(brute.best()));
        CHECK(brute.best() - score_of(sets, result.parents) <= tolerance(brute.best()));
      }
    }
  }
}

/// A start that has a "forbidden" set must not pass for as good as what its cost says.
void check_a_bad_start_is_left() {
  const std::vector<std::int64_t> starts{0, 3, 6, 9};
  const std::vector<std::uint32_t> set_starts{0, 1, 1, 2, 3, 4, 4, 5, 5, 6};
  const std::vector<std::uint16_t> members{2, 1, 2, 0, 0, 1};
  const std::vector<double> scores{0.0, -6.0, -6.0, -7.0, -8.0, -1e15, -4.0, -6.0, -7.0};
  const parents::CandidateSets sets(parents::CandidateArrays{starts, scores, set_starts, members});
  for (const Search search : kSearches) {
    RunControl control({});
    const exact::ExactResult result = search(inputs_of(sets), options_of(0), kResources, control);
    CHECK(score_of(sets, result.parents) == -13.0);
    CHECK(*result.bound >= -13.0 && *result.bound <= -13.0 + 1e-6);
  }
}

/// What a search claims when it is stopped at once is a bound, too.
void check_stopped_searches() {
  Rng rng(11);
  for (std::uint64_t round = 0; round < 40; ++round) {
    const double outlier = std::pow(10.0, static_cast<double>(round % 16));
    const RandomCandidates candidates(6, 9, 3, rng, false, outlier);
    const BruteForce brute(candidates.get());
    for (const Search search : kSearches) {
      StopRules rules;
      rules.iterations = round;
      RunControl control(rules);
      const exact::ExactResult result =
          search(inputs_of(candidates.get()), options_of(round), kResources, control);
      if (result.bound) {
        CHECK(*result.bound >= brute.best() - kNoise * std::abs(brute.best()));
      }
    }
  }
}

}  // namespace

int main() {
  for (const double unit : {1e-10, 1e-3, 0.125, 1e3, 1e6, 1e9, 1e12}) check_lists(0.0, unit);
  for (const double outlier : {1e3, 1e6, 1e9, 1e12, 1e15}) check_lists(outlier, 0.125);
  check_lists(1e9, 1e-6);
  check_a_bad_start_is_left();
  check_stopped_searches();
}
