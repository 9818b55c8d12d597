// Times scans of all insertions of a variable: by sparse events, against a variable that walks
// through the order by adjacent swaps. Reads the four arrays of a ParentSets from a folder, prints
// JSON. Both must find the same best change, or it ends with an error.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/order/order_evaluator.hpp"

using namespace dagwright;

namespace {

template <class T>
std::vector<T> read(const std::string& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  std::vector<T> values(static_cast<std::size_t>(stream.tellg()) / sizeof(T));
  stream.seekg(0);
  stream.read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(T)));
  return values;
}

/// The scan of S2, section 3: n - 1 adjacent swaps, each updating at most two sets by their
/// inverted lists, and an undo log instead of a copy of the order.
class SwapScan {
 public:
  SwapScan(const OrderIndex& index, const OrderEvaluator& from)
      : index_(index), order_(from.order()), position_(order_.size()), current_(order_.size()) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      position_[order_[i]] = static_cast<std::int64_t>(i);
      current_[order_[i]] = from.current(order_[i]);
    }
    pair_of_parent_.assign(order_.size(), kNone);
    pair_of_child_.assign(order_.size(), kNone);
    for (std::size_t parent = 0; parent < order_.size(); ++parent) {
      for (std::size_t pair = index.first_pair(parent); pair < index.first_pair(parent + 1);
           ++pair) {
        parents_of_.resize(order_.size());
        parents_of_[index.pair_child(pair)].push_back({static_cast<Variable>(parent), pair});
      }
    }
  }

  std::int64_t best_change(Variable v) {
    for (const auto& [parent, pair] : parents_of_[v]) pair_of_parent_[parent] = pair;
    for (std::size_t pair = index_.first_pair(v); pair < index_.first_pair(v + 1U); ++pair) {
      pair_of_child_[index_.pair_child(pair)] = pair;
    }
    std::int64_t best = 0;
    const auto at = static_cast<std::size_t>(position_[v]);
    change_ = 0;
    for (std::size_t i = at; i + 1 < order_.size(); ++i) {
      step_right(v, i);
      best = std::min(best, change_);
    }
    undo(v, at);
    for (std::size_t i = at; i > 0; --i) {
      step_left(v, i);
      best = std::min(best, change_);
    }
    undo(v, at);
    for (const auto& [parent, pair] : parents_of_[v]) pair_of_parent_[parent] = kNone;
    for (std::size_t pair = index_.first_pair(v); pair < index_.first_pair(v + 1U); ++pair) {
      pair_of_child_[index_.pair_child(pair)] = kNone;
    }
    return best;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  bool fits(SetNumber set, Variable child) const {
    for (const Variable m : index_.sets().members(set)) {
      if (position_[m] >= position_[child]) return false;
    }
    return true;
  }
  bool has(Variable child, Variable parent) const {
    const auto members = index_.sets().members(current_[child]);
    return std::find(members.begin(), members.end(), parent) != members.end();
  }
  void swap(std::size_t left) {
    std::swap(order_[left], order_[left + 1]);
    position_[order_[left]] = static_cast<std::int64_t>(left);
    position_[order_[left + 1]] = static_cast<std::int64_t>(left) + 1;
  }
  void replace(Variable child, SetNumber set) {
    if (set == current_[child]) return;
    log_.push_back({child, current_[child]});
    change_ += index_.sets().excess(set) - index_.sets().excess(current_[child]);
    current_[child] = set;
  }
  void lose(Variable child, Variable parent) {
    if (!has(child, parent)) return;
    SetNumber set = current_[child] + 1;
    while (!fits(set, child)) ++set;
    replace(child, set);
  }
  void gain(Variable child, std::size_t pair) {
    if (pair == kNone || index_.pair_best(pair) >= current_[child]) return;
    for (const SetNumber set : index_.pair_sets(pair)) {
      if (set >= current_[child]) return;
      if (fits(set, child)) return replace(child, set);
    }
  }
  void step_right(Variable v, std::size_t i) {
    const Variable other = order_[i + 1];
    swap(i);
    lose(other, v);
    gain(v, pair_of_parent_[other]);
  }
  void step_left(Variable v, std::size_t i) {
    const Variable other = order_[i - 1];
    swap(i - 1);
    lose(v, other);
    gain(other, pair_of_child_[other]);
  }
  void undo(Variable v, std::size_t at) {
    for (; !log_.empty(); log_.pop_back()) current_[log_.back().first] = log_.back().second;
    while (position_[v] < static_cast<std::int64_t>(at)) swap(static_cast<std::size_t>(position_[v]));
    while (position_[v] > static_cast<std::int64_t>(at)) {
      swap(static_cast<std::size_t>(position_[v]) - 1);
    }
    change_ = 0;
  }

  const OrderIndex& index_;
  std::vector<Variable> order_;
  std::vector<std::int64_t> position_;
  std::vector<SetNumber> current_;
  std::vector<std::vector<std::pair<Variable, std::size_t>>> parents_of_;
  std::vector<std::size_t> pair_of_parent_;
  std::vector<std::size_t> pair_of_child_;
  std::vector<std::pair<Variable, SetNumber>> log_;
  std::int64_t change_ = 0;
};

