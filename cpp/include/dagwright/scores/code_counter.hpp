#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/scores/extension.hpp"
#include "dagwright/scores/kernels.hpp"

namespace dagwright::scores {

/// Counts with one code a row: the cell of the base, as a mixed-radix number, indexes a dense
/// histogram. The limit is one load-increment-store a row.
class CodeCounter {
 public:
  CodeCounter(const data::Table& table, const Kernels& kernels)
      : table_(table), kernels_(kernels) {}

  void count(const Base& base, std::span<Extension* const> extensions);

 private:
  void build_codes(const Base& base);
  void append(Variable variable);
  void fill_histogram(const Extension& extension);

  const data::Table& table_;
  const Kernels& kernels_;
  bool narrow_ = true;  ///< codes fit 16 bits and all columns are bytes
  std::vector<std::uint16_t> narrow_codes_;
  std::vector<std::uint32_t> wide_codes_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> scratch_;  ///< zeros between calls
};

}  // namespace dagwright::scores
