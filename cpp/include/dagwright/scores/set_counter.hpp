#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/data/table.hpp"
#include "dagwright/scores/bit_counter.hpp"
#include "dagwright/scores/cell_function.hpp"
#include "dagwright/scores/code_counter.hpp"
#include "dagwright/scores/extension.hpp"
#include "dagwright/scores/kernels.hpp"
#include "dagwright/scores/row_counter.hpp"

namespace dagwright::scores {

/// How to count: the cheapest by estimate, or always the same one (for tests and measurements).
enum class CountingKernel { automatic, bits, codes, rows };

/// Counts sets of variables of one table, with the scratch memory of one thread.
///
/// A set is always counted as an Extension of a base, so that the work on the base is shared by
/// all extensions and one pass gives both set functions that a family score needs. Three kernels
/// fit three kinds of sets: bitmaps for few cells, code histograms for more, and stripped
/// partitions (lists of rows) where cells outnumber rows.
class SetCounter {
 public:
  SetCounter(const data::Table& table, const Kernels& kernels, CountingKernel kernel);

  /// Fills in the sums of each extension of `base`.
  void count(const Base& base, std::span<Extension> extensions);

 private:
  CountingKernel choose(const Base& base, const Extension& extension,
                        std::size_t n_extensions) const;

  const data::Table& table_;
  CountingKernel kernel_;
  BitCounter bits_;
  CodeCounter codes_;
  RowCounter rows_;
  std::vector<Extension*> chosen_[3];
};

}  // namespace dagwright::scores
