#include "dagwright/order/crossover.hpp"

#include <algorithm>
#include <numeric>

#include "dagwright/core/assert.hpp"

namespace dagwright::order {
namespace {

std::vector<std::size_t> positions_of(const std::vector<Variable>& order) {
  std::vector<std::size_t> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  return position;
}

std::vector<bool> draw_kept(std::size_t n, bool by_coins, Rng& rng) {
  std::vector<bool> kept(n, false);
  if (by_coins) {
    for (std::size_t i = 0; i < n; ++i) kept[i] = rng.below(2) == 0;
    return kept;
  }
  std::fill_n(kept.begin(), n / 2, true);
  for (std::size_t i = n; i > 1; --i) {
    const std::size_t drawn = rng.below(i);
    const bool last = kept[i - 1];
    kept[i - 1] = kept[drawn];
    kept[drawn] = last;
  }
  return kept;
}

}  // namespace

std::vector<Variable> cross(Crossover kind, const std::vector<Variable>& one,
                            const std::vector<Variable>& other, Rng& rng) {
  DAGWRIGHT_ASSERT(one.size() == other.size());
  if (kind == Crossover::rank) return cross_by_rank(one, other, rng);
  if (kind == Crossover::cycle) return cross_cycles(one, other, rng);
  return cross_order_based(one, other, kind == Crossover::order_based_by_coins, rng);
}

std::vector<Variable> cross_order_based(const std::vector<Variable>& one,
                                        const std::vector<Variable>& other, bool by_coins,
                                        Rng& rng) {
  const std::size_t n = one.size();
  const std::vector<bool> kept = draw_kept(n, by_coins, rng);
  std::vector<bool> is_used(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    if (kept[i]) is_used[one[i]] = true;
  }
  std::vector<Variable> offspring = one;
  auto next = other.begin();
  for (std::size_t i = 0; i < n; ++i) {
    if (kept[i]) continue;
    next = std::find_if(next, other.end(), [&](Variable v) { return !is_used[v]; });
    DAGWRIGHT_ASSERT(next != other.end());
    offspring[i] = *next++;
  }
  return offspring;
}

std::vector<Variable> cross_by_rank(const std::vector<Variable>& one,
                                    const std::vector<Variable>& other, Rng& rng) {
  const std::vector<std::size_t> in_one = positions_of(one);
  const std::vector<std::size_t> in_other = positions_of(other);
  std::vector<Variable> offspring(one.size());
  std::iota(offspring.begin(), offspring.end(), Variable{0});
  rng.shuffle(offspring);
  std::stable_sort(offspring.begin(), offspring.end(), [&](Variable a, Variable b) {
    return in_one[a] + in_other[a] < in_one[b] + in_other[b];
  });
  return offspring;
}

std::vector<Variable> cross_cycles(const std::vector<Variable>& one,
                                   const std::vector<Variable>& other, Rng& rng) {
  const std::vector<std::size_t> in_one = positions_of(one);
  std::vector<Variable> offspring = one;
  std::vector<bool> is_set(one.size(), false);
  for (std::size_t start = 0; start < one.size(); ++start) {
    if (is_set[start]) continue;
    const bool from_other = rng.below(2) == 0;
    for (std::size_t i = start; !is_set[i]; i = in_one[other[i]]) {
      is_set[i] = true;
      if (from_other) offspring[i] = other[i];
    }
  }
  return offspring;
}

}  // namespace dagwright::order
