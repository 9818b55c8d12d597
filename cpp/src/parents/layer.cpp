#include "dagwright/parents/layer.hpp"

#include <algorithm>
#include <bit>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/combinations.hpp"

namespace dagwright::parents {
namespace {

/// A dense index may have this many entries a set (and is always allowed to be small).
constexpr std::uint64_t kDenseEntriesPerSet = 64;
constexpr std::uint64_t kAlwaysDense = 1 << 16;

}  // namespace

void Layer::index() {
  const std::uint64_t all = ranks_->count(set_size_);
  if (all <= std::max(kAlwaysDense, kDenseEntriesPerSet * size())) {
    ranked_.assign(all, 0);
    for (std::size_t i = 0; i < size(); ++i) {
      ranked_[ranks_->rank(members(i))] = static_cast<std::uint32_t>(i + 1);
    }
    DAGWRIGHT_CHECK_EVERY(8, check());
    return;
  }
  slots_.assign(std::bit_ceil(2 * size() + 1), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < size(); ++i) {
    std::size_t slot = scores::SetKey(members(i), 0).hash() & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
  DAGWRIGHT_CHECK_EVERY(8, check());
}

bool Layer::check() const {
  for (std::size_t i = 0; i < size(); ++i) {
    const auto set = members(i);
    if (!is_strictly_ascending(set) || find(set) != &families_[i]) return false;
    if (i > 0 && !std::lexicographical_compare(members(i - 1).begin(), members(i - 1).end(),
                                               set.begin(), set.end())) {
      return false;
    }
  }
  return true;
}

const ScoredFamily* Layer::find(std::span<const Variable> wanted) const {
  if (is_dense()) {
    const std::uint32_t found = ranked_[ranks_->rank(wanted)];
    return found == 0 ? nullptr : &families_[found - 1];
  }
  DAGWRIGHT_ASSERT(wanted.size() == set_size_ && !slots_.empty());
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = scores::SetKey(wanted, 0).hash() & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::size_t i = slots_[slot] - 1;
    if (std::equal(wanted.begin(), wanted.end(), members(i).begin())) return &families_[i];
  }
  return nullptr;
}

}  // namespace dagwright::parents
