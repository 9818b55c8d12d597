#include "dagwright/exact/cluster_sets.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/graph.hpp"

namespace dagwright::exact {
namespace {

constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
/// Excesses are at most this, and positive multipliers together twice this: every partial sum of
/// one child's pricing fits 64 bits with room to spare, so the loops need no checks.
constexpr std::int64_t kMostExcess = std::int64_t{1} << 60;
constexpr std::int64_t kMostMultipliers = std::int64_t{1} << 61;

__extension__ typedef __int128 Wide;  // of sums over children

bool has(const std::uint64_t* bits, std::size_t v) {
  return (bits[v / 64] >> (v % 64) & 1) != 0;
}

bool disjoint(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  for (std::size_t w = 0; w < words; ++w) {
    if ((a[w] & b[w]) != 0) return false;
  }
  return true;
}

/// Positive multipliers whose sum is at most kMostMultipliers; all others become zero. Any choice
/// proves something, so smaller ones than asked for make a bound weaker, never wrong.
std::vector<std::int64_t> limited(std::span<const std::int64_t> multipliers) {
  std::vector<std::int64_t> kept(multipliers.begin(), multipliers.end());
  Wide sum = 0;
  for (std::int64_t& multiplier : kept) {
    multiplier = std::max<std::int64_t>(multiplier, 0);
    sum += multiplier;
  }
  if (sum <= kMostMultipliers) return kept;
  const std::int64_t most = kMostMultipliers / static_cast<std::int64_t>(kept.size());
  for (std::int64_t& multiplier : kept) multiplier = std::min(multiplier, most);
  return kept;
}

/// The clusters of one child, one after the other.
struct Pulls {
  std::vector<std::uint64_t> clusters;
  std::vector<std::int64_t> multipliers;
};

Pulls pulls_of(std::size_t child, std::span<const std::uint64_t> clusters,
               std::span<const std::int64_t> multipliers, std::size_t words) {
  Pulls pulls;
  for (std::size_t c = 0; c < multipliers.size(); ++c) {
    const std::uint64_t* cluster = clusters.data() + c * words;
    if (multipliers[c] <= 0 || !has(cluster, child)) continue;
    pulls.clusters.insert(pulls.clusters.end(), cluster, cluster + words);
    pulls.multipliers.push_back(multipliers[c]);
  }
  return pulls;
}

/// One word is by far the most frequent case, and this loop is where pricing spends its time.
std::int64_t pull_of_one_word(const Pulls& pulls, std::uint64_t mask) {
  std::int64_t total = 0;
  for (std::size_t c = 0; c < pulls.multipliers.size(); ++c) {
    total += (pulls.clusters[c] & mask) == 0 ? pulls.multipliers[c] : 0;
  }
  return total;
}

std::int64_t pull(const Pulls& pulls, const std::uint64_t* mask, std::size_t words) {
  std::int64_t total = 0;
  for (std::size_t c = 0; c < pulls.multipliers.size(); ++c) {
    if (disjoint(pulls.clusters.data() + c * words, mask, words)) total += pulls.multipliers[c];
  }
  return total;
}

}  // namespace

ClusterSets::ClusterSets(std::span<const std::int64_t> child_starts,
                         std::span<const std::int64_t> excess,
                         std::span<const std::uint32_t> set_starts,
                         std::span<const std::uint16_t> members)
    : words_((child_starts.size() - 1 + 63) / 64),
      child_starts_(child_starts.begin(), child_starts.end()),
      excess_(excess.begin(), excess.end()),
      child_(excess.size()),
      masks_(excess.size() * words_) {
  const auto fits = [](std::int64_t one) { return one >= 0 && one <= kMostExcess; };
  if (!std::all_of(excess_.begin(), excess_.end(), fits)) {
    throw std::overflow_error("an excess must be between 0 and 2^60");
  }
  for (std::size_t child = 0; child + 1 < child_starts.size(); ++child) {
    for (std::size_t set = first_set(child); set < last_set(child); ++set) {
      DAGWRIGHT_ASSERT(set_starts[set] <= set_starts[set + 1] &&
                       set_starts[set + 1] <= members.size());
      child_[set] = static_cast<std::uint16_t>(child);
      for (std::size_t m = set_starts[set]; m < set_starts[set + 1]; ++m) {
        masks_[set * words_ + members[m] / 64] |= std::uint64_t{1} << (members[m] % 64);
      }
    }
  }
}

Pricing ClusterSets::price(std::span<const std::uint64_t> clusters,
                           std::span<const std::int64_t> multipliers,
                           std::span<const std::uint8_t> allowed) const {
  DAGWRIGHT_ASSERT(clusters.size() == multipliers.size() * words_);
  DAGWRIGHT_ASSERT(allowed.empty() || allowed.size() == excess_.size());
  Pricing pricing{0, std::vector<std::int64_t>(n_variables(), kNone), excess_};
  const std::vector<std::int64_t> used = limited(multipliers);
  Wide bound = 0;
  for (const std::int64_t multiplier : used) bound += multiplier;
  bool possible = true;
  for (std::size_t child = 0; child < n_variables(); ++child) {
    const Pulls pulls = pulls_of(child, clusters, used, words_);
    std::int64_t& least = pricing.minimum[child];
    for (std::size_t s = first_set(child); s < last_set(child); ++s) {
      pricing.reduced[s] -= words_ == 1 ? pull_of_one_word(pulls, masks_[s])
                                        : pull(pulls, masks_.data() + s * words_, words_);
      if (allowed.empty() || allowed[s] != 0) least = std::min(least, pricing.reduced[s]);
    }
    possible = possible && least != kNone;
    bound += least;
  }
  // No excess is negative, so that a bound below zero may be raised.
  pricing.bound = possible
                      ? static_cast<std::int64_t>(std::clamp<Wide>(bound, -kMostExcess, kNone - 1))
                      : kNone;
  return pricing;
}

SparseRows ClusterSets::rows(std::span<const std::uint64_t> clusters,
                             std::span<const std::int64_t> columns) const {
  SparseRows found;
  for (std::size_t c = 0; c * words_ < clusters.size(); ++c) {
    const std::uint64_t* cluster = clusters.data() + c * words_;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto set = static_cast<std::size_t>(columns[k]);
      if (has(cluster, child_[set]) && disjoint(cluster, masks_.data() + set * words_, words_)) {
        found.entries.push_back(static_cast<std::int64_t>(k));
      }
    }
    found.starts.push_back(static_cast<std::int64_t>(found.entries.size()));
  }
  return found;
}

