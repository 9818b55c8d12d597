#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include "bindings.hpp"
#include "dagwright/core/cpu.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/core/threads.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

/// Lets Python handle signals, then asks the callback, which returns true to stop.
bool look_and_ask(const nb::object& callback, const Progress& progress) {
  if (PyErr_CheckSignals() != 0) nb::raise_python_error();
  return !callback.is_none() && nb::cast<bool>(callback(progress));
}

/// Keeps a Python object for the core, where a thread without the GIL may drop the last reference.
std::shared_ptr<nb::object> hold(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* o) {
            const nb::gil_scoped_acquire gil;
            delete o;
          }};
}

/// What `ask` answers. Ctrl-C, wherever it strikes, is a reason to stop and not an error: the run
/// ends with the best that it has.
template <class Ask>
bool is_interrupted(const Ask& ask) {
  try {
    return ask();
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_KeyboardInterrupt)) throw;
    return true;
  }
}

/// Takes the GIL and looks.
RunControl::Observer make_observer(nb::object callback) {
  const std::shared_ptr<nb::object> held = hold(std::move(callback));
  return [held](const Progress& progress) {
    const nb::gil_scoped_acquire gil;
    return is_interrupted([&] { return look_and_ask(*held, progress); });
  };
}

/// Takes the GIL and hands the state to Python, which writes it. Ctrl-C is a reason to stop.
Checkpoints::Save make_saver(nb::object save) {
  const std::shared_ptr<nb::object> held = hold(std::move(save));
  return [held](const std::string& state, std::uint64_t iterations) {
    const nb::gil_scoped_acquire gil;
    return is_interrupted([&] {
      (*held)(nb::bytes(state.data(), state.size()), iterations);
      return false;
    });
  };
}

/// A number that the core cannot represent: the user asked for more than a machine has.
void raise_as_library_error(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::overflow_error& error) {
    const nb::object kind = nb::module_::import_("dagwright.errors").attr("ResourceError");
    PyErr_SetString(kind.ptr(), error.what());
  }
}

}  // namespace

void bind_core(nb::module_& m) {
  nb::register_exception_translator(&raise_as_library_error);
  m.def("cpu_features", &cpu_features, "Features of this processor that the kernels can use.");
  m.def(
      "instruction_set", [] { return to_string(choose_instruction_set()); },
      "The instruction set that kernels use, after DAGWRIGHT_CPU.");
  m.def("resolve_threads", &resolve_threads, "asked"_a, "Threads to use; 0 asks for one a core.");

  nb::enum_<StopReason>(m, "StopReason")
      .value("completed", StopReason::completed)
      .value("time", StopReason::time)
      .value("memory", StopReason::memory)
      .value("iterations", StopReason::iterations)
      .value("target", StopReason::target)
      .value("interrupted", StopReason::interrupted);

  nb::class_<Progress>(m, "Progress", "What a callback sees of a run that is under way.")
      .def_ro("seconds", &Progress::seconds, "Since the run began.")
      .def_ro("iterations", &Progress::iterations, "Moves so far.")
      .def_ro("best_score", &Progress::best_score, "Best score so far.")
      .def_ro("work_done", &Progress::work_done, "Work items (climbs, ...) finished.")
      .def_ro("work_total", &Progress::work_total, "Of how many; 0 if only a stop rule ends it.")
      .def_ro("bound", &Progress::bound, "No network scores higher.");

  nb::class_<RunControl>(m, "RunControl", "Stop rules and observer of one run.")
      .def(
          "__init__",
          [](RunControl* self, std::optional<double> seconds,
             std::optional<std::uint64_t> iterations, std::optional<double> target,
             std::optional<std::uint64_t> stop_at_check, nb::object callback) {
            new (self) RunControl({seconds, iterations, target, stop_at_check},
                                  make_observer(std::move(callback)));
          },
          "seconds"_a = nb::none(), "iterations"_a = nb::none(), "target"_a = nb::none(),
          "stop_at_check"_a = nb::none(), "callback"_a = nb::none())
      .def_prop_ro("iteration_limit", [](const RunControl& c) { return c.rules().iterations; })
      .def_prop_ro("target", [](const RunControl& c) { return c.rules().target; })
      .def_prop_ro("time_limit", [](const RunControl& c) { return c.rules().seconds; })
      .def("should_stop", &RunControl::should_stop, "Whether the run has to end.")
      .def("request_stop", &RunControl::request_stop, "reason"_a)
      .def("report_best", &RunControl::report_best, "score"_a)
      .def("report_bound", &RunControl::report_bound, "bound"_a)
      .def("report_iterations", &RunControl::report_iterations, "more"_a)
      .def("report_work", &RunControl::report_work, "done"_a, "total"_a)
      .def(
          "keep_checkpoints",
          [](RunControl& self, nb::object save, double every_seconds,
             const std::optional<nb::bytes>& resumed, double resumed_seconds) {
            Checkpoints checkpoints{
                make_saver(std::move(save)), every_seconds, {}, resumed_seconds};
            if (resumed) checkpoints.resumed.assign(resumed->c_str(), resumed->size());
            self.keep_checkpoints(std::move(checkpoints));
          },
          "save"_a, "every_seconds"_a, "resumed"_a = nb::none(), "resumed_seconds"_a = 0.0,
          "Hand states to save(state, iterations), and go on from one.")
      .def_prop_ro("reason", &RunControl::reason)
      .def_prop_ro("seconds", &RunControl::seconds)
      .def_prop_ro("total_seconds", &RunControl::total_seconds,
                   "Together with the runs that this one goes on from.")
      .def_prop_ro("checks", &RunControl::checks, "How often a search asked whether to stop.");
}

}  // namespace dagwright
