#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "dagwright/parents/set_text.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;

namespace dagwright {
namespace {

template <typename T>
using Array = nb::ndarray<nb::numpy, const T, nb::ndim<1>, nb::c_contig>;

// Labels as bytes: only Python can say well that they are no UTF-8.
nb::tuple finish(parents::SetTextReader& reader) {
  parents::SetLists lists;
  {
    const WithoutPython no_lock;
    lists = reader.finish();
  }
  nb::list labels;
  for (const std::string& label : lists.labels)
    labels.append(nb::bytes(label.data(), label.size()));
  return nb::make_tuple(labels, lists.numbered, to_read_only(std::move(lists.child_starts)),
                        to_read_only(std::move(lists.scores)),
                        to_read_only(std::move(lists.set_starts)),
                        to_read_only(std::move(lists.members)));
}

nb::bytes lines(const parents::SetFormatter& formatter, const Array<double>& scores,
                const Array<std::uint32_t>& starts, const Array<std::uint16_t>& members) {
  if (starts.size() != scores.size() + 1) throw nb::value_error("one start more than scores");
  for (std::size_t s = 0; s < scores.size(); ++s) {
    if (starts.data()[s] > starts.data()[s + 1]) throw nb::value_error("starts must ascend");
  }
  if (starts.data()[scores.size()] > members.size()) throw nb::value_error("starts beyond members");
  std::string text;
  {
    const WithoutPython no_lock;
    text = formatter.lines({scores.data(), scores.size()}, {starts.data(), starts.size()},
                           {members.data(), members.size()});
  }
  return nb::bytes(text.data(), text.size());
}

}  // namespace

void bind_parents_files(nb::module_& m) {
  nb::exception<parents::SetFileError>(m, "SetFileError", PyExc_ValueError);

  nb::class_<parents::SetTextReader>(m, "SetTextReader",
                                     "Reads parent sets from text, in one pass.")
      .def(
          "feed",
          [](parents::SetTextReader& self, nb::bytes piece) {
            const std::string_view text(piece.c_str(), piece.size());
            const WithoutPython no_lock;
            self.feed(text);
          },
          nb::arg("piece"), "Read the next piece of the text; it may end anywhere.")
      .def("finish", &finish,
           nb::sig("def finish(self) -> tuple[list[bytes], bool, object, object, object, object]"),
           "Say that the text is complete; returns labels, whether they are just positions, and "
           "the arrays child_starts, scores, set_starts and members.")
      .def_prop_ro(
          "remarks",
          [](const parents::SetTextReader& self) {
            nb::list remarks;
            for (const auto& remark : self.remarks()) {
              remarks.append(
                  nb::make_tuple(remark.line, nb::bytes(remark.text.data(), remark.text.size())));
            }
            return remarks;
          },
          nb::sig("def remarks(self) -> list[tuple[int, bytes]]"),
          "Our own comments and the META of the file: (line, text).");

  nb::class_<parents::JklReader, parents::SetTextReader>(m, "JklReader", "Reads Jaakkola's format.")
      .def(nb::init<>());
  nb::class_<parents::PssReader, parents::SetTextReader>(m, "PssReader",
                                                         "Reads URLearning's format.")
      .def(nb::init<>());

  nb::class_<parents::SetFormatter>(m, "SetFormatter", "Writes parent sets as lines of text.")
      .def(nb::init<std::vector<std::string>, bool>(), nb::arg("labels"), nb::arg("with_size"))
      .def("lines", &lines, nb::arg("scores"), nb::arg("starts"), nb::arg("members"),
           nb::sig("def lines(self, scores: object, starts: object, members: object) -> bytes"),
           "The lines of some sets; starts[i] to starts[i + 1] are the members of set i.");
}

}  // namespace dagwright
