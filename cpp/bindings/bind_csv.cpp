#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "dagwright/data/csv_encoder.hpp"
#include "dagwright/data/number.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;

namespace dagwright {
namespace {

template <typename T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;

const data::TextColumn& finished_column(const data::CsvEncoder& encoder, std::size_t index) {
  if (!encoder.finished()) throw nb::value_error("call finish() first");
  if (index >= encoder.n_columns()) throw nb::index_error("no such column");
  return encoder.column(index);
}

// A read-only view; the encoder stays alive as long as the array does.
template <typename T>
nb::object view(const std::vector<T>& values, nb::handle owner) {
  return nb::cast(Array<const T>(values.data(), {values.size()}, owner));
}

nb::object codes_of(const data::TextColumn& column, nb::handle owner) {
  const data::CodeArray& array = column.codes();
  if (array.width() == 1) return view(array.bytes(), owner);
  if (array.width() == 2) return view(array.halves(), owner);
  return view(array.words(), owner);
}

nb::dict exceptions_of(const data::TextColumn& column) {
  nb::dict result;
  if (column.storage() != data::TextColumn::Storage::kNumbers) return result;
  for (std::size_t i = 0; i < column.labels().size(); ++i) {
    if (column.exception_rows()[i].empty()) continue;
    result[nb::cast(column.labels()[i])] = nb::cast(to_numpy(column.exception_rows()[i]));
  }
  return result;
}

const char* storage_of(const data::TextColumn& column) {
  switch (column.storage()) {
    case data::TextColumn::Storage::kCodes:
      return "codes";
    case data::TextColumn::Storage::kNumbers:
      return "numbers";
    default:
      return "text";
  }
}

nb::dict described(const data::TextSummary& summary) {
  nb::dict result;
  result["n_cells"] = summary.n_cells();
  result["n_empty"] = summary.n_empty();
  result["n_dates"] = summary.n_dates();
  result["n_words"] = summary.n_words();
  result["n_bytes"] = summary.n_bytes();
  nb::list sample;
  for (const auto& [hash, cell] : summary.sample()) sample.append(cell);
  result["sample"] = sample;
  return result;
}

// The UTF-8 text of a Python string; empty if UTF-8 cannot hold it (a lone surrogate).
std::string_view text_of(nb::handle label) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(label.ptr(), &size);
  if (text != nullptr) return {text, static_cast<std::size_t>(size)};
  if (!PyErr_ExceptionMatches(PyExc_UnicodeError)) throw nb::python_error();
  PyErr_Clear();
  return {};
}

nb::object parse_numbers(const nb::list& labels, char decimal) {
  if (decimal != '.' && decimal != ',') throw nb::value_error("the decimal mark is '.' or ','");
  std::vector<double> values;
  values.reserve(labels.size());
  for (const nb::handle label : labels) {
    values.push_back(data::parse_number(text_of(label), decimal)
                         .value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return nb::cast(to_numpy(std::move(values)));
}

nb::object are_dates(const nb::list& labels) {
  std::vector<std::uint8_t> result;
  for (const nb::handle label : labels) {
    result.push_back(data::looks_like_date(text_of(label)) ? 1 : 0);
  }
  return nb::cast(to_numpy_of<bool>(std::move(result)));
}

// Adds cells that were numbered elsewhere: the label of each, by its code.
void extend(data::TextColumn& column, const nb::list& labels,
            const Array<const std::int64_t>& codes) {
  std::vector<std::string_view> texts;
  for (const nb::handle label : labels) texts.push_back(text_of(label));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto code = static_cast<std::size_t>(codes(i));
    if (code >= texts.size()) throw nb::index_error("no such label");
    const bool coded = column.storage() == data::TextColumn::Storage::kCodes;
    const std::uint32_t known = coded ? column.find(texts[code]) : data::LabelIndex::kAbsent;
    if (known == data::LabelIndex::kAbsent) {
      column.add(texts[code]);
    } else {
      column.push(known);
    }
  }
}

// A column of a finished encoder; the arrays made of it keep the encoder alive.
void bind_text_column(nb::module_& m) {
  nb::class_<data::TextColumn>(m, "TextColumn", "A column of text, coded while its labels are few.")
      .def(nb::init<std::uint32_t, char>(), nb::arg("max_labels") = data::LabelIndex::kAbsent,
           nb::arg("decimal") = '.')
      .def("extend", &extend, nb::arg("labels"), nb::arg("codes"),
           nb::sig("def extend(self, labels: list[str], codes: object) -> None"),
           "Add cells: the label of each code of an int64 array.")
      .def_prop_ro("storage", &storage_of, "'codes', 'numbers' or 'text'.")
      .def_prop_ro("labels", &data::TextColumn::labels,
                   "Distinct labels of a coded column, in order of first appearance.")
      .def_prop_ro(
          "codes",
          [](nb::handle self) { return codes_of(nb::cast<const data::TextColumn&>(self), self); },
          nb::sig("def codes(self) -> object"),
          "Codes, one per cell: a read-only uint8, uint16 or uint32 array.")
      .def_prop_ro(
          "numbers",
          [](nb::handle self) {
            return view(nb::cast<const data::TextColumn&>(self).numbers(), self);
          },
          nb::sig("def numbers(self) -> object"),
          "Numbers, one per cell: a read-only float64 array, NaN for exceptions.")
      .def_prop_ro("exceptions", &exceptions_of,
                   nb::sig("def exceptions(self) -> dict[str, object]"),
                   "The cells among numbers that are not numbers, and their positions.")
      .def_prop_ro(
          "summary", [](const data::TextColumn& self) { return described(self.summary()); },
          nb::sig("def summary(self) -> dict[str, object]"), "What is known of text.");
}

}  // namespace

void bind_csv(nb::module_& m) {
  nb::exception<data::CsvError> csv_error(m, "CsvError", PyExc_ValueError);
  nb::exception<data::NotUtf8Error>(m, "NotUtf8Error", csv_error.ptr());

  m.def("parse_numbers", &parse_numbers, nb::arg("labels"), nb::arg("decimal") = '.',
        nb::sig("def parse_numbers(labels: list[str], decimal: str = '.') -> object"),
        "The numbers that cells spell, NaN where one is not a number: a float64 array.");
  m.def("are_dates", &are_dates, nb::arg("labels"),
        nb::sig("def are_dates(labels: list[str]) -> object"),
        "Which cells look like dates or times: an array of bool.");

  bind_text_column(m);

  nb::class_<data::CsvEncoder>(m, "CsvEncoder",
                               "Codes delimiter-separated text column by column, in one pass.")
      .def(
          "__init__",
          [](data::CsvEncoder* self, std::size_t n_columns, char delimiter, char decimal,
             std::uint32_t max_labels, std::vector<std::size_t> keep_labels,
             std::uint64_t first_line) {
            new (self) data::CsvEncoder({.delimiter = delimiter,
                                         .decimal = decimal,
                                         .n_columns = n_columns,
                                         .first_line = first_line,
                                         .max_labels = max_labels,
                                         .keep_labels = std::move(keep_labels)});
          },
          nb::arg("n_columns"), nb::arg("delimiter") = ',', nb::arg("decimal") = '.',
          nb::arg("max_labels") = data::LabelIndex::kAbsent,
          nb::arg("keep_labels") = std::vector<std::size_t>(), nb::arg("first_line") = 1,
          "Columns of more than max_labels labels are not coded, except those of keep_labels.")
      .def(
          "feed",
          [](data::CsvEncoder& self, nb::bytes piece) {
            const std::string_view bytes(piece.c_str(), piece.size());
            const WithoutPython no_lock;
            self.feed(bytes);
          },
          nb::arg("piece"), "Read the next piece of the text; it may end anywhere.")
      .def("finish", &data::CsvEncoder::finish, "Say that the text is complete.")
      .def_prop_ro("n_records", &data::CsvEncoder::n_records, "Records that are in the columns.")
      .def_prop_ro("n_blank", &data::CsvEncoder::n_blank,
                   "Records without text, which are left out.")
      .def_prop_ro("last_line", &data::CsvEncoder::last_line, "The line that the text ends in.")
      .def_prop_ro(
          "odd_records",
          [](const data::CsvEncoder& self) {
            std::vector<std::pair<std::uint64_t, std::size_t>> result;
            for (const auto& odd : self.odd_records()) result.emplace_back(odd.line, odd.n_cells);
            return result;
          },
          "Line and cells of each record behind the last whole one, which are left out.")
      .def_prop_ro("n_columns", &data::CsvEncoder::n_columns, "Cells per record.")
      .def("column", &finished_column, nb::arg("index"), nb::rv_policy::reference_internal,
           "A column, once the text is complete.")
      .def("line_of", &data::CsvEncoder::line_of, nb::arg("record"),
           "The line on which a record starts, from 1; records count from 0.");
}

}  // namespace dagwright
