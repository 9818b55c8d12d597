#pragma once

/// Faults on purpose, for tests: the k-th thread start, the k-th write to a file, ... fails as if
/// the system had refused it.
///
/// Only where DAGWRIGHT_CHECKED is defined; elsewhere `fault_strikes` is the constant false and the
/// scopes are empty, so that nothing is left of them in a wheel.

#include <cstdint>

namespace dagwright {

enum class Fault : int { allocation, thread_start, open, read, write, sync, rename };

#if defined(DAGWRIGHT_CHECKED)

inline constexpr int kFaults = 7;

/// Counts an operation of this kind; true if this one has to fail, with errno as the system would
/// set it.
bool fault_strikes(Fault kind);

/// Lets the k-th operation of a kind from now on fail, and no other of any kind; 0: none.
void fail_at(Fault kind, std::uint64_t k);

/// How many operations of this kind there were since the last fail_at.
std::uint64_t faults_seen(Fault kind);

/// Allocations count on this thread while it lives. Outside of it they are those of Python and of
/// the bindings, which are not ours to make fail.
class InCore {
 public:
  InCore();
  ~InCore();
  InCore(const InCore&) = delete;
  InCore& operator=(const InCore&) = delete;

 private:
  bool before_;
};

/// The reverse, while the core calls Python.
class OutOfCore {
 public:
  OutOfCore();
  ~OutOfCore();
  OutOfCore(const OutOfCore&) = delete;
  OutOfCore& operator=(const OutOfCore&) = delete;

 private:
  bool before_;
};

#else

constexpr bool fault_strikes(Fault) {
  return false;
}

// The empty destructors are user-provided so that compilers do not warn of an unused object.
class InCore {
 public:
  InCore() {}
  ~InCore() {}
};

class OutOfCore {
 public:
  OutOfCore() {}
  ~OutOfCore() {}
};

#endif

}  // namespace dagwright
