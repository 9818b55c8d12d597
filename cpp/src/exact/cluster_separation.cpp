#include "dagwright/exact/cluster_separation.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <queue>
#include <utility>

namespace dagwright::exact {
namespace {

constexpr double kEpsilon = 1e-9;
/// Additions without improvement after which growing ends.
constexpr std::size_t kPatience = 4;
constexpr double kFar = std::numeric_limits<double>::infinity();

/// The sets with positive weight, and where each variable occurs.
struct Support {
  struct Column {
    std::size_t child;
    std::vector<std::size_t> members;
    double weight;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::size_t>> of;          ///< by variable: columns with it as child
  std::vector<std::vector<std::size_t>> containing;  ///< by variable: columns with it as member
  std::size_t n_members = 0;                         ///< of all columns

  Support(const ClusterSets& sets, std::span<const std::int64_t> chosen,
          std::span<const double> values)
      : of(sets.n_variables()), containing(sets.n_variables()) {
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const auto set = static_cast<std::size_t>(chosen[k]);
      Column column{sets.child(set), {}, values[k]};
      const auto mask = sets.mask(set);
      for (std::size_t w = 0; w < mask.size(); ++w) {
        for (std::uint64_t rest = mask[w]; rest != 0; rest &= rest - 1) {
          column.members.push_back(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
        }
      }
      of[column.child].push_back(columns.size());
      for (const std::size_t member : column.members) containing[member].push_back(columns.size());
      n_members += column.members.size();
      columns.push_back(std::move(column));
    }
  }
  std::size_t n_variables() const { return of.size(); }
  /// What it takes to look at every change of a cluster.
  std::size_t work() const { return of.size() + n_members; }
};

/// A cluster under construction: the weight of sets disjoint from it, and what changes would do.
class Cluster {
 public:
  explicit Cluster(const Support& support)
      : support_(support),
        inside_(support.n_variables()),
        hits_(support.columns.size()),
        weight_(0.0) {}

  double weight() const { return weight_; }
  const std::vector<std::uint8_t>& inside() const { return inside_; }

  void clear() {
    std::fill(inside_.begin(), inside_.end(), std::uint8_t{0});
    std::fill(hits_.begin(), hits_.end(), 0U);
    weight_ = 0.0;
  }

  void flip(std::size_t v) {
    weight_ += change(v);
    const bool adding = inside_[v] == 0;
    inside_[v] = adding ? 1 : 0;
    for (const std::size_t t : support_.containing[v]) hits_[t] += adding ? 1U : ~0U;
  }

  /// How the weight changes if v is added or removed.
  double change(std::size_t v) const {
    const bool adding = inside_[v] == 0;
    double own = 0.0;
    for (const std::size_t t : support_.of[v]) {
      if (hits_[t] == 0) own += support_.columns[t].weight;
    }
    double others = 0.0;
    const std::uint32_t wanted = adding ? 0 : 1;
    for (const std::size_t t : support_.containing[v]) {
      if (hits_[t] == wanted && inside_[support_.columns[t].child] != 0) {
        others += support_.columns[t].weight;
      }
    }
    return adding ? own - others : others - own;
  }

 private:
  const Support& support_;
  std::vector<std::uint8_t> inside_;
  std::vector<std::uint32_t> hits_;  ///< by column: members inside
  double weight_;
};

/// Counts the work of a separation, and looks at the clock now and then.
class Watch {
 public:
  explicit Watch(RunControl* control) : control_(control) {}

  bool ended() const { return ended_; }
  void count(std::size_t work) {
    work_ += work;
    if (work_ < kWorkAtOnce) return;
    work_ = 0;
    ended_ = ended_ || (control_ != nullptr && control_->should_stop());
  }

 private:
  RunControl* control_;
  std::size_t work_ = 0;
  bool ended_ = false;
};

/// Shortest cycles through a variable, where an arc is as long as the choice lacks of it.
class CycleFinder {
 public:
  explicit CycleFinder(const Support& support) : children_(support.n_variables()) {
    for (std::size_t child = 0; child < support.n_variables(); ++child) {
      std::map<std::size_t, double> taken;
      for (const std::size_t t : support.of[child]) {
        for (const std::size_t member : support.columns[t].members) {
          taken[member] += support.columns[t].weight;
        }
      }
      for (const auto& [parent, weight] : taken) {
        children_[parent].push_back({child, std::max(0.0, 1.0 - weight)});
      }
    }
  }

  /// The variables of the shortest cycle through `start` that is shorter than 1, or none.
  std::vector<std::size_t> through(std::size_t start, Watch& watch) const {
    using Entry = std::pair<double, std::size_t>;
    watch.count(children_.size() / 8);
    std::vector<double> distance(children_.size(), kFar);
    std::vector<std::size_t> from(children_.size(), start);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    double closing = 1.0;
    std::size_t last = children_.size();
    open.push({0.0, start});
    while (!open.empty()) {
      const auto [length, v] = open.top();
      open.pop();
      if (length >= closing || watch.ended()) break;
      watch.count(children_[v].size());
      if (v != start && length > distance[v]) continue;
      for (const auto& [child, lacking] : children_[v]) {
        const double longer = length + lacking;
        if (child == start) {
          if (longer < closing) closing = longer, last = v;
        } else if (longer < distance[child] && longer < closing) {
          distance[child] = longer;
          from[child] = v;
          open.push({longer, child});
        }
      }
    }
    std::vector<std::size_t> cycle;
    if (last == children_.size()) return cycle;
    for (std::size_t v = last; v != start; v = from[v]) cycle.push_back(v);
    cycle.push_back(start);
    return cycle;
  }

