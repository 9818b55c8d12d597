#include "dagwright/exact/node_table.hpp"

#include <algorithm>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "dagwright/core/assert.hpp"

namespace dagwright::exact {
namespace {

constexpr std::size_t kFirstCapacity = 1 << 12;
/// Blocks of at least this many bytes are mapped by themselves (M_MMAP_THRESHOLD at its largest);
/// smaller ones may be copied when they grow.
constexpr std::size_t kRemapped = std::size_t{1} << 25;

/// Random access to gigabytes spends its time in page tables unless the pages are large.
void advise_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << 21;
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + kPage - 1) & ~(kPage - 1);
  const std::uintptr_t last = (address + bytes) & ~(kPage - 1);
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

std::size_t grown(std::size_t capacity) {
  return capacity + capacity / 8;
}

}  // namespace

template <class Set>
NodeTable<Set>::NodeTable() : capacity_(kFirstCapacity), fill_limit_(kFirstCapacity / 8 * 7) {
  slots_ = static_cast<Node<Set>*>(std::calloc(n_slots(), sizeof(Node<Set>)));
  if (slots_ == nullptr) throw std::bad_alloc();
}

template <class Set>
std::size_t NodeTable<Set>::bytes_when_grown() const {
  return (grown(capacity_) + kOverflow) * sizeof(Node<Set>);
}

template <class Set>
std::size_t NodeTable<Set>::bytes_while_growing() const {
  const std::size_t after = bytes_when_grown();
  return after < kRemapped ? bytes() + after : after;
}

template <class Set>
void NodeTable<Set>::grow() {
  const std::size_t old_slots = n_slots();
  // Large blocks grow without a copy where the system can remap pages.
  void* const moved = std::realloc(static_cast<void*>(slots_), bytes_when_grown());
  if (moved == nullptr) throw std::bad_alloc();
  slots_ = static_cast<Node<Set>*>(moved);
  capacity_ = grown(capacity_);
  fill_limit_ = capacity_ / 8 * 7;
  advise_large_pages(moved, bytes());
  spread(old_slots);
  DAGWRIGHT_ASSERT(check());
}

template <class Set>
void NodeTable<Set>::spread(std::size_t old_slots) {
  std::size_t packed = n_slots();
  for (std::size_t from = old_slots; from-- > 0;) {
    if (slots_[from].is_used()) slots_[--packed] = slots_[from];
  }
  // Those that still have to move fit behind the one at hand, wherever its home is; so no node is
  // overwritten before it has moved.
  std::size_t next = 0;
  for (; packed < n_slots(); ++packed) {
    const Node<Set> node = slots_[packed];
    const std::size_t place = std::max(next, home(node.key));
    DAGWRIGHT_ASSERT(place <= packed && place + 1 < n_slots());
    std::fill(slots_ + next, slots_ + place, Node<Set>{});
    slots_[place] = node;
    next = place + 1;
  }
  std::fill(slots_ + next, slots_ + n_slots(), Node<Set>{});
}

template <class Set>
bool NodeTable<Set>::check() const {
  std::size_t used = 0;
  const Node<Set>* previous = nullptr;
  for (std::size_t i = 0; i < n_slots(); ++i) {
    const Node<Set>& node = slots_[i];
    if (!node.is_used()) continue;
    ++used;
    const std::size_t first = home(node.key);
    // Looking begins at the home and ends at the first slot that is free or holds a larger key.
    if (first >= capacity_ || first > i || (previous != nullptr && !(previous->key < node.key))) {
      return false;
    }
    if (i > first && !slots_[i - 1].is_used()) return false;
    previous = &node;
  }
  return used == size_ && !slots_[n_slots() - 1].is_used();
}

template <class Set>
bool NodeTable<Set>::make_room(Node<Set>* slot, Set key) {
  Node<Set>* free = slot;
  while (free->is_used()) ++free;
  if (free + 1 == slots_ + n_slots()) return false;
  std::move_backward(slot, free, free + 1);
  *slot = Node<Set>{};
  slot->key = key;
  ++size_;
  return true;
}

template class NodeTable<NarrowSet>;
template class NodeTable<WideSet>;

}  // namespace dagwright::exact
