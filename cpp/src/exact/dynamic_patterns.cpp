#include <algorithm>
#include <functional>
#include <stdexcept>

#include "dagwright/core/assert.hpp"
#include "dagwright/exact/heuristic.hpp"
#include "dagwright/exact/matching.hpp"

namespace dagwright::exact {
namespace {

template <class Set>
struct Pattern {
  Set members;
  Cost cost;  ///< differential: what avoiding cycles inside costs over the simple heuristic
};

/// Patterns of one size, ascending, with a look-up.
template <class Set>
class PatternLayer {
 public:
  void add(Set members, Cost cost) { patterns_.push_back({members, cost}); }
  void sort() {
    std::sort(patterns_.begin(), patterns_.end(),
              [](const auto& a, const auto& b) { return a.members < b.members; });
  }
  Cost cost(Set members) const {
    const auto found =
        std::lower_bound(patterns_.begin(), patterns_.end(), members,
                         [](const auto& p, Set wanted) { return p.members < wanted; });
    DAGWRIGHT_ASSERT(found != patterns_.end() && found->members == members);
    return found->cost;
  }
  const std::vector<Pattern<Set>>& all() const { return patterns_; }

 private:
  std::vector<Pattern<Set>> patterns_;
};

/// Searches the order graph backward from the goal, a layer at a time (4.2 of the paper), and
/// collects the patterns that cost more than each of their parts.
template <class Set>
class PatternFinder {
 public:
  PatternFinder(const OrderGraph<Set>& graph, const ParentQueries<Set>& queries)
      : graph_(graph), queries_(queries), costs_(graph.n_variables()) {}

  /// Returns false if stopped.
  bool find(std::size_t largest, RunControl& control) {
    const std::size_t n = graph_.n_variables();
    PatternLayer<Set> smaller;
    for (std::size_t v = 0; v < n; ++v) smaller.add(single<Set>(v), 0);
    smaller.sort();
    for (std::size_t size = 2; size <= std::min(largest, n); ++size) {
      PatternLayer<Set> layer;
      for (const Pattern<Set>& part : smaller.all()) {
        if (control.should_stop()) return false;
        // Each pattern once: from the part without its highest member.
        for (std::size_t v = highest(part.members) + 1; v < n; ++v) {
          extend(part.members | single<Set>(v), smaller, layer);
        }
      }
      layer.sort();
      smaller = std::move(layer);
    }
    // Ties: the larger pattern first, then by members, so that the cover is well defined.
    std::sort(kept_.begin(), kept_.end(), [](const auto& a, const auto& b) {
      if (a.cost != b.cost) return a.cost > b.cost;
      if (size_of(a.members) != size_of(b.members)) return size_of(a.members) > size_of(b.members);
      return a.members < b.members;
    });
    return true;
  }

  std::vector<Pattern<Set>> take() { return std::move(kept_); }

 private:
  static std::size_t highest(Set set) {
    std::size_t last = 0;
    for_each_member(set, [&](Variable v) { last = v; });
    return last;
  }

  void extend(Set pattern, const PatternLayer<Set>& smaller, PatternLayer<Set>& layer) {
    members_.clear();
    for_each_member(pattern, [&](Variable v) { members_.push_back(v); });
    queries_.costs_after(graph_.all() & ~pattern, members_, costs_.data());
    Cost best = kNoCost;
    Cost dearest_part = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Cost part = smaller.cost(pattern & ~single<Set>(members_[i]));
      best = std::min(best, costs_[i] + part);
      dearest_part = std::max(dearest_part, part);
    }
    layer.add(pattern, best);
    if (best > dearest_part) kept_.push_back({pattern, best});
  }

  const OrderGraph<Set>& graph_;
  const ParentQueries<Set>& queries_;
  std::vector<Variable> members_;
  std::vector<Cost> costs_;
  std::vector<Pattern<Set>> kept_;
};

template <class Set>
class GreedyCover final : public Heuristic<Set> {
 public:
  GreedyCover(const OrderGraph<Set>& graph, std::vector<Pattern<Set>> patterns)
      : all_(graph.all()), n_variables_(graph.n_variables()), patterns_(std::move(patterns)) {}

  void bounds_at(std::span<const Set> placed, Cost* bounds) const override {
    for (const Set set : placed) *bounds++ = cover(all_ & ~set, patterns_);
  }

