#include "dagwright/exact/layer.hpp"

#include <algorithm>

#include "dagwright/core/assert.hpp"

namespace dagwright::exact {

template <class Set>
std::size_t NodeLayer<Set>::block_of(Set set) const {
  const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), set);
  return after == firsts_.begin() ? 0 : static_cast<std::size_t>(after - firsts_.begin()) - 1;
}

template <class Set>
std::optional<LayerNode<Set>> NodeLayer<Set>::find(Set set) const {
  if (size_ == 0) return std::nullopt;
  std::vector<LayerNode<Set>> buffer;
  const auto nodes = block(block_of(set), buffer);
  const auto found =
      std::lower_bound(nodes.begin(), nodes.end(), set,
                       [](const LayerNode<Set>& node, Set wanted) { return node.set < wanted; });
  if (found == nodes.end() || found->set != set) return std::nullopt;
  return *found;
}

template <class Set>
bool NodeLayer<Set>::check() const {
  std::vector<LayerNode<Set>> buffer;
  std::optional<Set> previous;
  std::size_t count = 0;
  for (std::size_t index = 0; index < n_blocks(); ++index) {
    const auto nodes = block(index, buffer);
    const std::size_t expected = std::min(kNodesPerBlock, size_ - index * kNodesPerBlock);
    if (nodes.size() != expected || nodes.front().set != firsts_[index]) return false;
    for (const LayerNode<Set>& node : nodes) {
      if (previous && !(*previous < node.set)) return false;
      if (!is_empty(node.set) && !contains(node.set, node.last())) return false;
      previous = node.set;
    }
    count += nodes.size();
  }
  return count == size_;
}

template <class Set>
void MemoryLayer<Set>::append(std::span<const LayerNode<Set>> nodes) {
  DAGWRIGHT_ASSERT(nodes.empty() || blocks_.empty() ||
                   blocks_.back().back().set < nodes.front().set);
  while (!nodes.empty()) {
    if (blocks_.empty() || blocks_.back().size() == kNodesPerBlock) {
      blocks_.emplace_back();
      blocks_.back().reserve(kNodesPerBlock);
      this->firsts_.push_back(nodes.front().set);
    }
    const std::size_t fit = std::min(nodes.size(), kNodesPerBlock - blocks_.back().size());
    blocks_.back().insert(blocks_.back().end(), nodes.begin(),
                          nodes.begin() + static_cast<std::ptrdiff_t>(fit));
    this->size_ += fit;
    nodes = nodes.subspan(fit);
  }
}

template <class Set>
std::span<const LayerNode<Set>> MemoryLayer<Set>::block(std::size_t index,
                                                        std::vector<LayerNode<Set>>&) const {
  return blocks_[index];
}

template <class Set>
std::size_t MemoryLayer<Set>::bytes_in_memory() const {
  return blocks_.size() * kNodesPerBlock * sizeof(LayerNode<Set>);
}

template class NodeLayer<NarrowSet>;
template class NodeLayer<WideSet>;
template class MemoryLayer<NarrowSet>;
template class MemoryLayer<WideSet>;

}  // namespace dagwright::exact
