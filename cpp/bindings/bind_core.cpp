#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "bindings.hpp"
#include "dagwright/core/clock.hpp"
#include "dagwright/core/cpu.hpp"
#include "dagwright/core/run_control.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

/// Keeps a Python object for the core, where a thread without the GIL may drop the last reference.
std::shared_ptr<nb::object> hold(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* o) {
            const nb::gil_scoped_acquire gil;
            delete o;
          }};
}

/// What `ask` answers. A KeyboardInterrupt, wherever it strikes, is a reason to stop and not an
/// error: the run ends with the best that it has. One that comes while the run is already ending
/// is passed on.
template <class Ask>
bool is_interrupted_by(const Ask& ask) {
  try {
    return ask();
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_KeyboardInterrupt) || is_interrupted()) throw;
    return true;
  }
}

/// Takes the GIL, lets Python handle signals, then asks the callback, which returns true to stop.
RunControl::Observer make_observer(nb::object callback) {
  const std::shared_ptr<nb::object> held = hold(std::move(callback));
  return [held] {
    const nb::gil_scoped_acquire gil;
    return is_interrupted_by([&] {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      return !held->is_none() && nb::cast<bool>((*held)());
    });
  };
}

/// Takes the GIL and hands the state to Python, which writes it.
Checkpoints::Save make_saver(nb::object save) {
  const std::shared_ptr<nb::object> held = hold(std::move(save));
  return [held](const std::string& state, std::uint64_t iterations, double seconds) {
    const nb::gil_scoped_acquire gil;
    return is_interrupted_by([&] {
      (*held)(nb::bytes(state.data(), state.size()), iterations, seconds);
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

  nb::enum_<StopReason>(m, "StopReason")
      .value("completed", StopReason::completed)
      .value("time", StopReason::time)
      .value("memory", StopReason::memory)
      .value("iterations", StopReason::iterations)
      .value("target", StopReason::target)
      .value("interrupted", StopReason::interrupted);

  m.def("interrupt_all_runs", &interrupt_all_runs, "Stop every run of this process, at any depth.");
  m.def("clear_interrupt", &clear_interrupt, "Let new runs begin.");
  m.def("is_interrupted", &is_interrupted, "Whether every run has to end.");

  nb::class_<Clock>(m, "Clock", "Where the seconds of a tree of runs come from.")
      .def_prop_ro("now", &Clock::now);
  nb::class_<TickingClock, Clock>(m, "TickingClock", "For tests: time passes with checks only.")
      .def(nb::init<double>(), "seconds_per_check"_a);

  nb::class_<RunControl>(m, "RunControl", "Stop rules and observer of one run.")
      .def(
          "__init__",
          [](RunControl* self, std::optional<double> seconds,
             std::optional<std::uint64_t> iterations, std::optional<double> target,
             std::optional<std::uint64_t> stop_at_check, nb::object callback,
             std::shared_ptr<TickingClock> clock) {
            std::shared_ptr<Clock> time = std::make_shared<SteadyClock>();
            if (clock) time = clock;
            new (self) RunControl({seconds, iterations, target, stop_at_check},
                                  make_observer(std::move(callback)), std::move(time));
          },
          "seconds"_a = nb::none(), "iterations"_a = nb::none(), "target"_a = nb::none(),
          "stop_at_check"_a = nb::none(), "callback"_a = nb::none(), "clock"_a = nb::none())
      .def(
          "__init__",
          [](RunControl* self, RunControl& parent, std::optional<double> seconds,
             std::optional<std::uint64_t> iterations, std::optional<double> target,
             bool reports_networks, bool reports_iterations, double best_of_others,
             double bound_of_others, double ruled_out) {
            Reports reports;
            reports.iterations = reports_iterations;
            reports.networks.reset();
            if (reports_networks) reports.networks = {best_of_others, bound_of_others, ruled_out};
            new (self) RunControl(parent, {seconds, iterations, target, {}}, reports);
          },
          "parent"_a, "seconds"_a = nb::none(), "iterations"_a = nb::none(),
          "target"_a = nb::none(), nb::kw_only(), "reports_networks"_a = true,
          "reports_iterations"_a = true, "best_of_others"_a = 0.0, "bound_of_others"_a = 0.0,
          "ruled_out"_a = -std::numeric_limits<double>::infinity(), nb::keep_alive<1, 2>())
      .def_prop_ro("iteration_limit", [](const RunControl& c) { return c.rules().iterations; })
      .def_prop_ro("target", [](const RunControl& c) { return c.rules().target; })
      .def_prop_ro("time_limit", [](const RunControl& c) { return c.rules().seconds; })
      .def("should_stop", &RunControl::should_stop, "Whether the run has to end.")
      .def("observe_now", &RunControl::observe_now,
           "Call the observer, whenever it was last called.")
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
          "Hand states to save(state, iterations, seconds), and continue from one.")
      .def_prop_ro("stopped", &RunControl::stopped)
      .def_prop_ro("reason", &RunControl::reason)
      .def_prop_ro("seconds", &RunControl::seconds, "Since this run began.")
      .def_prop_ro("elapsed", &RunControl::elapsed, "Since the root of the tree began.")
      .def_prop_ro("total_seconds", &RunControl::total_seconds,
                   "Together with the runs that this one continues.")
      .def_prop_ro("seconds_left", &RunControl::seconds_left,
                   "Until this run or one around it has to end; None if none has a limit.")
      .def_prop_ro("iterations", &RunControl::iterations, "Moves so far, nested runs included.")
      .def_prop_ro("best_score", &RunControl::best_score)
      .def_prop_ro("bound", &RunControl::bound, "No network scores higher.")
      .def_prop_ro("bound_seconds", &RunControl::bound_seconds,
                   "When the bound was proved, since the root began.")
      .def_prop_ro("work_done", &RunControl::work_done, "Work items (climbs, ...) finished.")
      .def_prop_ro("work_total", &RunControl::work_total, "Of how many; 0 if only a rule ends it.")
      .def_prop_ro("checks", &RunControl::checks,
                   "How often the tree of runs was asked whether to stop.");
}

}  // namespace dagwright
