#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/core/work_rounds.hpp"

using namespace dagwright;

namespace {

/// Steps upwards by random amounts, as many as are drawn.
struct Climb {
  std::uint64_t number = 0;
  std::uint64_t steps = 0;
  Trace improvements;
  bool finished = false;
  bool reached_target = false;

  std::uint64_t iterations() const { return steps; }
  const Trace& trace() const { return improvements; }
};

Climb climb(std::uint64_t number, std::uint64_t limit, double target) {
  Rng rng(7, {number});
  Climb record;
  record.number = number;
  double score = 0.0;
  for (std::uint64_t left = rng.below(8); left > 0; --left) {
    if (record.steps == limit) return record;
    ++record.steps;
    score += rng.fraction();
    record.improvements.push_back({0.0, record.steps, score});
    record.reached_target = score >= target;
    if (record.reached_target) return record;
  }
  record.finished = true;
  return record;
}

struct Found {
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint64_t> steps;
  std::uint64_t iterations = 0;
  std::vector<std::uint64_t> trace;
  StopReason reason{};
  std::string state;

  bool operator==(const Found& other) const {
    return numbers == other.numbers && steps == other.steps && iterations == other.iterations &&
           trace == other.trace;
  }
};

/// Does 60 climbs, and saves its state after each round of 5.
Found run(unsigned threads, StopRules rules, const std::string& resumed = {}) {
  const double target = rules.target.value_or(1e9);
  RunControl control(std::move(rules));
  Found found;
  const auto save = [&](const std::string& state, std::uint64_t, double) {
    found.state = state;
    return false;
  };
  control.keep_checkpoints({save, 0.0, resumed, 0.0});
  WorkRounds<Climb> rounds(threads, control);
  if (rounds.is_resumed()) {
    StateReader state(control.resumed_state());
    rounds.get(state);
    state.expect_end();
  }
  rounds.run_all(
      60, [] { return 5; },
      [&](std::uint64_t number, std::uint64_t limit) -> std::optional<Climb> {
        if (limit == 0) return std::nullopt;
        return climb(number, limit, target);
      },
      [&](Climb&& record) {
        found.numbers.push_back(record.number);
        found.steps.push_back(record.steps);
      },
      [&] {
        StateWriter state;
        rounds.put(state);
        if (rounds.is_checkpoint_due()) control.save_checkpoint(state.take(), rounds.iterations());
      });
  found.iterations = rounds.iterations();
  for (const TracePoint& point : rounds.trace()) found.trace.push_back(point.iterations);
  found.reason = control.reason();
  return found;
}

StopRules with_limit(std::uint64_t iterations) {
  StopRules rules;
  rules.iterations = iterations;
  return rules;
}

void check_limits() {
  const Found whole = run(1, {});
  CHECK(whole.numbers.size() == 60);
  for (std::uint64_t limit = 0; limit < whole.iterations; ++limit) {
    const Found part = run(1, with_limit(limit));
    CHECK(part.iterations == limit && part.reason == StopReason::iterations);
    CHECK(part == run(3, with_limit(limit)));
    // What counts is the beginning of the whole; the climb that took the last step is cut short.
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < part.numbers.size(); ++i) {
      CHECK(part.numbers[i] == i);
      CHECK(part.steps[i] == std::min(whole.steps[i], limit - sum));
      sum += part.steps[i];
    }
  }
  CHECK(run(3, with_limit(whole.iterations)) == whole);
}

void check_target() {
  StopRules rules;
  rules.target = 3.0;
  const Found found = run(1, rules);
  CHECK(found.reason == StopReason::target && found.numbers.size() < 60);
  CHECK(found == run(3, rules));
}

void check_resuming() {
  const Found whole = run(1, {});
  for (std::uint64_t limit = 20; limit < whole.iterations; limit += 30) {
    const Found first = run(2, with_limit(limit));
    const Found rest = run(1, {}, first.state);
    CHECK(rest.iterations == whole.iterations && rest.trace == whole.trace);
  }
}

}  // namespace

int main() {
  check_limits();
  check_target();
  check_resuming();
}
