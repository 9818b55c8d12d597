#include "dagwright/core/faults.hpp"

#if defined(DAGWRIGHT_CHECKED)

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <new>

namespace dagwright {
namespace {

struct Count {
  std::atomic<std::uint64_t> seen{0};
  std::atomic<std::uint64_t> fails{0};
};

constinit std::array<Count, kFaults> counts{};
constinit thread_local bool in_core = false;

int error_of(Fault kind) {
  switch (kind) {
    case Fault::allocation:
      return ENOMEM;
    case Fault::thread_start:
      return EAGAIN;
    case Fault::open:
      return EMFILE;
    case Fault::write:
      return ENOSPC;
    default:
      return EIO;
  }
}

}  // namespace

bool fault_strikes(Fault kind) {
  Count& count = counts[static_cast<std::size_t>(kind)];
  const std::uint64_t number = count.seen.fetch_add(1, std::memory_order_relaxed) + 1;
  if (number != count.fails.load(std::memory_order_relaxed)) return false;
  errno = error_of(kind);
  return true;
}

void fail_at(Fault kind, std::uint64_t k) {
  for (Count& count : counts) {
    count.fails.store(0);
    count.seen.store(0);
  }
  counts[static_cast<std::size_t>(kind)].fails.store(k);
}

std::uint64_t faults_seen(Fault kind) {
  return counts[static_cast<std::size_t>(kind)].seen.load();
}

InCore::InCore() : before_(in_core) {
  in_core = true;
}

InCore::~InCore() {
  in_core = before_;
}

OutOfCore::OutOfCore() : before_(in_core) {
  in_core = false;
}

OutOfCore::~OutOfCore() {
  in_core = before_;
}

}  // namespace dagwright

#if defined(DAGWRIGHT_WRAPS_NEW)

// The linker turns every `operator new` of our object files into one of these (--wrap). Replacing
// it for the whole process would take it from the address sanitizer.

namespace {

bool fails() {
  return dagwright::in_core && dagwright::fault_strikes(dagwright::Fault::allocation);
}

}  // namespace

extern "C" {

// The names are the linker's.
// NOLINTBEGIN(bugprone-reserved-identifier)
void* __real__Znwm(std::size_t);
void* __real__Znam(std::size_t);
void* __real__ZnwmSt11align_val_t(std::size_t, std::align_val_t);
void* __real__ZnwmRKSt9nothrow_t(std::size_t, const std::nothrow_t&) noexcept;

void* __wrap__Znwm(std::size_t size) {
  if (fails()) throw std::bad_alloc();
  return __real__Znwm(size);
}

void* __wrap__Znam(std::size_t size) {
  if (fails()) throw std::bad_alloc();
  return __real__Znam(size);
}

void* __wrap__ZnwmSt11align_val_t(std::size_t size, std::align_val_t alignment) {
  if (fails()) throw std::bad_alloc();
  return __real__ZnwmSt11align_val_t(size, alignment);
}

void* __wrap__ZnwmRKSt9nothrow_t(std::size_t size, const std::nothrow_t& tag) noexcept {
  if (fails()) return nullptr;
  return __real__ZnwmRKSt9nothrow_t(size, tag);
}
// NOLINTEND(bugprone-reserved-identifier)
}

#endif
#endif
