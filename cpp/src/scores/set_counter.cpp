#include "dagwright/scores/set_counter.hpp"

#include <algorithm>
#include <limits>

#include "dagwright/core/assert.hpp"

namespace dagwright::scores {
namespace {

// A dense table of counts may have this many cells a stored row (and is always allowed to be
// small): beyond that most cells are empty and lists of rows are cheaper.
constexpr double kDenseCellsPerRow = 4.0;
constexpr double kAlwaysDense = 4096.0;

// Cycles, measured on a Zen 3 core with `make bench`; only their ratios matter.
constexpr double kBitWord = 0.55;       // AND and count a word
constexpr double kBitBuildWord = 1.2;   // split a word of a cell in two
constexpr double kBitCell = 4.0;        // a call for, and the scatter of, a cell
constexpr double kCodeRow = 2.2;        // histogram a row
constexpr double kCodeBuildRow = 0.35;  // append a variable to a row's code
constexpr double kDenseCell = 2.5;      // clear and sum a cell
constexpr double kListRow = 9.0;        // count a row of a list
constexpr double kListBuildRow = 7.0;   // sort a row of a list by one more variable

}  // namespace

void sum_cells(std::span<const std::uint32_t> counts, std::uint32_t child_arity,
               Extension& extension) {
  const CellFunction& joint = *extension.joint_function;
  const CellFunction& margin = *extension.margin_function;
  const std::size_t arity = extension.arity;
  const std::size_t parent_cell = child_arity * arity;
  DAGWRIGHT_ASSERT(counts.size() % parent_cell == 0);
  std::int64_t joint_sum = 0;
  std::int64_t margin_sum = 0;
  std::int64_t occupied = 0;
  for (std::size_t first = 0; first < counts.size(); first += parent_cell) {
    for (std::size_t state = 0; state < arity; ++state) {
      std::uint32_t total = 0;
      for (std::size_t cell = first + state; cell < first + parent_cell; cell += arity) {
        joint_sum += joint(counts[cell]);
        occupied += counts[cell] != 0 ? 1 : 0;
        total += counts[cell];
      }
      margin_sum += margin(total);
    }
  }
  extension.joint = joint_sum;
  extension.margin = margin_sum;
  extension.occupied = occupied;
}

SetCounter::SetCounter(const data::Table& table, const Kernels& kernels, CountingKernel kernel)
    : table_(table), kernel_(kernel), bits_(table, kernels), codes_(table, kernels), rows_(table) {}

void SetCounter::count(const Base& base, std::span<Extension> extensions) {
  for (auto& list : chosen_) list.clear();
  for (Extension& extension : extensions) {
    const CountingKernel kernel = choose(base, extension, extensions.size());
    chosen_[static_cast<std::size_t>(kernel) - 1].push_back(&extension);
  }
  if (!chosen_[0].empty()) bits_.count(base, chosen_[0]);
  if (!chosen_[1].empty()) codes_.count(base, chosen_[1]);
  if (!chosen_[2].empty()) rows_.count(base, chosen_[2]);
}

/// The cheapest kernel by estimate; work on the base is shared by all extensions.
CountingKernel SetCounter::choose(const Base& base, const Extension& extension,
                                  std::size_t n_extensions) const {
  const auto rows = static_cast<double>(table_.stored_rows());
  const double cells = base.cells() * extension.arity;
  const bool dense = cells <= std::max(kAlwaysDense, kDenseCellsPerRow * rows);
  if (!dense || kernel_ == CountingKernel::rows) return CountingKernel::rows;

  const auto sliced = [this](Variable v) { return table_.has_bits(v) || table_.arity(v) == 1; };
  const bool bits_possible = sliced(extension.parent) && sliced(base.child) &&
                             std::all_of(base.parents.begin(), base.parents.end(), sliced);
  if (kernel_ == CountingKernel::bits && bits_possible) return CountingKernel::bits;
  if (kernel_ != CountingKernel::automatic) return CountingKernel::codes;

  const double share = 1.0 / static_cast<double>(n_extensions);
  const double occupied = std::min(base.cells(), rows);
  const double variables = static_cast<double>(base.parents.size()) + 1.0;
  const auto words = static_cast<double>(table_.plane_words());
  const double bits_cost =
      bits_possible ? occupied * (extension.arity - 1.0) * (kBitWord * words + kBitCell) +
                          kDenseCell * cells + share * kBitBuildWord * 2 * occupied * words
                    : std::numeric_limits<double>::infinity();
  const double codes_cost =
      kCodeRow * rows + kDenseCell * cells + share * kCodeBuildRow * variables * rows;
  const double rows_cost = kListRow * rows + share * kListBuildRow * variables * rows;
  if (bits_cost <= codes_cost && bits_cost <= rows_cost) return CountingKernel::bits;
  return codes_cost <= rows_cost ? CountingKernel::codes : CountingKernel::rows;
}

}  // namespace dagwright::scores