  void bounds_after(Set placed, std::span<const Variable> left, Cost* bounds) const override {
    static thread_local std::vector<Pattern<Set>> inside;
    const Set rest = all_ & ~placed;
    inside.clear();
    for (const Pattern<Set>& pattern : patterns_) {
      if (is_subset(pattern.members, rest)) inside.push_back(pattern);
    }
    for (const Variable child : left) *bounds++ = cover(rest & ~single<Set>(child), inside);
  }

  bool is_consistent() const override { return false; }
  std::size_t n_patterns() const override { return n_variables_ + patterns_.size(); }
  std::size_t bytes() const override { return patterns_.size() * sizeof(Pattern<Set>); }

 private:
  /// Takes the dearest pattern that is left whole, again and again.
  static Cost cover(Set rest, const std::vector<Pattern<Set>>& by_cost) {
    Cost sum = 0;
    for (const Pattern<Set>& pattern : by_cost) {
      if (is_subset(pattern.members, rest)) {
        sum += pattern.cost;
        rest &= ~pattern.members;
      }
    }
    return sum;
  }

  Set all_;
  std::size_t n_variables_;
  std::vector<Pattern<Set>> patterns_;
};

/// Pairs chosen by a maximum weighted matching. Consistent: placing X breaks one pair at most,
/// and X alone then pays at least what the pair cost.
template <class Set>
class MatchingCover final : public Heuristic<Set> {
 public:
  MatchingCover(const OrderGraph<Set>& graph, const std::vector<Pattern<Set>>& pairs)
      : all_(graph.all()), n_variables_(graph.n_variables()) {
    for (const Pattern<Set>& pair : pairs) {
      const auto first = static_cast<Variable>(lowest(pair.members));
      const auto second = static_cast<Variable>(lowest(without_lowest(pair.members)));
      pairs_.push_back({first, second, static_cast<std::int64_t>(pair.cost)});
    }
  }

  void bounds_at(std::span<const Set> placed, Cost* bounds) const override {
    for (const Set set : placed) *bounds++ = match(all_ & ~set);
  }
  void bounds_after(Set placed, std::span<const Variable> left, Cost* bounds) const override {
    for (const Variable child : left) *bounds++ = match(all_ & ~placed & ~single<Set>(child));
  }
  bool is_consistent() const override { return true; }
  std::size_t n_patterns() const override { return n_variables_ + pairs_.size(); }
  std::size_t bytes() const override { return pairs_.size() * sizeof(WeightedEdge); }

 private:
  Cost match(Set rest) const {
    static thread_local std::vector<WeightedEdge> inside;
    inside.clear();
    for (const WeightedEdge& pair : pairs_) {
      if (contains(rest, pair.first) && contains(rest, pair.second)) inside.push_back(pair);
    }
    return static_cast<Cost>(heaviest_matching(inside));
  }

  Set all_;
  std::size_t n_variables_;
  std::vector<WeightedEdge> pairs_;
};

}  // namespace

template <class Set>
std::unique_ptr<Heuristic<Set>> make_dynamic_patterns(const OrderGraph<Set>& graph,
                                                      const ParentQueries<Set>& queries,
                                                      std::size_t largest, PatternCover cover,
                                                      RunControl& control) {
  if (cover == PatternCover::optimal && largest != 2) {
    throw std::invalid_argument("an optimal cover is known for patterns of two variables only");
  }
  PatternFinder<Set> finder(graph, queries);
  if (!finder.find(largest, control)) return nullptr;
  if (cover == PatternCover::greedy) {
    return std::make_unique<GreedyCover<Set>>(graph, finder.take());
  }
  return std::make_unique<MatchingCover<Set>>(graph, finder.take());
}

template std::unique_ptr<Heuristic<NarrowSet>> make_dynamic_patterns(
    const OrderGraph<NarrowSet>&, const ParentQueries<NarrowSet>&, std::size_t, PatternCover,
    RunControl&);
template std::unique_ptr<Heuristic<WideSet>> make_dynamic_patterns(const OrderGraph<WideSet>&,
                                                                   const ParentQueries<WideSet>&,
                                                                   std::size_t, PatternCover,
                                                                   RunControl&);

}  // namespace dagwright::exact
