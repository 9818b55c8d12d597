#include "dagwright/scores/oracle.hpp"

#include <algorithm>
#include <vector>

namespace dagwright::scores {

void ScoreOracle::score_additions(Variable child, std::span<const Variable> parents,
                                  std::span<const Variable> candidates, double /*floor*/,
                                  std::span<double> scores) const {
  std::vector<Variable> extended;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    extended.assign(parents.begin(), parents.end());
    extended.insert(std::upper_bound(extended.begin(), extended.end(), candidates[i]),
                    candidates[i]);
    scores[i] = score(child, extended);
  }
}

double total_score(const ScoreOracle& oracle, const ParentLists& parents) {
  double sum = 0.0;
  for (std::size_t v = 0; v < parents.size(); ++v) {
    sum += oracle.score(static_cast<Variable>(v), parents[v]);
  }
  return sum;
}

std::size_t score_additions_until(const ScoreOracle& oracle, Variable child,
                                  std::span<const Variable> parents,
                                  std::span<const Variable> candidates, double floor,
                                  std::span<double> scores, RunControl& control) {
  const std::size_t most = oracle.additions_at_once();
  std::size_t done = 0;
  while (done < candidates.size() && (done == 0 || !control.should_stop())) {
    const std::size_t some = std::min(most, candidates.size() - done);
    oracle.score_additions(child, parents, candidates.subspan(done, some), floor,
                           scores.subspan(done, some));
    done += some;
  }
  return done;
}

}  // namespace dagwright::scores
