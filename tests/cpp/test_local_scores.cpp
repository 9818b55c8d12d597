#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "check.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

constexpr double kNoFloor = -std::numeric_limits<double>::infinity();

void a_batch_equals_single_scores(scores::ScoreKind kind) {
  const scores::LocalScores scores(random_table(1, 9, 500, 5), kind, 1.0, 1 << 20);
  const scores::LocalScores fresh(random_table(1, 9, 500, 5), kind, 1.0, 1 << 10);
  const std::vector<Variable> parents{2, 5}, candidates{0, 1, 3, 6, 7, 8};
  std::vector<double> batch(candidates.size());
  scores.score_additions(4, parents, candidates, kNoFloor, batch);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::vector<Variable> set{2, 5, candidates[i]};
    std::sort(set.begin(), set.end());
    CHECK(fresh.score(4, set) == batch[i]);
  }
}

/// What the floor leaves out must not be above it, and what is not left out must be right.
void a_floor_hides_only_what_is_below(scores::ScoreKind kind) {
  const scores::LocalScores scores(random_table(2, 10, 25, 8), kind, 1.0, 1 << 20);
  int hidden = 0;
  for (Variable child = 0; child < 10; ++child) {
    std::vector<Variable> candidates;
    for (Variable v = 0; v < 10; ++v) {
      if (v != child) candidates.push_back(v);
    }
    const double floor = scores.score(child, {});
    std::vector<double> all(candidates.size()), some(candidates.size());
    scores.score_additions(child, {}, candidates, kNoFloor, all);
    scores.score_additions(child, {}, candidates, floor, some);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (std::isinf(some[i])) {
        ++hidden;
        CHECK(all[i] <= floor);
      } else {
        CHECK(all[i] == some[i]);
      }
    }
  }
  if (kind == scores::ScoreKind::bic) CHECK(hidden > 0);
}

void bounds_hold(scores::ScoreKind kind) {
  const scores::LocalScores scores(random_table(3, 6, 80, 4), kind, 1.0, 1 << 20);
  for (Variable child = 0; child < 6; ++child) {
    for (unsigned mask = 0; mask < 64; ++mask) {
      std::vector<Variable> parents;
      for (Variable v = 0; v < 6; ++v) {
        if (v != child && ((mask >> v) & 1U) != 0) parents.push_back(v);
      }
      CHECK(scores.score(child, parents) <= scores.upper_bound(child) + 1e-9);
    }
  }
}

void threads_may_share_an_oracle() {
  const scores::LocalScores shared(random_table(4, 12, 400, 4), scores::ScoreKind::bdeu, 1.0,
                                   1 << 14);
  const scores::LocalScores alone(random_table(4, 12, 400, 4), scores::ScoreKind::bdeu, 1.0,
                                  1 << 20);
  const auto work = [&] {
    for (Variable child = 0; child < 12; ++child) {
      for (Variable p = 0; p < 12; ++p) {
        for (Variable q = static_cast<Variable>(p + 1); q < 12; ++q) {
          if (p == child || q == child) continue;
          const std::vector<Variable> parents{p, q};
          CHECK(shared.score(child, parents) == alone.score(child, parents));
        }
      }
    }
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
}

}  // namespace

int main() {
  for (const scores::ScoreKind kind :
       {scores::ScoreKind::bic, scores::ScoreKind::aic, scores::ScoreKind::bdeu,
        scores::ScoreKind::k2, scores::ScoreKind::log_likelihood}) {
    a_batch_equals_single_scores(kind);
    a_floor_hides_only_what_is_below(kind);
    bounds_hold(kind);
  }
  threads_may_share_an_oracle();
}
