#include "dagwright/parents/candidate_list.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/radix_sort.hpp"
#include "dagwright/scores/set_key.hpp"

namespace dagwright::parents {
namespace {

struct KeyHash {
  std::size_t operator()(const scores::SetKey& key) const { return key.hash(); }
};
using KeySet = std::unordered_set<scores::SetKey, KeyHash>;

/// By score, then by size and members.
std::vector<RadixKey> order_best_first(const ScoredSets& sets) {
  std::vector<RadixKey> order(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) order[i] = {descending_key(sets.score(i)), i};
  radix_sort(order);
  const auto comes_first = [&](const RadixKey& a, const RadixKey& b) {
    const auto x = sets.members(a.place);
    const auto y = sets.members(b.place);
    if (x.size() != y.size()) return x.size() < y.size();
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  for (auto first = order.begin(); first != order.end();) {
    const auto end = std::find_if(first + 1, order.end(),
                                  [&](const RadixKey& other) { return other.key != first->key; });
    if (end - first > 1) std::sort(first, end, comes_first);
    first = end;
  }
  return order;
}

/// Below this size all subsets are looked up; above, the kept sets are scanned.
constexpr std::size_t kFewMembers = 12;

bool contains_kept_by_lookup(std::span<const Variable> members, const KeySet& kept) {
  std::vector<Variable> subset;
  const unsigned whole = (1U << members.size()) - 1;
  for (unsigned mask = 0; mask < whole; ++mask) {
    subset.clear();
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (((mask >> i) & 1U) != 0) subset.push_back(members[i]);
    }
    if (kept.contains(scores::SetKey(subset, 0))) return true;
  }
  return false;
}

bool contains_kept_by_scan(std::span<const Variable> members, const ScoredSets& kept) {
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const auto other = kept.members(i);
    if (other.size() < members.size() &&
        std::includes(members.begin(), members.end(), other.begin(), other.end())) {
      return true;
    }
  }
  return false;
}

}  // namespace

ScoredSets best_first(const ScoredSets& sets) {
  ScoredSets sorted;
  sorted.reserve(sets.size(), sets.n_members());
  for (const RadixKey& next : order_best_first(sets)) {
    sorted.add(sets.members(next.place), sets.score(next.place));
  }
  DAGWRIGHT_CHECK_EVERY(16, without_dominated(sets).size() == sets.size());
  return sorted;
}

/// A subset that equals or beats a set comes before it in the order (by score, then by size), so
/// one pass is enough; and what dominates a dominated set dominates all that the latter does.
ScoredSets without_dominated(const ScoredSets& sets) {
  ScoredSets kept;
  KeySet kept_keys;
  for (const RadixKey& next : order_best_first(sets)) {
    const auto members = sets.members(next.place);
    const bool dominated = members.size() <= kFewMembers
                               ? contains_kept_by_lookup(members, kept_keys)
                               : contains_kept_by_scan(members, kept);
    if (dominated) continue;
    kept.add(members, sets.score(next.place));
    kept_keys.emplace(members, 0);
  }
  return kept;
}

}  // namespace dagwright::parents
