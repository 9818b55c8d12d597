#include "python_lock.hpp"

#include <chrono>
#include <thread>

#include "dagwright/core/ending.hpp"

namespace dagwright {
namespace {

/// Asks for the lock by `ask`, and waits here for the end of the process if there will be none.
template <class Ask>
auto take_lock(const Ask& ask) {
  if (is_python_gone()) wait_for_the_end();
#if defined(__GLIBCXX__)
  // It may begin to finalize in this moment; unwinding then starts inside.
  try {
    return ask();
  } catch (const abi::__forced_unwind&) {
    wait_for_the_end();
  }
#else
  return ask();
#endif
}

}  // namespace

bool is_python_gone() {
  // Py_IsInitialized is false from the moment in which other threads are refused the lock. The
  // thread that finalizes has it, and runs destructors.
  return Py_IsInitialized() == 0 && is_ending_elsewhere();
}

void wait_for_the_end() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

WithoutPython::WithoutPython() {
  // While it finalizes, a thread that has the lock keeps it.
  if (Py_IsInitialized() != 0) state_ = PyEval_SaveThread();
}

WithoutPython::~WithoutPython() {
  if (state_ == nullptr) return;
  take_lock([this] {
    PyEval_RestoreThread(state_);
    return true;
  });
}

WithPython::WithPython() : state_(take_lock([] { return PyGILState_Ensure(); })) {}

WithPython::~WithPython() {
  PyGILState_Release(state_);
}

}  // namespace dagwright
