#pragma once

#include <nanobind/nanobind.h>

#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

#include "dagwright/core/faults.hpp"

/// Python's lock, given up while the core works and taken again where Python is needed.
///
/// Once the interpreter finalizes, a thread that asks for the lock does not get it. Up to Python
/// 3.13 it is ended on the spot by unwinding its stack, which C++ does not survive: a destructor
/// that is unwound through, and a worker that is not joined, end the process. So such a thread
/// waits here for the end of the process instead, which later versions of Python do by themselves.
/// nanobind's own scopes do not, and must not be used.

namespace dagwright {

/// Gives up the lock for as long as it lives. Allocations in that time are those of the core.
class WithoutPython {
 public:
  WithoutPython();
  ~WithoutPython();
  WithoutPython(const WithoutPython&) = delete;
  WithoutPython& operator=(const WithoutPython&) = delete;

 private:
  PyThreadState* state_ = nullptr;
  InCore in_core_;
};

/// Takes the lock for as long as it lives, on a thread that may or may not have it.
class WithPython {
 public:
  WithPython();
  ~WithPython();
  WithPython(const WithPython&) = delete;
  WithPython& operator=(const WithPython&) = delete;

 private:
  PyGILState_STATE state_;
  OutOfCore out_of_core_;
};

/// Whether this thread would wait for ever if it asked for the lock.
bool is_python_gone();

[[noreturn]] void wait_for_the_end();

/// Does work with the lock. Python code in it may have to ask for the lock again.
template <class Work>
auto ask_python(const Work& work) {
  const WithPython python;
#if defined(__GLIBCXX__)
  try {
    return work();
  } catch (const abi::__forced_unwind&) {
    wait_for_the_end();  // before the lock, which this thread has lost, would be released
  }
#else
  return work();
#endif
}

}  // namespace dagwright
