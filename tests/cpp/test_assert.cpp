// Assertions are on in builds with sanitizers, and only there.

#include "aborts.hpp"
#include "check.hpp"
#include "dagwright/core/assert.hpp"
#include "dagwright/core/bit_matrix.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/dag/ancestors.hpp"

using namespace dagwright;

// The build says what it wants, so that assertions cannot be lost on the way to the compiler.
static_assert(kChecked == DAGWRIGHT_EXPECT_CHECKED);

int main() {
  CHECK(!aborts([] { DAGWRIGHT_ASSERT(1 + 1 == 2); }));
  CHECK(aborts([] { DAGWRIGHT_ASSERT(1 + 1 == 3); }) == kChecked);
  CHECK(aborts([] { DAGWRIGHT_CHECK_EVERY(8, false); }) == kChecked);

  // Elsewhere conditions are not even evaluated.
  int evaluated = 0;
  [[maybe_unused]] const auto holds = [&] { return ++evaluated > 0; };
  DAGWRIGHT_ASSERT(holds());
  CHECK(evaluated == (kChecked ? 1 : 0));
  evaluated = 0;
  for (int call = 0; call < 10; ++call) DAGWRIGHT_CHECK_EVERY(4, holds());
  CHECK(evaluated == (kChecked ? 3 : 0));

  // In the core itself: in other builds this would do harm, so it is not tried there.
  if (kChecked) {
    CHECK(aborts([] { Rng(1).below(0); }));
    CHECK(aborts([] { BitMatrix(3).set(0, 3); }));
    CHECK(aborts([] { dag::Ancestors({{}, {0}}).added(1, 0); }));
    CHECK(aborts([] { dag::Ancestors({{1}, {0}}); }));
  }
  return 0;
}
