#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/exact/order_graph.hpp"

namespace dagwright::exact {

/// A node of a layer: the set, the cost of the best way to it, the variable placed last on it.
template <class Set>
struct LayerNode {
  Set set;
  std::uint64_t info;

  LayerNode() = default;
  LayerNode(Set s, Cost cost, Variable last)
      : set(s), info(static_cast<std::uint64_t>(last) << kCostBits | cost) {
    DAGWRIGHT_ASSERT(cost < Cost{1} << kCostBits);
  }
  Cost cost() const { return info & ((std::uint64_t{1} << kCostBits) - 1); }
  Variable last() const { return static_cast<Variable>(info >> kCostBits); }
};

inline constexpr std::size_t kNodesPerBlock = 4096;

/// The nodes of one layer of the order graph, ascending, in blocks of kNodesPerBlock.
template <class Set>
class NodeLayer {
 public:
  virtual ~NodeLayer() = default;

  virtual void append(std::span<const LayerNode<Set>> nodes) = 0;
  /// No more nodes follow.
  virtual void finish() = 0;
  /// One block; `buffer` is used if it is not in memory.
  virtual std::span<const LayerNode<Set>> block(std::size_t index,
                                                std::vector<LayerNode<Set>>& buffer) const = 0;
  virtual std::size_t bytes_in_memory() const = 0;

  std::size_t size() const { return size_; }
  std::size_t n_blocks() const { return firsts_.size(); }
  Set first_of_block(std::size_t index) const { return firsts_[index]; }
  /// The last block that may hold `set` or, if it is not there, what comes next.
  std::size_t block_of(Set set) const;
  /// The node of a set; none if it is not in the layer.
  std::optional<LayerNode<Set>> find(Set set) const;

  /// Whether the nodes ascend, in full blocks except the last; for tests and assertions. Reads the
  /// whole layer, which must be finished.
  bool check() const;

 protected:
  std::size_t size_ = 0;
  std::vector<Set> firsts_;  ///< of each block
};

/// A layer that stays in memory.
template <class Set>
class MemoryLayer final : public NodeLayer<Set> {
 public:
  void append(std::span<const LayerNode<Set>> nodes) override;
  void finish() override {}
  std::span<const LayerNode<Set>> block(std::size_t index,
                                        std::vector<LayerNode<Set>>&) const override;
  std::size_t bytes_in_memory() const override;

 private:
  std::vector<std::vector<LayerNode<Set>>> blocks_;
};

/// Something went wrong with a file of a layer; the message names it.
class SpillError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The system does not let us at a file, which may well be as it should be.
class RefusedError final : public SpillError {
 public:
  using SpillError::SpillError;
};

/// What a layer file says of itself.
struct LayerFacts {
  std::uint64_t fingerprint = 0;  ///< of the problem and the heuristic
  std::uint64_t depth = 0;
  std::uint64_t limit = 0;  ///< nodes of this f or more were left out
  std::uint64_t floor = 0;  ///< no network costs less
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  std::uint64_t size = 0;
};

/// A layer in a file: a header, then blocks with a checksum each. It has its name only once it is
/// complete and on the disk; before, the name ends in `.part`, and it goes with this object.
template <class Set>
class FileLayer final : public NodeLayer<Set> {
 public:
  /// Begins a new file. Throws SpillError.
  FileLayer(std::string path, const LayerFacts& facts);
  /// Opens a complete file and checks every block. Throws SpillError; RefusedError if the file is
  /// there but cannot be read.
  explicit FileLayer(std::string path);
  ~FileLayer() override;
  FileLayer(const FileLayer&) = delete;
  FileLayer& operator=(const FileLayer&) = delete;

  /// What the header shall say; before finish().
  void set_facts(const LayerFacts& facts) { facts_ = facts; }
  const LayerFacts& facts() const { return facts_; }

  void append(std::span<const LayerNode<Set>> nodes) override;
  void finish() override;
  std::span<const LayerNode<Set>> block(std::size_t index,
                                        std::vector<LayerNode<Set>>& buffer) const override;
  std::size_t bytes_in_memory() const override;

 private:
  void write_block(std::span<const LayerNode<Set>> nodes);
  void write_header();
  void read_block(std::size_t index, std::vector<LayerNode<Set>>& buffer) const;
  void close();
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::string part_;  ///< the name before it is complete; empty afterwards
  LayerFacts facts_;
  std::FILE* file_ = nullptr;
  std::vector<LayerNode<Set>> pending_;  ///< of a block that is not full yet
};

extern template class NodeLayer<NarrowSet>;
extern template class NodeLayer<WideSet>;
extern template class MemoryLayer<NarrowSet>;
extern template class MemoryLayer<WideSet>;
extern template class FileLayer<NarrowSet>;
extern template class FileLayer<WideSet>;

}  // namespace dagwright::exact
