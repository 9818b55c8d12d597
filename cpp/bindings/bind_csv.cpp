#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dagwright/data/csv_encoder.hpp"
#include "dagwright/data/number.hpp"

namespace nb = nanobind;

namespace dagwright {
namespace {

template <typename T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;

const TextColumn& finished_column(const CsvEncoder& encoder, std::size_t index) {
  if (!encoder.finished()) throw nb::value_error("call finish() first");
  if (index >= encoder.n_columns()) throw nb::index_error("no such column");
  return encoder.column(index);
}

// A read-only view; the encoder stays alive as long as the array does.
template <typename T>
nb::object view(const std::vector<T>& values, nb::handle owner) {
  return nb::cast(Array<const T>(values.data(), {values.size()}, owner));
}

nb::object codes(nb::handle self, std::size_t index) {
  const CodeArray& array = finished_column(nb::cast<const CsvEncoder&>(self), index).codes();
  if (array.width() == 1) return view(array.bytes(), self);
  if (array.width() == 2) return view(array.halves(), self);
  return view(array.words(), self);
}

nb::object numbers(nb::handle self, std::size_t index) {
  return view(finished_column(nb::cast<const CsvEncoder&>(self), index).numbers(), self);
}

nb::object counts(const CsvEncoder& encoder, std::size_t index) {
  auto* result = new std::vector<std::int64_t>(finished_column(encoder, index).counts());
  nb::capsule owner(result,
                    [](void* p) noexcept { delete static_cast<std::vector<std::int64_t>*>(p); });
  return nb::cast(Array<std::int64_t>(result->data(), {result->size()}, owner));
}

// Text that UTF-8 cannot hold (a lone surrogate) is not a number either.
nb::object parse_numbers(const nb::list& labels, char decimal) {
  if (decimal != '.' && decimal != ',') throw nb::value_error("the decimal mark is '.' or ','");
  auto* result = new std::vector<double>();
  nb::capsule owner(result, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  result->reserve(labels.size());
  for (const nb::handle label : labels) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(label.ptr(), &size);
    if (text == nullptr && !PyErr_ExceptionMatches(PyExc_UnicodeError)) throw nb::python_error();
    if (text == nullptr) PyErr_Clear();
    const std::string_view cell(text, text == nullptr ? 0 : static_cast<std::size_t>(size));
    result->push_back(
        parse_number(cell, decimal).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return nb::cast(Array<double>(result->data(), {result->size()}, owner));
}

}  // namespace

void bind_csv(nb::module_& m) {
  nb::exception<CsvError>(m, "CsvError", PyExc_ValueError);

  m.def("parse_numbers", &parse_numbers, nb::arg("labels"), nb::arg("decimal") = '.',
        nb::sig("def parse_numbers(labels: list[str], decimal: str = '.') -> object"),
        "The numbers that cells spell, NaN where one is not a number: a float64 array.");

  nb::class_<CsvEncoder>(m, "CsvEncoder",
                         "Codes delimiter-separated text column by column, in one pass.")
      .def(
          "__init__",
          [](CsvEncoder* self, char delimiter, std::uint32_t max_labels,
             std::vector<std::string> missing) {
            new (self) CsvEncoder(delimiter, {max_labels, std::move(missing)});
          },
          nb::arg("delimiter") = ',', nb::arg("max_labels") = LabelIndex::kAbsent,
          nb::arg("missing") = std::vector<std::string>(),
          "A column of more than max_labels labels is not coded; missing values in it are NaN.")
      .def(
          "feed",
          [](CsvEncoder& self, nb::bytes piece) {
            const std::string_view bytes(piece.c_str(), piece.size());
            const nb::gil_scoped_release release;
            self.feed(bytes);
          },
          nb::arg("piece"), "Read the next piece of the text; it may end anywhere.")
      .def("finish", &CsvEncoder::finish, "Say that the text is complete.")
      .def_prop_ro("n_records", &CsvEncoder::n_records, "Records read, the first one included.")
      .def_prop_ro("n_columns", &CsvEncoder::n_columns, "Cells a record.")
      .def_prop_ro(
          "first_record",
          [](const CsvEncoder& self) {
            std::vector<std::string> cells;
            for (std::size_t j = 0; j < self.n_columns(); ++j) {
              cells.push_back(finished_column(self, j).labels().at(0));
            }
            return cells;
          },
          "The cells of the first record; each has code 0 in its column.")
      .def(
          "labels",
          [](const CsvEncoder& self, std::size_t column) {
            return finished_column(self, column).labels();
          },
          nb::arg("column"), "Distinct labels of a column, in order of first appearance.")
      .def(
          "first_records",
          [](const CsvEncoder& self, std::size_t column) {
            return finished_column(self, column).first_records();
          },
          nb::arg("column"), "The record in which each label appeared first.")
      .def(
          "is_coded",
          [](const CsvEncoder& self, std::size_t column) {
            return finished_column(self, column).storage() == TextColumn::Storage::kCodes;
          },
          nb::arg("column"), "Whether the column has codes and counts.")
      .def(
          "is_numeric",
          [](const CsvEncoder& self, std::size_t column) {
            return finished_column(self, column).storage() == TextColumn::Storage::kNumbers;
          },
          nb::arg("column"), "Whether the column has numbers, all but the first sure to be one.")
      .def(
          "first_recurs",
          [](const CsvEncoder& self, std::size_t column) {
            return finished_column(self, column).first_recurs();
          },
          nb::arg("column"), "Whether the first cell of a column occurs again.")
      .def("line_of", &CsvEncoder::line_of, nb::arg("record"),
           "The line on which a record starts, from 1; records count from 0.")
      .def("codes", &codes, nb::arg("column"), nb::sig("def codes(self, column: int) -> object"),
           "Codes of a column, one a record: a read-only uint8, uint16 or uint32 array.")
      .def("numbers", &numbers, nb::arg("column"),
           nb::sig("def numbers(self, column: int) -> object"),
           "Numbers of a column, one a record: a read-only float64 array, NaN where missing.")
      .def("counts", &counts, nb::arg("column"), nb::sig("def counts(self, column: int) -> object"),
           "How often each label of a coded column occurs: an int64 array.");
}

}  // namespace dagwright
