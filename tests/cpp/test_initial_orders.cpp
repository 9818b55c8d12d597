// Orders to start from, and orders made of two.

#include <algorithm>
#include <numeric>
#include <set>

#include "check.hpp"
#include "dagwright/order/best_parents.hpp"
#include "dagwright/order/crossover.hpp"
#include "dagwright/order/initial_order.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

bool is_permutation_of_all(std::vector<Variable> order, std::size_t n) {
  std::sort(order.begin(), order.end());
  for (std::size_t v = 0; v < order.size(); ++v) {
    if (order[v] != v) return false;
  }
  return order.size() == n;
}

/// What an order costs, by looking for each variable's best set among those before it.
std::int64_t excess_of(const parents::CandidateSets& sets, const std::vector<Variable>& order) {
  std::int64_t sum = 0;
  for (const std::int64_t set : sets.best_in_order(order)) {
    CHECK(set >= 0);  // required parents come first
    sum += sets.excess(static_cast<std::size_t>(set));
  }
  return sum;
}

std::vector<std::unique_ptr<order::InitialOrder>> makers(const orders::OrderIndex& index) {
  std::vector<std::unique_ptr<order::InitialOrder>> all;
  all.push_back(order::make_random_order(index));
  all.push_back(order::make_dfs_order(index, false));
  all.push_back(order::make_dfs_order(index, true));
  all.push_back(order::make_fas_order(index));
  all.push_back(order::make_greedy_order(index, 1));
  all.push_back(order::make_greedy_order(index, 3));
  return all;
}

void orders_respect_what_is_required() {
  Rng rng(95);
  for (int round = 0; round < 40; ++round) {
    const std::size_t n = 1 + rng.below(20);
    const RandomCandidates candidates(n, 20, 3, rng, round % 2 == 0);
    const orders::OrderIndex index(candidates.get());
    for (const auto& maker : makers(index)) {
      Rng one(round), other(round);
      const std::vector<Variable> order = maker->make(one);
      CHECK(is_permutation_of_all(order, n));
      CHECK(maker->make(other) == order);
      excess_of(candidates.get(), order);
    }
  }
}

/// Where the best parents have no cycle, all but random orders put them first.
void acyclic_best_parents_cost_nothing() {
  Rng rng(96);
  int acyclic = 0;
  for (int round = 0; round < 200; ++round) {
    const RandomCandidates candidates(2 + rng.below(5), 4, 2, rng);
    const orders::OrderIndex index(candidates.get());
    const order::BestParents best(index);
    CHECK(best.children == reversed(best.parents));
    for (std::size_t v = 0; v < best.parents.size(); ++v) {
      const auto child = static_cast<Variable>(v);
      CHECK(std::ranges::equal(best.parents[v],
                               candidates.get().members(candidates.get().begin(child))));
    }
    if (!is_acyclic(best.parents)) continue;
    ++acyclic;
    const auto all = makers(index);
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      Rng own(round);
      CHECK(excess_of(candidates.get(), all[i]->make(own)) == 0);
    }
  }
  CHECK(acyclic > 20);
}

void crossovers_mix_two_orders() {
  Rng rng(97);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 2 + rng.below(12);
    std::vector<Variable> one(n), other(n);
    std::iota(one.begin(), one.end(), Variable{0});
    std::iota(other.begin(), other.end(), Variable{0});
    for (std::size_t i = n; i > 1; --i) std::swap(one[i - 1], one[rng.below(i)]);
    for (std::size_t i = n; i > 1; --i) std::swap(other[i - 1], other[rng.below(i)]);
    for (const auto kind : {order::Crossover::order_based, order::Crossover::order_based_by_coins,
                            order::Crossover::rank, order::Crossover::cycle}) {
      CHECK(order::cross(kind, one, one, rng) == one);
      const std::vector<Variable> child = order::cross(kind, one, other, rng);
      CHECK(is_permutation_of_all(child, n));
      std::size_t kept = 0;
      std::vector<Variable> moved;
      for (std::size_t i = 0; i < n; ++i) {
        kept += child[i] == one[i] ? 1 : 0;
        if (child[i] != one[i]) moved.push_back(child[i]);
        if (kind == order::Crossover::cycle) CHECK(child[i] == one[i] || child[i] == other[i]);
      }
      if (kind == order::Crossover::order_based) CHECK(kept >= n / 2);
      if (kind == order::Crossover::rank) {
        const auto rank = [&](Variable v) {
          return std::ranges::find(one, v) - one.begin() +
                 (std::ranges::find(other, v) - other.begin());
        };
        CHECK(std::ranges::is_sorted(child, {}, rank));
      }
    }
  }
}

}  // namespace

int main() {
  orders_respect_what_is_required();
  acyclic_best_parents_cost_nothing();
  crossovers_mix_two_orders();
}
