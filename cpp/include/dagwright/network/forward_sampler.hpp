#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::network {

/// One variable of a network: its parents and its conditional probabilities.
struct Family {
  std::uint32_t arity = 1;
  std::vector<Variable> parents;
  /// P(state | configuration), the child's state fastest, then the last parent's.
  std::span<const double> probabilities;
};

/// Where the codes of one variable go, a value a row.
struct SampledColumn {
  void* codes = nullptr;
  unsigned bytes = 1;  ///< 1, 2 or 4 a code
};

/// Draws complete rows from a network, parents before children.
///
/// Probabilities become thresholds of 53-bit integers once; a draw then is one integer of the
/// generator and a few comparisons, the same on every machine. Rows are drawn in blocks, and every
/// variable of a block has a random stream of its own, named by (seed, block, variable). So the
/// result depends neither on threads nor on the order of drawing, and the rows of a short sample
/// are the first rows of a longer one.
class ForwardSampler {
 public:
  static constexpr std::size_t kBlockRows = 4096;

  /// `order` has parents before children. A row of probabilities need not add up to exactly one:
  /// it is taken relative to its sum, which must be positive.
  ForwardSampler(std::vector<Family> families, std::vector<Variable> order);

  /// Fills the columns, unless the control is stopped, which leaves them unfinished.
  void sample(std::size_t rows, std::uint64_t seed, unsigned threads, RunControl& control,
              const std::vector<SampledColumn>& columns) const;

 private:
  struct Node {
    std::uint32_t arity;
    std::vector<Variable> parents;
    /// arity - 1 a configuration: state k is drawn for integers from threshold k-1 up to k.
    std::vector<std::uint64_t> thresholds;
  };

  void sample_block(std::size_t block, std::size_t rows, std::uint64_t seed,
                    const std::vector<SampledColumn>& columns) const;

  std::vector<Node> nodes_;
  std::vector<Variable> order_;
};

}  // namespace dagwright::network
