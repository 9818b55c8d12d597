#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <span>
#include <stdexcept>

#include "bindings.hpp"
#include "dagwright/data/table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using CodeArray = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WeightArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Keeps arrays alive for a table that points into them; may be dropped without the GIL.
std::shared_ptr<const void> hold(std::vector<CodeArray> arrays) {
  return {new std::vector<CodeArray>(std::move(arrays)), [](const void* held) {
            const nb::gil_scoped_acquire gil;
            delete static_cast<const std::vector<CodeArray>*>(held);
          }};
}

std::shared_ptr<Table> make_table(std::vector<CodeArray> codes,
                                  const std::vector<std::uint32_t>& arities,
                                  const std::optional<WeightArray>& weights, Table::Merge merge) {
  if (codes.empty() || codes.size() != arities.size()) {
    throw std::invalid_argument("one arity for each column of codes");
  }
  const std::size_t rows = codes[0].shape(0);
  if (weights && weights->shape(0) != rows) throw std::invalid_argument("one weight for each row");
  std::vector<Column> columns;
  for (std::size_t v = 0; v < codes.size(); ++v) {
    if (codes[v].shape(0) != rows) throw std::invalid_argument("columns differ in length");
    const auto bytes = static_cast<unsigned>(codes[v].itemsize());
    if (codes[v].dtype().code != static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt) ||
        bytes > 4) {
      throw std::invalid_argument("codes must be unsigned integers of 8, 16 or 32 bits");
    }
    columns.push_back({codes[v].data(), bytes, arities[v]});
    for (std::size_t row = 0; row < rows; ++row) {
      if (columns.back().at(row) >= arities[v])
        throw std::invalid_argument("a code beyond its arity");
    }
  }
  std::span<const std::int64_t> weight_span;
  if (weights) weight_span = {weights->data(), rows};
  const std::shared_ptr<const void> owner = hold(std::move(codes));
  const nb::gil_scoped_release no_gil;
  return std::make_shared<Table>(std::move(columns), rows, weight_span, owner, merge);
}

}  // namespace

void bind_data(nb::module_& m) {
  nb::enum_<Table::Merge>(m, "MergeRows")
      .value("when_it_pays", Table::Merge::when_it_pays)
      .value("never", Table::Merge::never)
      .value("always", Table::Merge::always);

  nb::class_<Table>(m, "Table", "A coded table in the form that counting wants.")
      .def(nb::new_(&make_table), "codes"_a, "arities"_a, "weights"_a = nb::none(),
           "merge"_a = Table::Merge::when_it_pays)
      .def_prop_ro("stored_rows", &Table::stored_rows, "Rows after equal ones were merged.")
      .def_prop_ro("total_weight", &Table::total_weight, "Rows that they stand for.")
      .def_prop_ro("bytes", &Table::bytes);
}

}  // namespace dagwright
