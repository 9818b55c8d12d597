#include "dagwright/scores/set_function_store.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "dagwright/core/assert.hpp"

namespace dagwright::scores {
namespace {

constexpr std::int64_t kSign = std::numeric_limits<std::int64_t>::min();

}  // namespace

SetFunctionStore::SetFunctionStore(std::size_t n_variables, std::size_t max_bytes)
    : ranks_(n_variables, kMaxDenseSize),
      max_bytes_(max_bytes),
      dense_bytes_(std::min(kOrdinaryDenseBytes, max_bytes / 4)),
      memo_(max_bytes / 2) {}

bool SetFunctionStore::fits_dense(std::size_t size) const {
  const std::uint64_t count = ranks_.count(size);
  return count != CombinationRanks::kTooMany && count <= dense_bytes_.load() / sizeof(std::int64_t);
}

/// Null where the sets of this size go to the memo. All tables together take at most half of the
/// memory; the memo has the other half.
std::atomic<std::int64_t>* SetFunctionStore::table_for(std::size_t size) {
  Dense& dense = dense_[size];
  if (auto* table = dense.values.load(std::memory_order_acquire)) return table;
  if (!fits_dense(size)) return nullptr;
  const std::lock_guard lock(allocation_);
  if (auto* table = dense.values.load()) return table;
  const std::size_t bytes = ranks_.count(size) * sizeof(std::int64_t);
  if (allocated_.load() + bytes > max_bytes_ / 2) return nullptr;
  // calloc: pages that are never touched cost nothing.
  void* memory = std::calloc(ranks_.count(size), sizeof(std::atomic<std::int64_t>));
  if (memory == nullptr) return nullptr;
  auto* table = static_cast<std::atomic<std::int64_t>*>(memory);
  dense.owner = {table, +[](std::atomic<std::int64_t>* p) { std::free(p); }};
  allocated_.fetch_add(bytes);
  dense.values.store(table, std::memory_order_release);
  return table;
}

bool SetFunctionStore::find(std::span<const Variable> sorted, std::uint16_t role,
                            std::int64_t& value) const {
  if (role == 0 && sorted.size() <= kMaxDenseSize) {
    if (const auto* table = dense_[sorted.size()].values.load(std::memory_order_acquire)) {
      const std::int64_t stored = table[ranks_.rank(sorted)].load(std::memory_order_relaxed);
      value = stored ^ kSign;
      return stored != 0;
    }
  }
  return memo_.find(SetKey(sorted, role), value);
}

void SetFunctionStore::insert(std::span<const Variable> sorted, std::uint16_t role,
                              std::int64_t value) {
  if (role == 0 && sorted.size() <= kMaxDenseSize) {
    DAGWRIGHT_ASSERT(value != kSign);
    if (auto* table = table_for(sorted.size())) {
      table[ranks_.rank(sorted)].store(value ^ kSign, std::memory_order_relaxed);
      return;
    }
  }
  memo_.insert(SetKey(sorted, role), value);
}

}  // namespace dagwright::scores