/// Microseconds of one call, the least of some repetitions over all variables.
template <class Scan>
double microseconds(std::size_t n, Scan scan) {
  double least = 1e300;
  for (int repetition = 0; repetition < 5; ++repetition) {
    const auto began = std::chrono::steady_clock::now();
    for (std::size_t v = 0; v < n; ++v) scan(static_cast<Variable>(v));
    const std::chrono::duration<double, std::micro> took =
        std::chrono::steady_clock::now() - began;
    least = std::min(least, took.count() / static_cast<double>(n));
  }
  return least;
}

void measure(const char* name, OrderEvaluator& evaluator) {
  const std::size_t n = evaluator.n_variables();
  SwapScan swaps(evaluator.index(), evaluator);
  std::vector<std::int64_t> by_swaps(n);
  std::vector<std::int64_t> by_profile(n);
  std::vector<std::int64_t> by_bound(n);
  std::vector<ProfileStep> steps;
  const double swap_time = microseconds(n, [&](Variable v) { by_swaps[v] = swaps.best_change(v); });
  const double profile_time = microseconds(n, [&](Variable v) {
    evaluator.insertion_profile(v, steps);
    by_profile[v] = 0;
    for (const ProfileStep& step : steps) by_profile[v] = std::min(by_profile[v], step.change);
  });
  const double bounded_time =
      microseconds(n, [&](Variable v) { by_bound[v] = evaluator.best_insertion(v, n).change; });
  if (by_swaps != by_profile || by_swaps != by_bound) {
    std::fprintf(stderr, "the scans disagree\n");
    std::exit(1);
  }
  std::printf("\"%s\": {\"swaps\": %.4f, \"all\": %.4f, \"best\": %.4f}", name, swap_time,
              profile_time, bounded_time);
}

}  // namespace

int main(int, char** arguments) {
  const std::string folder = arguments[1];
  const auto child_starts = read<std::int64_t>(folder + "/child_starts");
  const auto scores = read<double>(folder + "/scores");
  const auto set_starts = read<std::uint32_t>(folder + "/set_starts");
  const auto members = read<std::uint16_t>(folder + "/members");
  const CandidateSets sets({child_starts, scores, set_starts, members});
  const OrderIndex index(sets);
  OrderEvaluator evaluator(index);
  std::vector<Variable> order(index.n_variables());
  std::iota(order.begin(), order.end(), Variable{0});
  Rng rng(1);
  rng.shuffle(order);
  evaluator.set_order(order);
  std::printf("{");
  measure("random", evaluator);
  for (bool improved = true; improved;) {
    improved = false;
    for (const Variable v : order) {
      const Insertion best = evaluator.best_insertion(v, order.size());
      if (best.change < 0) evaluator.insert(v, best.destination);
      improved |= best.change < 0;
    }
  }
  std::printf(", ");
  measure("optimum", evaluator);
  std::printf("}\n");
}
