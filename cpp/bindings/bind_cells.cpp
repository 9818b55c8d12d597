#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"
#include "dagwright/core/portable_math.hpp"
#include "dagwright/data/fine_cells.hpp"
#include "dagwright/data/recut.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using CellCodes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using StateCodes = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using States = std::pair<StateCodes, std::uint32_t>;  // codes and their arity
using Family = std::pair<States, std::vector<States>>;

std::span<const std::int64_t> weight_span(const std::optional<Weights>& weights, std::size_t rows) {
  if (!weights) return {};
  if (weights->shape(0) != rows) throw std::invalid_argument("one weight for each row");
  return {weights->data(), rows};
}

auto fine_cells(const Doubles& values, const std::optional<Weights>& weights,
                const std::vector<double>& required_cuts) {
  const std::span<const double> value_span(values.data(), values.shape(0));
  const auto weighed = weight_span(weights, value_span.size());
  if (required_cuts.size() >= data::kMostFineCells) {
    throw std::invalid_argument("more cuts than there can be cells");
  }
  data::FineCells cells;
  {
    const WithoutPython no_lock;
    cells = data::make_fine_cells(value_span, weighed, required_cuts);
  }
  return std::make_tuple(to_numpy(std::move(cells.codes)), to_numpy(std::move(cells.lows)),
                         to_numpy(std::move(cells.highs)));
}

/// The array as a column, or an exception: the core takes codes as they are.
data::Column checked_column(const States& states, std::size_t rows) {
  const auto& [codes, arity] = states;
  const auto bytes = static_cast<unsigned>(codes.itemsize());
  const bool is_unsigned =
      codes.dtype().code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt);
  if (codes.shape(0) != rows) throw std::invalid_argument("columns differ in length");
  if (!is_unsigned || bytes > 4) {
    throw std::invalid_argument("codes must be unsigned integers of 8, 16 or 32 bits");
  }
  const data::Column column{codes.data(), bytes, arity};
  data::visit_codes(column, [&](const auto* code) {
    std::uint32_t largest = 0;
    for (std::size_t row = 0; row < rows; ++row)
      largest = std::max<std::uint32_t>(largest, code[row]);
    if (rows > 0 && largest >= arity) throw std::invalid_argument("a code beyond its arity");
  });
  return column;
}

std::vector<data::Column> checked_columns(const std::vector<States>& states, std::size_t rows) {
  std::vector<data::Column> columns;
  for (const States& one : states) columns.push_back(checked_column(one, rows));
  return columns;
}

std::uint64_t add_up(std::span<const std::int64_t> weights) {
  std::uint64_t total = 0;
  for (const std::int64_t weight : weights) {
    if (weight < 0 || weight > UINT32_MAX) throw std::invalid_argument("a weight out of range");
    total += static_cast<std::uint64_t>(weight);
  }
  if (total > UINT32_MAX) throw std::invalid_argument("the weights add up to 2^32 or more");
  return total;
}

auto checked_recut(const CellCodes& codes, std::size_t n_cells, const std::vector<States>& parents,
                   const std::vector<Family>& children, const std::optional<Weights>& weights,
                   const std::optional<double>& penalty, const std::vector<std::size_t>& current,
                   std::size_t most_states, std::size_t most_candidates, unsigned threads) {
  const std::size_t rows = codes.shape(0);
  const data::CutColumn column{{codes.data(), rows}, n_cells, weight_span(weights, rows), current};
  const std::uint64_t total = column.weights.empty() ? rows : add_up(column.weights);
  if (n_cells > data::kMostFineCells || rows >= UINT32_MAX) {
    throw std::invalid_argument("too many cells");
  }
  for (const std::uint8_t code : column.codes) {
    if (code >= n_cells && code != data::kMissingCell) {
      throw std::invalid_argument("a code of no cell");
    }
  }
  data::CutNeighbours neighbours{checked_columns(parents, rows), {}};
  for (const auto& [child, others] : children) {
    neighbours.children.push_back({checked_column(child, rows), checked_columns(others, rows)});
  }
  data::CutRules rules;
  const double bic = total == 0 ? 0.0 : 0.5 * portable_log(static_cast<double>(total));
  rules.penalty = penalty.value_or(bic);
  rules.most = std::max(most_states, rules.fewest);
  rules.most_candidates = std::max(most_candidates, rules.most);
  rules.threads = std::max(1U, threads);
  const WithoutPython no_lock;
  data::NewCuts found = data::recut(column, neighbours, rules);
  return std::make_tuple(std::move(found.starts), found.gain);
}

}  // namespace

void bind_cells(nb::module_& m) {
  m.def("fine_cells", &fine_cells, "values"_a, "weights"_a, "required_cuts"_a,
        "The cell of each number, and the smallest and largest number of each cell.");
  m.def(
      "equal_runs",
      [](const std::vector<std::uint64_t>& weights, std::size_t runs) {
        const WithoutPython no_lock;
        return data::equal_runs(weights, runs);
      },
      "weights"_a, "runs"_a, "Where runs of cells of about equal weight begin, but the first.");
  m.def("recut", &checked_recut, "codes"_a, "n_cells"_a, "parents"_a, "children"_a, "weights"_a,
        "penalty"_a, "current"_a, "most_states"_a, "most_candidates"_a, "threads"_a,
        "Where to cut a column of numbers given its neighbours, and what that gains.");
}

}  // namespace dagwright
