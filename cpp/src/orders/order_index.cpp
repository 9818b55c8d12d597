#include "dagwright/orders/order_index.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "dagwright/core/combinations.hpp"

namespace dagwright::orders {

OrderIndex::OrderIndex(const parents::CandidateSets& sets) : sets_(sets), precedence_(sets) {
  if (sets.n_sets() > std::numeric_limits<SetNumber>::max()) {
    throw std::overflow_error("more than 2^32 candidate sets");
  }
  for (std::size_t child = 0; child < n_variables(); ++child) {
    first_set_.push_back(static_cast<SetNumber>(sets.begin(static_cast<Variable>(child))));
  }
  first_set_.push_back(static_cast<SetNumber>(sets.n_sets()));
  count_pairs();
  fill_pairs();
  DAGWRIGHT_CHECK_EVERY(4, check());
}

bool OrderIndex::check() const {
  std::size_t n_members = 0;
  for (std::size_t set = 0; set < sets_.n_sets(); ++set) n_members += sets_.members(set).size();
  if (pair_sets_.size() != n_members) return false;
  for (std::size_t parent = 0; parent < n_variables(); ++parent) {
    for (std::size_t pair = first_pair(parent); pair < first_pair(parent + 1); ++pair) {
      const auto sets = pair_sets(pair);
      const Variable child = pair_child(pair);
      if (pair > first_pair(parent) && pair_child(pair - 1) >= child) return false;
      if (sets.empty() || sets.front() != pair_best(pair) || !is_strictly_ascending(sets) ||
          sets.front() < begin(child) || sets.back() >= end(child)) {
        return false;
      }
      const bool all_have_it = std::all_of(sets.begin(), sets.end(), [&](SetNumber set) {
        const auto members = sets_.members(set);
        return std::binary_search(members.begin(), members.end(), parent);
      });
      if (!all_have_it) return false;
    }
  }
  return true;
}

void OrderIndex::count_pairs() {
  const std::size_t n = n_variables();
  first_pair_.assign(n + 1, 0);
  std::vector<std::size_t> last_child(n, n);
  for (std::size_t child = 0; child < n; ++child) {
    for (SetNumber set = first_set_[child]; set < first_set_[child + 1]; ++set) {
      for (const Variable parent : sets_.members(set)) {
        if (last_child[parent] == child) continue;
        last_child[parent] = child;
        ++first_pair_[parent + 1];
      }
    }
  }
  for (std::size_t parent = 0; parent < n; ++parent) first_pair_[parent + 1] += first_pair_[parent];
}

void OrderIndex::fill_pairs() {
  const std::size_t n = n_variables();
  pair_child_.resize(first_pair_[n]);
  pair_best_.resize(first_pair_[n]);
  first_of_pair_.assign(first_pair_[n] + 1, 0);

  // Children come in ascending order, so each parent's pairs are filled from left to right.
  std::vector<std::uint32_t> filled(first_pair_.begin(), first_pair_.end() - 1);
  std::vector<std::size_t> last_child(n, n);
  const auto for_each_member = [&](auto&& visit) {
    for (std::size_t child = 0; child < n; ++child) {
      for (SetNumber set = first_set_[child]; set < first_set_[child + 1]; ++set) {
        for (const Variable parent : sets_.members(set)) visit(child, set, parent);
      }
    }
  };
  for_each_member([&](std::size_t child, SetNumber set, Variable parent) {
    if (last_child[parent] != child) {
      last_child[parent] = child;
      pair_child_[filled[parent]] = static_cast<Variable>(child);
      pair_best_[filled[parent]++] = set;
    }
    ++first_of_pair_[filled[parent]];  // of the pair before, moved by one for the sums below
  });
  for (std::size_t pair = 0; pair < first_pair_[n]; ++pair) {
    first_of_pair_[pair + 1] += first_of_pair_[pair];
  }

  pair_sets_.resize(first_of_pair_.back());
  std::vector<std::uint32_t> next(first_of_pair_.begin(), first_of_pair_.end() - 1);
  filled.assign(first_pair_.begin(), first_pair_.end() - 1);
  for_each_member([&](std::size_t child, SetNumber set, Variable parent) {
    while (pair_child_[filled[parent]] != child) ++filled[parent];
    pair_sets_[next[filled[parent]]++] = set;
  });
}

std::size_t OrderIndex::bytes() const {
  return first_set_.size() * sizeof(SetNumber) + first_pair_.size() * sizeof(std::uint32_t) +
         pair_child_.size() * (sizeof(Variable) + sizeof(SetNumber) + sizeof(std::uint32_t)) +
         pair_sets_.size() * sizeof(SetNumber);
}

}  // namespace dagwright::orders
