#pragma once

/// Assertions: what the code relies on and what no input, however odd, may make untrue. Mistakes of
/// users are exceptions instead.
///
/// DAGWRIGHT_ASSERT(condition) costs nothing unless DAGWRIGHT_CHECKED is defined, as it is in
/// builds of type `Checked` and with any sanitizer. There a condition that does not hold is printed
/// with its place, and the program aborts. Elsewhere it is compiled but never evaluated, so it
/// cannot rot, and must not have side effects.
///
/// DAGWRIGHT_CHECK_EVERY(n, condition) is for what costs much more than the work that it checks,
/// `object.check()` for instance: it is evaluated the first time and every n-th time after that,
/// counted over all threads.

#if defined(DAGWRIGHT_CHECKED)

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace dagwright {

inline constexpr bool kChecked = true;

[[noreturn]] inline void fail_assertion(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: assertion does not hold: %s\n", file, line, condition);
  std::fflush(stderr);
  std::abort();
}

}  // namespace dagwright

#define DAGWRIGHT_ASSERT(...)           \
  ((__VA_ARGS__) ? static_cast<void>(0) \
                 : ::dagwright::fail_assertion(__FILE__, __LINE__, #__VA_ARGS__))

#define DAGWRIGHT_CHECK_EVERY(n, ...)                               \
  do {                                                              \
    static std::atomic<std::uint64_t> calls{0};                     \
    if (calls.fetch_add(1, std::memory_order_relaxed) % (n) == 0) { \
      DAGWRIGHT_ASSERT(__VA_ARGS__);                                \
    }                                                               \
  } while (false)

#else

namespace dagwright {

inline constexpr bool kChecked = false;

}  // namespace dagwright

#define DAGWRIGHT_ASSERT(...) static_cast<void>(sizeof(!(__VA_ARGS__)))
#define DAGWRIGHT_CHECK_EVERY(n, ...) DAGWRIGHT_ASSERT(__VA_ARGS__)

#endif
