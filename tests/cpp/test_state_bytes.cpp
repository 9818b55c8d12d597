#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "dagwright/core/state_bytes.hpp"
#include "dagwright/dag/multi_start.hpp"

using namespace dagwright;

namespace {

template <class Read>
bool is_refused(const Read& read) {
  try {
    read();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

std::string some_state() {
  StateWriter state;
  state.put(std::uint64_t{7});
  state.put(-0.5);
  state.put_all(std::vector<Variable>{2, 0, 1});
  state.put_trace({{0.25, 3, -9.5}});
  return state.take();
}

void read(const std::string& bytes) {
  StateReader state(bytes);
  CHECK(state.get<std::uint64_t>() == 7);
  CHECK(state.get<double>() == -0.5);
  CHECK((state.get_order(3) == std::vector<Variable>{2, 0, 1}));
  const auto trace = state.get_trace();
  CHECK(trace.size() == 1 && trace[0].iterations == 3 && trace[0].score == -9.5);
  state.expect_end();
}

void what_was_written_is_read() {
  read(some_state());
}

void a_state_that_ends_early_or_late_is_refused() {
  const std::string whole = some_state();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CHECK(is_refused([&] { read(whole.substr(0, length)); }));
  }
  CHECK(is_refused([&] { read(whole + "x"); }));
}

void what_is_no_order_is_refused() {
  for (const std::vector<Variable>& order : {std::vector<Variable>{0, 1}, {0, 1, 3}, {0, 1, 1}}) {
    StateWriter state;
    state.put_all(order);
    const std::string bytes = state.take();
    CHECK(is_refused([&] { StateReader(bytes).get_order(3); }));
  }
}

/// A length that no file could have must not be believed.
void an_absurd_length_is_refused() {
  StateWriter state;
  state.put(~std::uint64_t{0});
  const std::string bytes = state.take();
  CHECK(is_refused([&] { StateReader(bytes).get_all<double>(); }));
}

}  // namespace

int main() {
  what_was_written_is_read();
  a_state_that_ends_early_or_late_is_refused();
  what_is_no_order_is_refused();
  an_absurd_length_is_refused();
}
