#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <span>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "dagwright/data/row_partition.hpp"
#include "dagwright/data/table.hpp"
#include "options.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using CodeArray = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WeightArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Keeps arrays alive for a table that points into them; may be dropped without the GIL.
std::shared_ptr<const void> hold(std::vector<CodeArray> arrays) {
  return {new std::vector<CodeArray>(std::move(arrays)), [](const void* held) {
            if (is_python_gone()) return;  // nothing needs the memory any more
            const WithPython python;
            delete static_cast<const std::vector<CodeArray>*>(held);
          }};
}

/// The array as a column, or an exception: the core takes codes as they are.
data::Column make_column(const CodeArray& codes, std::uint32_t arity, std::size_t rows) {
  if (codes.shape(0) != rows) throw std::invalid_argument("columns differ in length");
  const auto bytes = static_cast<unsigned>(codes.itemsize());
  if (codes.dtype().code != static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt) || bytes > 4) {
    throw std::invalid_argument("codes must be unsigned integers of 8, 16 or 32 bits");
  }
  const data::Column column{codes.data(), bytes, arity};
  for (std::size_t row = 0; row < rows; ++row) {
    if (column.at(row) >= arity) throw std::invalid_argument("a code beyond its arity");
  }
  return column;
}

std::shared_ptr<data::Table> make_table(std::vector<CodeArray> codes,
                                        const std::vector<std::uint32_t>& arities,
                                        const std::optional<WeightArray>& weights,
                                        data::Table::Merge merge) {
  if (codes.empty() || codes.size() != arities.size()) {
    throw std::invalid_argument("one arity for each column of codes");
  }
  const std::size_t rows = codes[0].shape(0);
  if (weights && weights->shape(0) != rows) throw std::invalid_argument("one weight for each row");
  std::vector<data::Column> columns;
  for (std::size_t v = 0; v < codes.size(); ++v) {
    columns.push_back(make_column(codes[v], arities[v], rows));
  }
  std::span<const std::int64_t> weight_span;
  if (weights) weight_span = {weights->data(), rows};
  const std::shared_ptr<const void> owner = hold(std::move(codes));
  const WithoutPython no_lock;
  return std::make_shared<data::Table>(std::move(columns), rows, weight_span, owner, merge);
}

std::shared_ptr<data::Table> add_column(const data::Table& table, CodeArray codes,
                                        std::uint32_t arity) {
  const data::Column column = make_column(codes, arity, table.stored_rows());
  const std::shared_ptr<const void> owner = hold({std::move(codes)});
  const WithoutPython no_lock;
  return std::make_shared<data::Table>(table.with_column(column, owner));
}

auto part_numbers(const data::RowPartition& partition) {
  return to_numpy(partition.numbers());
}

}  // namespace

void bind_data(nb::module_& m) {
  bind_enum<data::Table::Merge>(m, "MergeRows",
                                {{"when_it_pays", data::Table::Merge::when_it_pays},
                                 {"never", data::Table::Merge::never},
                                 {"always", data::Table::Merge::always}});

  nb::class_<data::Table>(m, "Table", "A coded table in the form that counting wants.")
      .def(nb::new_(&make_table), "codes"_a, "arities"_a, "weights"_a = nb::none(),
           "merge"_a = data::Table::Merge::when_it_pays)
      .def("with_column", &add_column, "codes"_a, "arity"_a,
           "The table with one more variable, coded for the stored rows.")
      .def_prop_ro("n_variables", &data::Table::n_variables)
      .def_prop_ro("stored_rows", &data::Table::stored_rows, "Rows after equal ones were merged.")
      .def_prop_ro("total_weight", &data::Table::total_weight, "Rows that they stand for.")
      .def_prop_ro("bytes", &data::Table::bytes);

  nb::class_<data::RowPartition>(m, "RowPartition", "Stored rows by the joint value of variables.")
      .def(nb::init<const data::Table&>(), "table"_a, nb::keep_alive<1, 2>())
      .def("refine", &data::RowPartition::refine, "variable"_a, nb::call_guard<WithoutPython>())
      .def_prop_ro("parts", &data::RowPartition::parts, "How many there are.")
      .def("numbers", &part_numbers, "The part of each stored row.");
}

}  // namespace dagwright
