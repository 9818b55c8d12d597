#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "dagwright/core/assert.hpp"
#include "dagwright/exact/order_graph.hpp"

namespace dagwright::exact {

/// What a search knows of a node of the order graph: the cost of the best way to it, the variable
/// placed last on that way, and whether it was expanded. 16 bytes (24 for wide sets).
template <class Set>
class Node {
 public:
  Set key{};  ///< the set, scrambled

  bool is_used() const { return info_ != 0; }
  Cost cost() const { return info_ & kCostMask; }
  Variable last() const { return static_cast<Variable>(info_ >> kCostBits & 0xff); }
  bool is_closed() const { return (info_ & kClosed) != 0; }

  /// Opens the node, too.
  void reach(Cost cost, Variable last) {
    DAGWRIGHT_ASSERT(cost <= kCostMask && last <= 0xff);
    info_ = kUsed | static_cast<std::uint64_t>(last) << kCostBits | cost;
  }
  void close() {
    DAGWRIGHT_ASSERT(is_used());
    info_ |= kClosed;
  }

 private:
  static constexpr std::uint64_t kCostMask = (std::uint64_t{1} << kCostBits) - 1;
  static constexpr std::uint64_t kUsed = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kClosed = std::uint64_t{1} << 62;

  std::uint64_t info_ = 0;
};

/// An open-addressing table of nodes that stays sorted by scrambled set.
///
/// A scrambled set looks like a random number, so it says by itself where it belongs, and nodes
/// next to each other are in ascending order (linear probing with ordered runs, Amble & Knuth
/// 1974). A sorted table can grow by any factor and in place: all nodes move to the end, then
/// forward to their new homes, in two sequential passes. So it is always at least 78 % full and
/// never there twice, unlike one that doubles.
template <class Set>
class NodeTable {
 public:
  NodeTable();
  ~NodeTable() { std::free(slots_); }
  NodeTable(const NodeTable&) = delete;
  NodeTable& operator=(const NodeTable&) = delete;

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return n_slots() * sizeof(Node<Set>); }
  /// Bytes after the next growth.
  std::size_t bytes_when_grown() const;
  /// What `grow` takes at its peak: a small table is copied.
  std::size_t bytes_while_growing() const;
  /// Whether `more` insertions could make the table grow.
  bool is_tight(std::size_t more) const { return size_ + more > fill_limit_; }

  /// Throws std::bad_alloc, and is unchanged, if there is no memory.
  void grow();

  void prefetch(Set key) const {
#if defined(__GNUC__)
    __builtin_prefetch(slots_ + home(key));
#else
    static_cast<void>(key);
#endif
  }

  /// The node of a scrambled set; null if there is none.
  Node<Set>* find(Set key) const {
    Node<Set>* slot = seek(key);
    return slot->is_used() && slot->key == key ? slot : nullptr;
  }

  /// The node of a scrambled set, which is unused if it is new: reach() it before anything else.
  /// Needs a table that is not tight. Null if this corner of the table is full: grow and repeat.
  Node<Set>* find_or_add(Set key) {
    Node<Set>* const slot = seek(key);
    if (slot->is_used() && slot->key == key) return slot;
    DAGWRIGHT_ASSERT(!is_tight(1));
    return make_room(slot, key) ? slot : nullptr;
  }

  /// Whether every node is where it is looked for; for tests and assertions. Not between
  /// find_or_add() and reach().
  bool check() const;

 private:
  std::size_t n_slots() const { return capacity_ + kOverflow; }
  std::size_t home(Set key) const {
    // The high half of a 64 x 64 bit product.
    const std::uint64_t word = leading_word(key);
    const std::uint64_t high = word >> 32, low = word & 0xffffffffU;
    const std::uint64_t many = capacity_ >> 32, few = capacity_ & 0xffffffffU;
    const std::uint64_t middle = high * few + (low * few >> 32);
    DAGWRIGHT_ASSERT(slots_ != nullptr);
    return high * many + (middle >> 32) + (((middle & 0xffffffffU) + low * many) >> 32);
  }
  Node<Set>* seek(Set key) const {
    Node<Set>* slot = slots_ + home(key);
    while (slot->is_used() && slot->key < key) ++slot;
    return slot;
  }
  bool make_room(Node<Set>* slot, Set key);
  void spread(std::size_t old_slots);

  /// Runs may reach beyond the last home; the very last slot stays unused.
  static constexpr std::size_t kOverflow = 4096;

  Node<Set>* slots_ = nullptr;
  std::size_t capacity_ = 0;  ///< homes
  std::size_t size_ = 0;
  std::size_t fill_limit_ = 0;
};

extern template class NodeTable<NarrowSet>;
extern template class NodeTable<WideSet>;

}  // namespace dagwright::exact