SparseRows ClusterSets::appearances(std::span<const std::uint64_t> clusters,
                                    std::span<const std::int64_t> columns) const {
  SparseRows found;
  for (const std::int64_t column : columns) {
    const auto set = static_cast<std::size_t>(column);
    for (std::size_t c = 0; c * words_ < clusters.size(); ++c) {
      const std::uint64_t* cluster = clusters.data() + c * words_;
      if (has(cluster, child_[set]) && disjoint(cluster, masks_.data() + set * words_, words_)) {
        found.entries.push_back(static_cast<std::int64_t>(c));
      }
    }
    found.starts.push_back(static_cast<std::int64_t>(found.entries.size()));
  }
  return found;
}

bool ClusterSets::propagate(std::span<std::uint8_t> allowed) const {
  DAGWRIGHT_ASSERT(allowed.size() == excess_.size());
  const std::size_t n = n_variables();
  for (bool changed = true; changed;) {
    changed = false;
    // ancestors[i]: what must come before i; descendants is its transpose.
    std::vector<std::uint64_t> ancestors(n * words_, ~std::uint64_t{0});
    for (std::size_t child = 0; child < n; ++child) {
      bool any = false;
      for (std::size_t s = first_set(child); s < last_set(child); ++s) {
        if (allowed[s] == 0) continue;
        any = true;
        for (std::size_t w = 0; w < words_; ++w) {
          ancestors[child * words_ + w] &= masks_[s * words_ + w];
        }
      }
      if (!any) return false;
    }
    for (std::size_t middle = 0; middle < n; ++middle) {
      for (std::size_t child = 0; child < n; ++child) {
        if (!has(&ancestors[child * words_], middle)) continue;
        for (std::size_t w = 0; w < words_; ++w) {
          ancestors[child * words_ + w] |= ancestors[middle * words_ + w];
        }
      }
    }
    std::vector<std::uint64_t> descendants(n * words_);
    for (std::size_t child = 0; child < n; ++child) {
      for (std::size_t before = 0; before < n; ++before) {
        if (has(&ancestors[child * words_], before)) {
          descendants[before * words_ + child / 64] |= std::uint64_t{1} << (child % 64);
        }
      }
    }
    for (std::size_t child = 0; child < n; ++child) {
      for (std::size_t s = first_set(child); s < last_set(child); ++s) {
        if (allowed[s] != 0 &&
            !disjoint(&masks_[s * words_], &descendants[child * words_], words_)) {
          allowed[s] = 0;
          changed = true;
        }
      }
    }
  }
  return true;
}

std::vector<std::int64_t> ClusterSets::components(std::span<const std::uint8_t> allowed) const {
  VertexLists parents(n_variables());
  for (std::size_t child = 0; child < n_variables(); ++child) {
    std::vector<std::uint64_t> any(words_);
    for (std::size_t s = first_set(child); s < last_set(child); ++s) {
      if (allowed[s] == 0) continue;
      for (std::size_t w = 0; w < words_; ++w) any[w] |= masks_[s * words_ + w];
    }
    for (std::size_t v = 0; v < n_variables(); ++v) {
      if (has(any.data(), v)) parents[child].push_back(static_cast<Variable>(v));
    }
  }
  const std::vector<std::size_t> component = strong_components(parents);
  return {component.begin(), component.end()};
}

}  // namespace dagwright::exact
