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

}  // namespace dagwright::scores
