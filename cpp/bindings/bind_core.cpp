#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "bindings.hpp"
#include "dagwright/core/clock.hpp"
#include "dagwright/core/cpu.hpp"
#include "dagwright/core/ending.hpp"
#include "dagwright/core/faults.hpp"
#include "dagwright/core/resources.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/core/search_result.hpp"
#include "dagwright/core/trace.hpp"
#include "options.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

constexpr const char* kNoMemory =
    "not enough memory: free some, or give a smaller memory_limit so that less is asked for";

/// Keeps a Python object for the core, where a thread without the GIL may drop the last reference.
std::shared_ptr<nb::object> hold(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* o) {
            if (is_python_gone()) return;  // nothing needs the memory any more
            const WithPython python;
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
    if (is_python_gone()) return true;
    return ask_python([&] {
      return is_interrupted_by([&] {
        if (PyErr_CheckSignals() != 0) nb::raise_python_error();
        return !held->is_none() && nb::cast<bool>((*held)());
      });
    });
  };
}

/// Takes the GIL and hands the state to Python, which writes it.
Checkpoints::Save make_saver(nb::object save) {
  const std::shared_ptr<nb::object> held = hold(std::move(save));
  return [held](const std::string& state, std::uint64_t iterations, double seconds) {
    return ask_python([&] {
      return is_interrupted_by([&] {
        (*held)(nb::bytes(state.data(), state.size()), iterations, seconds);
        return false;
      });
    });
  };
}

void raise_resource_error(const std::string& message) {
  const nb::object kind = nb::module_::import_("dagwright.errors").attr("ResourceError");
  PyErr_SetString(kind.ptr(), message.c_str());
}

/// What the machine does not have, and what the system refuses.
void raise_as_library_error(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::overflow_error& error) {
    // A number that the core cannot represent: the user asked for more than a machine has.
    raise_resource_error(error.what());
  } catch (const std::bad_alloc&) {
    raise_resource_error(kNoMemory);
  } catch (const std::length_error&) {
    // The size of a vector that no machine could hold.
    raise_resource_error(kNoMemory);
  } catch (const std::system_error& error) {
    raise_resource_error("the system refused what this work needs: " + error.code().message());
  }
}

#if defined(DAGWRIGHT_CHECKED)
/// Faults on purpose: only here, not in a wheel.
void bind_faults(nb::module_& m) {
  bind_enum<Fault>(m, "Fault",
                   {{"allocation", Fault::allocation},
                    {"thread_start", Fault::thread_start},
                    {"open", Fault::open},
                    {"read", Fault::read},
                    {"write", Fault::write},
                    {"sync", Fault::sync},
                    {"rename", Fault::rename}});
  m.def("fail_at", &fail_at, "kind"_a, "k"_a,
        "Let the k-th operation of a kind fail, and no other; 0: none.");
  m.def("faults_seen", &faults_seen, "kind"_a, "Operations of a kind since the last fail_at.");
}
#endif

}  // namespace

void bind_core(nb::module_& m) {
  nb::register_exception_translator(&raise_as_library_error);
  m.def("cpu_features", &cpu_features, "Features of this processor that the kernels can use.");
  m.def(
      "instruction_set", [] { return to_string(choose_instruction_set()); },
      "The instruction set that kernels use, after DAGWRIGHT_CPU.");

  bind_enum<StopReason>(m, "StopReason",
                        {{"completed", StopReason::completed},
                         {"time", StopReason::time},
                         {"memory", StopReason::memory},
                         {"iterations", StopReason::iterations},
                         {"target", StopReason::target},
                         {"interrupted", StopReason::interrupted}});

  m.def("interrupt_all_runs", &interrupt_all_runs, "Stop every run of this process, at any depth.");
  m.def("clear_interrupt", &clear_interrupt, "Let new runs begin, unless the process is ending.");
  m.def("is_interrupted", &is_interrupted, "Whether every run has to end.");
  m.def("begin_run", &begin_run, "Count a run that has to end before the process does.");
  m.def("end_run", &end_run, "It has ended, on the thread on which it began.");
  m.def(
      "end_all_runs",
      [](double seconds) {
        const WithoutPython no_lock;
        const bool ended = end_all_runs(seconds);
        // What a run still holds cannot be freed, which nanobind would tell the user about.
        if (!ended) nb::set_leak_warnings(false);
        return ended;
      },
      "seconds"_a, "Stop every run for good; wait so long for those of other threads.");
#if defined(DAGWRIGHT_CHECKED)
  bind_faults(m);
#endif

  nb::class_<Clock>(m, "Clock", "Where the seconds of a tree of runs come from.")
      .def_prop_ro("now", &Clock::now);
  nb::class_<TickingClock, Clock>(m, "TickingClock", "For tests: time passes with checks only.")
      .def(nb::init<double>(), "seconds_per_check"_a);

  nb::class_<TracePoint>(m, "TracePoint", "The best score so far, and when it was reached.")
      .def_ro("seconds", &TracePoint::seconds)
      .def_ro("iterations", &TracePoint::iterations)
      .def_ro("score", &TracePoint::score);

  OptionBinder<Resources>(m, "Resources")
      .field("seed", &Resources::seed)
      .field("threads", &Resources::threads)
      .field("bytes", &Resources::bytes);

  nb::class_<SearchResult>(m, "SearchResult", "What every search leaves behind.")
      .def_ro("parents", &SearchResult::parents)
      .def_ro("score", &SearchResult::score)
      .def_ro("trace", &SearchResult::trace)
      .def_ro("iterations", &SearchResult::iterations)
      .def_ro("bound", &SearchResult::bound)
      .def_ro("proved", &SearchResult::proved)
      .def_prop_ro("counters",
                   [](const SearchResult& self) {
                     nb::dict named;
                     for (const auto& [name, number] : self.counters) named[name.c_str()] = number;
                     return named;
                   })
      .def_ro("notes", &SearchResult::notes);

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
      .def("leave_at_least", &RunControl::leave_at_least, "seconds"_a)
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
                   "How often the tree of runs was asked whether to stop.")
      .def_prop_ro("late_checks", &RunControl::late_checks,
                   "How often it was asked again after it had said yes.");
}

}  // namespace dagwright
