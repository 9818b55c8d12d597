#include <algorithm>
#include <string>

#include "exact_run.hpp"

#include "dagwright/core/assert.hpp"

namespace dagwright::exact {
namespace {

constexpr std::size_t kMostVariables = 34;
constexpr std::size_t kSubsetsPerCheck = 1 << 10;

template <class Set>
class DynamicProgramming {
 public:
  DynamicProgramming(const Inputs& inputs, const ExactOptions& options, const Resources& resources,
                     RunControl& control)
      : run_(inputs, control), options_(options), resources_(resources) {}

  ExactResult search() {
    const std::size_t n = run_.graph.n_variables();
    if (n > kMostVariables) {
      throw std::overflow_error("dynamic programming over " + std::to_string(n) +
                                " variables fits no memory: use A*, BFBnB or ILP");
    }
    if (!run_.prepare(options_, resources_.seed)) return run_.finish(false);
    costs_.assign(std::size_t{1} << n, kNoCost);
    costs_[0] = 0;
    run_.counters.peak_nodes = costs_.size();
    run_.counters.bytes = costs_.size() * sizeof(Cost) + run_.queries->bytes();
    if (!place_all()) return run_.finish(false);
    run_.incumbent.offer(best_order(), run_.counters.expanded);
    return run_.finish(true);
  }

 private:
  static Set to_set(std::size_t bits) {
    if constexpr (sizeof(Set) == 8) {
      return bits;
    } else {
      return Set{0, bits};
    }
  }

  /// Every subset after all its own subsets, which are smaller numbers. Returns false if stopped.
  bool place_all() {
    const std::size_t n = run_.graph.n_variables();
    std::vector<Variable> left;
    std::vector<Cost> arcs(n);
    for (std::size_t bits = 0; bits + 1 < costs_.size(); ++bits) {
      if (bits % kSubsetsPerCheck == 0) {
        run_.control.report_work(bits, costs_.size());
        if (run_.control.should_stop()) return false;
      }
      if (run_.out_of_iterations()) return false;
      const Set placed = to_set(bits);
      left.clear();
      for_each_member(run_.graph.all() & ~placed, [&](Variable v) { left.push_back(v); });
      run_.queries->costs_after(placed, left, arcs.data());
      for (std::size_t i = 0; i < left.size(); ++i) {
        Cost& known = costs_[bits | std::size_t{1} << left[i]];
        known = std::min(known, costs_[bits] + arcs[i]);
      }
      ++run_.counters.expanded;
      run_.counters.generated += left.size();
    }
    return true;
  }

  /// Backward from all variables: a last one that explains the cost.
  std::vector<Variable> best_order() const {
    std::vector<Variable> order;
    for (std::size_t bits = costs_.size() - 1; bits != 0;) {
      Variable last = 0;
      for (;; ++last) {
        DAGWRIGHT_ASSERT(last < run_.graph.n_variables());
        const std::size_t bit = std::size_t{1} << last;
        if ((bits & bit) == 0) continue;
        const Cost arc = run_.queries->cost(last, to_set(bits ^ bit));
        if (costs_[bits ^ bit] + arc == costs_[bits]) break;
      }
      order.push_back(last);
      bits ^= std::size_t{1} << last;
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

  ExactRun<Set> run_;
  const ExactOptions& options_;
  const Resources& resources_;
  std::vector<Cost> costs_;
};

}  // namespace

ExactResult dynamic_programming(const Inputs& inputs, const ExactOptions& options,
                                const Resources& resources, RunControl& control) {
  return search_with<DynamicProgramming>(inputs, options, resources, control);
}

}  // namespace dagwright::exact
