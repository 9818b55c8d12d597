#include "dagwright/dag/v_structures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/improvements.hpp"
#include "dagwright/dag/move.hpp"

namespace dagwright::dag {
namespace {

using Triangle = std::array<Variable, 3>;

class Opener {
 public:
  Opener(const scores::ScoreOracle& oracle, const Rules& rules, DagSearchResult& result)
      : oracle_(oracle), rules_(rules), result_(result) {}

  bool open_best() {
    double largest = 0.0;
    std::optional<ParentLists> chosen;
    for (const Triangle& t : triangles()) {
      for (std::size_t middle = 0; middle < 3; ++middle) {
        const Variable c = t[middle];
        const Variable a = t[(middle + 1) % 3];
        const Variable b = t[(middle + 2) % 3];
        const double gain = opening_gain(a, b, c);
        if (!(gain > largest)) continue;
        std::optional<ParentLists> opened = open(a, b, c);
        if (!opened) continue;
        largest = gain;
        chosen = std::move(opened);
      }
    }
    if (!chosen) return false;
    result_.parents = std::move(*chosen);
    DAGWRIGHT_ASSERT(is_acyclic(result_.parents));
    result_.score = scores::total_score(oracle_, result_.parents);
    ++result_.counters["repaired_v_structures"];
    return true;
  }

 private:
  std::vector<Triangle> triangles() const {
    std::vector<Triangle> found;
    for (std::size_t c = 0; c < result_.parents.size(); ++c) {
      const std::vector<Variable>& parents = result_.parents[c];
      for (std::size_t i = 0; i < parents.size(); ++i) {
        for (std::size_t j = i + 1; j < parents.size(); ++j) {
          if (has_edge(parents[i], parents[j]) || has_edge(parents[j], parents[i])) {
            found.push_back({static_cast<Variable>(c), parents[i], parents[j]});
          }
        }
      }
    }
    return found;
  }

  bool has_edge(Variable from, Variable to) const {
    const std::vector<Variable>& parents = result_.parents[to];
    return std::binary_search(parents.begin(), parents.end(), from);
  }

  /// a -> c <- b against the triangle, which scores the same in any order: the edge between a and
  /// b is all that differs. Positive: the v-structure wins, by more than rounding.
  double opening_gain(Variable a, Variable b, Variable c) const {
    const double alone = score(a, {}) + score(b, {}) + score(c, pair(a, b));
    const double covered = score(a, {}) + score(b, {a}) + score(c, pair(a, b));
    const double gain = alone - covered;
    return gain > gain_tolerance(alone) ? gain : 0.0;
  }

  std::optional<ParentLists> open(Variable a, Variable b, Variable c) const {
    ParentLists changed = result_.parents;
    for (const auto& [from, to] : {std::pair(a, b), {b, a}, {c, a}, {c, b}}) {
      if (std::erase(changed[to], from) > 0 && rules_.required.test(to, from)) return {};
    }
    for (const Variable from : {a, b}) {
      if (std::binary_search(changed[c].begin(), changed[c].end(), from)) continue;
      if (!rules_.allowed.test(c, from)) return {};
      changed[c].insert(std::upper_bound(changed[c].begin(), changed[c].end(), from), from);
    }
    if (changed[c].size() > rules_.max_parents[c] || !is_acyclic(changed)) return {};
    double gain = 0.0;
    double slack = 0.0;
    for (const Variable v : {a, b, c}) {
      const double before = oracle_.score(v, result_.parents[v]);
      gain += oracle_.score(v, changed[v]) - before;
      slack = std::max(slack, gain_tolerance(before));
    }
    if (!(gain >= -slack)) return {};
    return changed;
  }

  double score(Variable v, const std::vector<Variable>& parents) const {
    return oracle_.score(v, parents);
  }
  static std::vector<Variable> pair(Variable a, Variable b) {
    return {std::min(a, b), std::max(a, b)};
  }

  const scores::ScoreOracle& oracle_;
  const Rules& rules_;
  DagSearchResult& result_;
};

}  // namespace

void open_covered_v_structures(const scores::ScoreOracle& oracle, const Rules& rules,
                               RunControl& control, DagSearchResult& result) {
  result.counters["repaired_v_structures"] = 0;
  Opener opener(oracle, rules, result);
  Improvements improvements(control, std::move(result.trace));
  while (!control.should_stop() && opener.open_best()) {
    if (result.score > improvements.trace().back().score) {
      improvements.add(result.score, result.iterations);
    }
  }
  result.trace = improvements.take();
}

}  // namespace dagwright::dag
