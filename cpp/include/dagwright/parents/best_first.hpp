#pragma once

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/parents/budget.hpp"
#include "dagwright/parents/selection.hpp"
#include "dagwright/scores/set_key.hpp"

namespace dagwright::parents {

/// A queue of bounded length, best entry first; Entry::worse(a, b) must be a strict order.
template <class Entry>
class OpenList {
 public:
  explicit OpenList(std::size_t max_size) : max_size_(max_size) {}

  bool empty() const { return heap_.empty(); }
  std::size_t bytes() const { return heap_.capacity() * sizeof(Entry); }
  const std::vector<Entry>& entries() const { return heap_; }

  void push(const Entry& entry) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), Entry::worse);
  }

  Entry pop() {
    DAGWRIGHT_ASSERT(!heap_.empty());
    std::pop_heap(heap_.begin(), heap_.end(), Entry::worse);
    const Entry best = heap_.back();
    heap_.pop_back();
    return best;
  }

  /// Drops the worse half if there are too many; says whether it did.
  bool trim() {
    if (heap_.size() <= max_size_) return false;
    std::sort(heap_.begin(), heap_.end(),
              [](const Entry& a, const Entry& b) { return Entry::worse(b, a); });
    heap_.resize(max_size_ / 2 + 1);
    std::make_heap(heap_.begin(), heap_.end(), Entry::worse);
    return true;
  }

 private:
  std::size_t max_size_;
  std::vector<Entry> heap_;
};

/// The sets that a best-first selection has scored, with look-up by set.
class ClosedSets {
 public:
  explicit ClosedSets(FamilyScorer& scorer) : scorer_(scorer) {}

  std::size_t size() const { return families_.size(); }
  std::span<const Variable> members(std::size_t i) const { return sets_.members(i); }
  const ScoredFamily& family(std::size_t i) const { return families_[i]; }

  bool contains(std::span<const Variable> set) const {
    return index_.contains(scores::SetKey(set, 0));
  }
  /// Size of all sets if there is none.
  std::size_t find(std::span<const Variable> set) const {
    const auto found = index_.find(scores::SetKey(set, 0));
    return found == index_.end() ? size() : found->second;
  }
  void add(std::span<const Variable> set, const ScoredFamily& family);

  /// The list of the sets found, once the enumeration has ended.
  /// `singles_covered`: every single parent was scored or is useless.
  CandidateList finish(const ChildTask& task, const Budget& budget, bool singles_covered,
                       bool saw_everything) const;

  std::size_t bytes() const {
    return sets_.bytes() + families_.capacity() * sizeof(ScoredFamily) + index_.size() * 64;
  }

 private:
  struct KeyHash {
    std::size_t operator()(const scores::SetKey& key) const { return key.hash(); }
  };

  FamilyScorer& scorer_;
  ScoredSets sets_;
  std::vector<ScoredFamily> families_;
  std::unordered_map<scores::SetKey, std::size_t, KeyHash> index_;
};

}  // namespace dagwright::parents
