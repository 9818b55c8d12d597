#include <algorithm>
#include <numeric>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/exact/incumbent.hpp"

namespace dagwright::exact {
namespace {

template <class Set>
class InsertionClimb {
 public:
  InsertionClimb(const ParentQueries<Set>& queries, std::size_t n)
      : queries_(queries), before_(n), alone_(n), after_(n), pivots_(n) {
    std::iota(pivots_.begin(), pivots_.end(), Variable{0});
  }

  /// Moves variables to their best places until none wants to move. Returns false if stopped.
  bool climb(std::vector<Variable>& order, Rng& rng, RunControl& control) {
    for (bool moved = true; moved;) {
      if (control.should_stop()) return false;
      moved = false;
      rng.shuffle(pivots_);
      for (const Variable pivot : pivots_) moved |= insert_best(order, pivot);
    }
    return true;
  }

 private:
  /// Before the variable at place p (of the order without the pivot) stand p others, which do not
  /// have the pivot as a parent; those from p on do.
  bool insert_best(std::vector<Variable>& order, Variable pivot) {
    const auto at = std::find(order.begin(), order.end(), pivot);
    DAGWRIGHT_ASSERT(at != order.end());
    const auto old = static_cast<std::size_t>(at - order.begin());
    order.erase(at);
    const std::size_t rest = order.size();
    Set placed{};
    for (std::size_t p = 0; p < rest; ++p) {
      before_[p] = placed;
      placed |= single<Set>(order[p]);
    }
    before_[rest] = placed;
    queries_.costs_of(pivot, before_, alone_.data());
    Cost sum = 0;  // of those behind the pivot if it comes first
    for (std::size_t p = 0; p < rest; ++p) {
      after_[p] = queries_.cost(order[p], before_[p] | single<Set>(pivot));
      sum += after_[p];
    }
    std::size_t best = 0;
    Cost best_cost = sum + alone_[0];
    Cost old_cost = best_cost;
    for (std::size_t p = 0; p < rest; ++p) {
      sum = sum - after_[p] + queries_.cost(order[p], before_[p]);
      const Cost total = sum + alone_[p + 1];
      if (total < best_cost) {
        best = p + 1;
        best_cost = total;
      }
      if (p + 1 == old) old_cost = total;
    }
    DAGWRIGHT_ASSERT(best_cost <= old_cost && best <= rest);
    const bool improves = best_cost < old_cost;
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(improves ? best : old), pivot);
    return improves;
  }

  const ParentQueries<Set>& queries_;
  std::vector<Set> before_;
  std::vector<Cost> alone_, after_;
  std::vector<Variable> pivots_;
};

void disturb(std::vector<Variable>& order, Rng& rng) {
  const std::uint64_t moves = 2 + rng.below(2 + order.size() / 4);
  for (std::uint64_t i = 0; i < moves; ++i) {
    const auto from = order.begin() + static_cast<std::ptrdiff_t>(rng.below(order.size()));
    const Variable moved = *from;
    order.erase(from);
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(rng.below(order.size() + 1)), moved);
  }
}

}  // namespace

template <class Set>
void improve_by_insertion(const ParentQueries<Set>& queries, std::size_t n_variables,
                          std::uint64_t climbs, std::uint64_t seed, Incumbent<Set>& incumbent,
                          RunControl& control) {
  InsertionClimb<Set> climber(queries, n_variables);
  std::vector<Variable> best = incumbent.order();
  Cost best_cost = incumbent.cost();
  for (std::uint64_t round = 0; round < climbs && !control.stopped(); ++round) {
    Rng rng(seed, {round});
    std::vector<Variable> order = best;
    if (round > 0) disturb(order, rng);
    if (!climber.climb(order, rng, control)) return;
    incumbent.offer(order, 0);
    if (incumbent.cost() < best_cost || round == 0) {
      best = std::move(order);
      best_cost = incumbent.cost();
    }
  }
}

template void improve_by_insertion(const ParentQueries<NarrowSet>&, std::size_t, std::uint64_t,
                                   std::uint64_t, Incumbent<NarrowSet>&, RunControl&);
template void improve_by_insertion(const ParentQueries<WideSet>&, std::size_t, std::uint64_t,
                                   std::uint64_t, Incumbent<WideSet>&, RunControl&);

}  // namespace dagwright::exact
