#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "bindings.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/independence/chi_square.hpp"
#include "dagwright/independence/g_test.hpp"
#include "dagwright/independence/mmpc.hpp"
#include "options.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

void check_variables(const data::Table& table, std::vector<Variable> variables) {
  std::sort(variables.begin(), variables.end());
  const bool distinct = std::adjacent_find(variables.begin(), variables.end()) == variables.end();
  if (!distinct || (!variables.empty() && variables.back() >= table.n_variables())) {
    throw std::invalid_argument("distinct variables of the table are needed");
  }
}

independence::GTest test_independence(const data::Table& table, Variable x, Variable y,
                                      const std::vector<Variable>& given,
                                      independence::Degrees degrees) {
  std::vector<Variable> all = given;
  all.insert(all.end(), {x, y});
  check_variables(table, all);
  const WithoutPython no_lock;
  return independence::GTester(table, degrees).test(x, y, given);
}

/// The upper triangle, row by row without the diagonal: I(x; y) in nats.
std::vector<double> mutual_information(const data::Table& table, unsigned threads,
                                       RunControl& control) {
  const WithoutPython no_lock;
  const std::size_t n = table.n_variables();
  std::vector<double> values(n * (n - 1) / 2);
  parallel_for(threads, n, control, [&](std::size_t x) {
    independence::GTester tester(table);
    std::size_t place = x * n - x * (x + 1) / 2;  // rows before this one: n - 1, n - 2, ...
    for (std::size_t y = x + 1; y < n && !control.should_stop(); ++y) {
      const independence::GTest test =
          tester.test(static_cast<Variable>(x), static_cast<Variable>(y), {});
      values[place++] = test.statistic / (2.0 * static_cast<double>(table.total_weight()));
    }
  });
  return values;
}

independence::MmpcResult mmpc(const independence::Inputs& inputs,
                              const independence::MmpcOptions& options, const Resources& resources,
                              RunControl& control) {
  const WithoutPython no_lock;
  return independence::find_parents_and_children(inputs, options, resources, control);
}

}  // namespace

void bind_independence(nb::module_& m) {
  nb::enum_<independence::Degrees>(m, "Degrees")
      .value("occurring", independence::Degrees::occurring)
      .value("effective", independence::Degrees::effective);
  nb::class_<independence::GTest>(m, "GTest", "A test of conditional independence.")
      .def_ro("statistic", &independence::GTest::statistic)
      .def_ro("degrees", &independence::GTest::degrees)
      .def_ro("log_p", &independence::GTest::log_p);
  nb::class_<independence::MmpcResult>(m, "MmpcResult")
      .def_ro("neighbours", &independence::MmpcResult::neighbours)
      .def_ro("finished", &independence::MmpcResult::finished)
      .def_ro("tests", &independence::MmpcResult::tests);
  m.def("log_chi_square_survival", &independence::log_chi_square_survival, "statistic"_a,
        "degrees"_a);
  m.def("test_independence", &test_independence, "table"_a, "x"_a, "y"_a, "given"_a, "degrees"_a);
  m.def(
      "table_cells",
      [](const data::Table& table, const std::vector<Variable>& variables) {
        check_variables(table, variables);
        return independence::table_cells(table, variables);
      },
      "table"_a, "variables"_a);
  m.def("mutual_information", &mutual_information, "table"_a, "threads"_a, "control"_a);
  OptionBinder<independence::MmpcOptions>(m, "MmpcOptions")
      .field("alpha", &independence::MmpcOptions::alpha)
      .field("max_given", &independence::MmpcOptions::max_given)
      .field("symmetric", &independence::MmpcOptions::symmetric)
      .field("rows_per_cell", &independence::MmpcOptions::rows_per_cell)
      .field("degrees", &independence::MmpcOptions::degrees);
  nb::class_<independence::Inputs>(m, "MmpcInputs", "Whose neighbours are looked for, in what.")
      .def(
          "__init__",
          [](independence::Inputs* self, const data::Table& table, std::vector<Variable> targets) {
            check_variables(table, targets);
            new (self) independence::Inputs{table, std::move(targets)};
          },
          "table"_a, "targets"_a, nb::keep_alive<1, 2>());
  m.def("mmpc", &mmpc, "inputs"_a, "options"_a, "resources"_a, "control"_a);
}

}  // namespace dagwright
