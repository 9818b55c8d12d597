#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/exact/order_graph.hpp"

namespace dagwright::exact {

/// The open list of A*: nodes by f = cost + bound, the deeper first among equals, then by set.
///
/// Nodes of the lowest bucket of f are in a heap; all others wait unsorted, as bare sets, in
/// blocks of their bucket. Most never leave it. Nothing is ever removed or moved: who pops has to
/// look up what became of the node meanwhile.
template <class Set>
class BucketQueue {
 public:
  struct Entry {
    Cost f;
    unsigned depth;
    Set set;
  };

  /// f runs from `lowest` to below `end`.
  BucketQueue(Cost lowest, Cost end)
      : lowest_(lowest),
        shift_(std::max(0, static_cast<int>(std::bit_width(end - lowest)) - kBucketBits)),
        buckets_(((end - lowest) >> shift_) + 1) {}

  void push(const Entry& entry) {
    const std::size_t bucket = bucket_of(entry.f);
    DAGWRIGHT_ASSERT(bucket < buckets_.size());
    if (bucket > current_) {
      append(bucket, entry.set);
    } else {
      heap_.push_back(entry);
      std::push_heap(heap_.begin(), heap_.end(), comes_later);
    }
  }

  /// The first entry; none if the queue is empty. `load(sets, heap)` must append the entries of
  /// those sets of a bucket that are still open.
  template <class Load>
  std::optional<Entry> pop(Load&& load) {
    while (heap_.empty()) {
      if (!advance()) return std::nullopt;
      drain(load);
    }
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    const Entry entry = heap_.back();
    heap_.pop_back();
    DAGWRIGHT_ASSERT(heap_.empty() || !comes_later(entry, heap_.front()));
    return entry;
  }

  /// The entry that would be popped next, if it is known; otherwise null.
  const Entry* peek() const { return heap_.empty() ? nullptr : &heap_.front(); }

  /// No entry has a lower f.
  Cost least() const {
    if (!heap_.empty()) return heap_.front().f;
    std::size_t bucket = current_;
    while (bucket + 1 < buckets_.size() && buckets_[bucket].first == nullptr) ++bucket;
    return lowest_ + (static_cast<Cost>(bucket) << shift_);
  }

  std::size_t bytes() const {
    return slabs_.size() * kSlabBlocks * sizeof(Block) + buckets_.size() * sizeof(Bucket) +
           heap_.capacity() * sizeof(Entry);
  }

 private:
  static constexpr int kBucketBits = 16;
  static constexpr std::size_t kBlockSets = 62;
  static constexpr std::size_t kSlabBlocks = 512;

  struct Block {
    Block* next = nullptr;
    std::size_t used = 0;
    Set sets[kBlockSets];
  };
  struct Bucket {
    Block* first = nullptr;
  };

  static bool comes_later(const Entry& a, const Entry& b) {
    if (a.f != b.f) return a.f > b.f;
    if (a.depth != b.depth) return a.depth < b.depth;
    return a.set > b.set;
  }

  std::size_t bucket_of(Cost f) const {
    return f < lowest_ ? 0 : static_cast<std::size_t>((f - lowest_) >> shift_);
  }

  void append(std::size_t bucket, Set set) {
    Block*& first = buckets_[bucket].first;
    if (first == nullptr || first->used == kBlockSets) {
      Block* const fresh = take_block();
      fresh->next = first;
      fresh->used = 0;
      first = fresh;
    }
    first->sets[first->used++] = set;
  }

  Block* take_block() {
    if (free_ == nullptr) {
      slabs_.push_back(std::make_unique<Block[]>(kSlabBlocks));
      for (std::size_t i = 0; i < kSlabBlocks; ++i) give_back(&slabs_.back()[i]);
    }
    Block* const block = free_;
    free_ = block->next;
    return block;
  }
  void give_back(Block* block) {
    block->next = free_;
    free_ = block;
  }

  bool advance() {
    while (buckets_[current_].first == nullptr) {
      if (current_ + 1 == buckets_.size()) return false;
      ++current_;
    }
    return true;
  }

  template <class Load>
  void drain(Load&& load) {
    Block* block = buckets_[current_].first;
    buckets_[current_].first = nullptr;
    while (block != nullptr) {
      load(block->sets, block->used, heap_);
      Block* const next = block->next;
      give_back(block);
      block = next;
    }
    // What was pushed with a higher f may have become cheaper since, never more expensive.
    DAGWRIGHT_ASSERT(std::all_of(heap_.begin(), heap_.end(), [this](const Entry& entry) {
      return bucket_of(entry.f) <= current_;
    }));
    std::make_heap(heap_.begin(), heap_.end(), comes_later);
  }

  Cost lowest_;
  int shift_;
  std::size_t current_ = 0;
  std::vector<Bucket> buckets_;
  std::vector<Entry> heap_;
  std::vector<std::unique_ptr<Block[]>> slabs_;
  Block* free_ = nullptr;
};

}  // namespace dagwright::exact
