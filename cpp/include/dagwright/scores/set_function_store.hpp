#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "dagwright/core/combinations.hpp"
#include "dagwright/core/types.hpp"
#include "dagwright/scores/memo.hpp"

namespace dagwright::scores {

/// Remembers set functions: in a dense table a size of set where all sets of that size fit, in
/// the hashed Memo otherwise. A dense table needs no lock, no key and a third of the bytes, and
/// neighbouring sets share a cache line.
class SetFunctionStore {
 public:
  SetFunctionStore(std::size_t n_variables, std::size_t max_bytes);

  bool find(std::span<const Variable> sorted, std::uint16_t role, std::int64_t& value) const;
  void insert(std::span<const Variable> sorted, std::uint16_t role, std::int64_t value);

  /// A caller that is going to ask for nearly all sets may use more memory for dense tables.
  void expect_all_sets() { dense_bytes_.store(max_bytes_ / 4); }

  std::size_t bytes() const { return memo_.bytes() + allocated_.load(); }

 private:
  static constexpr std::size_t kMaxDenseSize = 12;
  static constexpr std::size_t kOrdinaryDenseBytes = std::size_t{32} << 20;

  struct Dense {
    // Zero, which fresh memory is for free, means unknown: values are stored with their sign bit
    // flipped, and the smallest integer is never a value.
    std::atomic<std::atomic<std::int64_t>*> values{nullptr};
    std::unique_ptr<std::atomic<std::int64_t>[], void (*)(std::atomic<std::int64_t>*)> owner {
      nullptr, +[](std::atomic<std::int64_t>*) {}
    };
  };

  bool fits_dense(std::size_t size) const;
  std::atomic<std::int64_t>* table_for(std::size_t size);

  CombinationRanks ranks_;
  std::size_t max_bytes_;
  std::atomic<std::size_t> dense_bytes_;
  std::atomic<std::size_t> allocated_{0};
  std::mutex allocation_;
  std::array<Dense, kMaxDenseSize + 1> dense_;
  Memo memo_;
};

}  // namespace dagwright::scores
