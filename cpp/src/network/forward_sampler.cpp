#include "dagwright/network/forward_sampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "dagwright/core/rng.hpp"
#include "dagwright/core/threads.hpp"

namespace dagwright::network {
namespace {

constexpr unsigned kBits = 53;
constexpr std::uint32_t kLongestScan = 12;  // above it a binary search takes fewer steps

using Positions = std::array<std::size_t, ForwardSampler::kBlockRows>;

std::vector<std::uint64_t> make_thresholds(std::span<const double> probabilities,
                                           std::uint32_t arity) {
  std::vector<std::uint64_t> thresholds;
  thresholds.reserve(probabilities.size() / arity * (arity - 1));
  for (std::size_t row = 0; row < probabilities.size(); row += arity) {
    double total = 0.0;
    for (std::uint32_t state = 0; state < arity; ++state) total += probabilities[row + state];
    double below = 0.0;
    for (std::uint32_t state = 0; state + 1 < arity; ++state) {
      below += probabilities[row + state];
      // total / total is exactly 1, so that an impossible last state is never drawn.
      thresholds.push_back(static_cast<std::uint64_t>(std::ldexp(below / total, kBits)));
    }
  }
  return thresholds;
}

template <class Visitor>
void visit(const SampledColumn& column, std::size_t first, Visitor&& visitor) {
  switch (column.bytes) {
    case 1:
      return visitor(static_cast<std::uint8_t*>(column.codes) + first);
    case 2:
      return visitor(static_cast<std::uint16_t*>(column.codes) + first);
    default:
      return visitor(static_cast<std::uint32_t*>(column.codes) + first);
  }
}

/// Draws one state a row; `positions` say where a row's thresholds begin.
template <class Code>
void draw(Rng& rng, const std::uint64_t* thresholds, std::uint32_t arity,
          const Positions& positions, std::size_t rows, Code* codes) {
  const std::size_t cuts = arity - 1;
  if (cuts == 1) {
    for (std::size_t i = 0; i < rows; ++i) {
      codes[i] = static_cast<Code>((rng.next() >> (64 - kBits)) >= thresholds[positions[i]]);
    }
  } else if (arity <= kLongestScan) {
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint64_t drawn = rng.next() >> (64 - kBits);
      const std::uint64_t* cut = thresholds + positions[i];
      unsigned state = 0;
      for (std::size_t k = 0; k < cuts; ++k) state += drawn >= cut[k];
      codes[i] = static_cast<Code>(state);
    }
  } else {
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint64_t drawn = rng.next() >> (64 - kBits);
      const std::uint64_t* cut = thresholds + positions[i];
      codes[i] = static_cast<Code>(std::upper_bound(cut, cut + cuts, drawn) - cut);
    }
  }
}

}  // namespace

ForwardSampler::ForwardSampler(std::vector<Family> families, std::vector<Variable> order)
    : order_(std::move(order)) {
  nodes_.reserve(families.size());
  for (Family& family : families) {
    nodes_.push_back({family.arity, std::move(family.parents),
                      make_thresholds(family.probabilities, family.arity)});
  }
}

void ForwardSampler::sample(std::size_t rows, std::uint64_t seed, unsigned threads,
                            RunControl& control, const std::vector<SampledColumn>& columns) const {
  const std::size_t blocks = (rows + kBlockRows - 1) / kBlockRows;
  parallel_for(threads, blocks, control, [&](std::size_t block) {
    if (!control.should_stop()) sample_block(block, rows, seed, columns);
  });
}

void ForwardSampler::sample_block(std::size_t block, std::size_t rows, std::uint64_t seed,
                                  const std::vector<SampledColumn>& columns) const {
  const std::size_t first = block * kBlockRows;
  const std::size_t count = std::min(kBlockRows, rows - first);
  Positions positions;
  for (const Variable v : order_) {
    const Node& node = nodes_[v];
    positions.fill(0);
    for (const Variable parent : node.parents) {
      const std::size_t arity = nodes_[parent].arity;
      visit(columns[parent], first, [&](const auto* codes) {
        for (std::size_t i = 0; i < count; ++i) positions[i] = positions[i] * arity + codes[i];
      });
    }
    for (std::size_t i = 0; i < count; ++i) positions[i] *= node.arity - 1;
    Rng rng(seed, {block, v});
    visit(columns[v], first, [&](auto* codes) {
      draw(rng, node.thresholds.data(), node.arity, positions, count, codes);
    });
  }
}

}  // namespace dagwright::network