 private:
  struct Arc {
    std::size_t child;
    double lacking;
  };
  std::vector<std::vector<Arc>> children_;
};

class Separator {
 public:
  Separator(const ClusterSets& sets, const Support& support, double least, std::size_t patience,
            Watch& watch)
      : support_(support),
        watch_(watch),
        cluster_(support),
        words_(sets.words()),
        least_(least),
        patience_(patience) {}

  bool found_any() const { return !found_.empty(); }

  /// Grows from the seed, keeps the best cluster on the way, and improves it.
  void grow(const std::vector<std::size_t>& seed) {
    cluster_.clear();
    for (const std::size_t v : seed) cluster_.flip(v);
    std::vector<std::uint8_t> best = cluster_.inside();
    double least_weight = cluster_.weight();
    note();
    for (std::size_t idle = 0; idle < patience_ && !watch_.ended();) {
      const auto [v, change] = best_addition();
      if (v == support_.n_variables()) break;
      cluster_.flip(v);
      if (cluster_.weight() < least_weight - kEpsilon) {
        least_weight = cluster_.weight();
        best = cluster_.inside();
        idle = 0;
      } else {
        ++idle;
      }
    }
    for (std::size_t v = 0; v < best.size(); ++v) {
      if (best[v] != cluster_.inside()[v]) cluster_.flip(v);
    }
    improve();
    note();
  }

  BrokenClusters result(std::size_t limit) const {
    std::vector<std::pair<double, std::vector<std::uint64_t>>> sorted;
    for (const auto& [mask, violation] : found_) sorted.emplace_back(violation, mask);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    BrokenClusters broken;
    for (std::size_t k = 0; k < std::min(limit, sorted.size()); ++k) {
      broken.violation.push_back(sorted[k].first);
      broken.clusters.insert(broken.clusters.end(), sorted[k].second.begin(),
                             sorted[k].second.end());
    }
    return broken;
  }

 private:
  std::pair<std::size_t, double> best_addition() const {
    watch_.count(support_.work());
    std::size_t best = support_.n_variables();
    double least = kFar;
    for (std::size_t v = 0; v < support_.n_variables(); ++v) {
      if (cluster_.inside()[v] != 0 || support_.containing[v].empty()) continue;
      const double change = cluster_.change(v);
      if (change < least - kEpsilon) least = change, best = v;
    }
    return {best, least};
  }

  void improve() {
    while (!watch_.ended()) {
      watch_.count(support_.work());
      std::size_t best = support_.n_variables();
      double least = -kEpsilon;
      for (std::size_t v = 0; v < support_.n_variables(); ++v) {
        const double change = cluster_.change(v);
        if (change < least - kEpsilon) least = change, best = v;
      }
      if (best == support_.n_variables()) return;
      cluster_.flip(best);
    }
  }

  void note() {
    const double violation = 1.0 - cluster_.weight();
    if (violation < least_) return;
    std::vector<std::uint64_t> mask(words_);
    std::size_t size = 0;
    for (std::size_t v = 0; v < support_.n_variables(); ++v) {
      if (cluster_.inside()[v] == 0) continue;
      mask[v / 64] |= std::uint64_t{1} << (v % 64);
      ++size;
    }
    if (size >= 2) found_.emplace(std::move(mask), violation);
  }

  const Support& support_;
  Watch& watch_;
  Cluster cluster_;
  std::size_t words_;
  double least_;
  std::size_t patience_;
  std::map<std::vector<std::uint64_t>, double> found_;
};

}  // namespace

BrokenClusters find_broken_clusters(const ClusterSets& sets, std::span<const std::int64_t> columns,
                                    std::span<const double> values, double least, std::size_t limit,
                                    RunControl* control) {
  Watch watch(control);
  const Support support(sets, columns, values);
  const CycleFinder cycles(support);
  Separator separator(sets, support, least, kPatience, watch);
  for (std::size_t v = 0; v < support.n_variables() && !watch.ended(); ++v) {
    const std::vector<std::size_t> cycle = cycles.through(v, watch);
    if (!cycle.empty()) separator.grow(cycle);
    // A variable that nobody has as a parent is in no minimal broken cluster.
    if (!support.containing[v].empty()) separator.grow({v});
  }
  if (separator.found_any() || watch.ended()) return separator.result(limit);
  Separator thorough(sets, support, least, support.n_variables(), watch);
  for (const Support::Column& column : support.columns) {
    for (const std::size_t member : column.members) {
      if (watch.ended()) break;
      if (!support.of[member].empty()) thorough.grow({column.child, member});
    }
  }
  return thorough.result(limit);
}

}  // namespace dagwright::exact
