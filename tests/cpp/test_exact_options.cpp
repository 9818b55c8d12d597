// Every kind of query and heuristic, threads, files and memory limits: the same optimum.

#include <unistd.h>
#include <cmath>
#include <filesystem>
#include <string>

#include "brute_force.hpp"
#include "check.hpp"
#include "dagwright/exact/exact_search.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

constexpr exact::QueryKind kQueries[] = {exact::QueryKind::table, exact::QueryKind::scan,
                                         exact::QueryKind::bits, exact::QueryKind::full};

constexpr Resources kOneThread{.bytes = std::size_t{1} << 26};
constexpr Resources kTwoThreads{.threads = 2, .bytes = std::size_t{1} << 26};

exact::ExactOptions plain_options() {
  return {.heuristic = {{}, 0, exact::PatternCover::greedy},
          .queries = exact::QueryKind::table,
          .climbs = 0,
          .spill = "",
          .force_wide = false};
}

exact::Inputs inputs_of(const parents::CandidateSets& sets) {
  exact::Inputs inputs{sets, {}};
  for (std::size_t v = 0; v < sets.n_variables(); ++v) {
    inputs.start.push_back(sets.common_members(static_cast<Variable>(v)));
  }
  return inputs;
}

/// Two groups, the variables with even numbers and the others.
std::vector<std::vector<Variable>> even_and_odd(std::size_t n) {
  std::vector<std::vector<Variable>> groups(n > 1 ? 2 : 1);
  for (std::size_t v = 0; v < n; ++v) groups[v % groups.size()].push_back(static_cast<Variable>(v));
  return groups;
}

std::vector<exact::HeuristicOptions> heuristics_for(std::size_t n) {
  return {{{}, 0, exact::PatternCover::greedy},
          {even_and_odd(n), 0, exact::PatternCover::greedy},
          {{}, 2, exact::PatternCover::optimal},
          {{}, 2, exact::PatternCover::greedy},
          {{}, 3, exact::PatternCover::greedy}};
}

void every_way_finds_the_optimum() {
  Rng rng(21);
  for (std::uint64_t round = 0; round < 40; ++round) {
    const RandomCandidates candidates(1 + rng.below(7), 12, 4, rng, round % 3 == 0);
    const parents::CandidateSets& sets = candidates.get();
    const auto best = static_cast<double>(BruteForce(sets).best());
    exact::ExactOptions options = plain_options();
    options.force_wide = round % 2 == 0;
    options.queries = kQueries[round % 4];
    for (const auto& heuristic : heuristics_for(sets.n_variables())) {
      options.heuristic = heuristic;
      for (const auto search : {exact::a_star, exact::breadth_first_branch_and_bound}) {
        const Resources& resources = search == exact::a_star ? kOneThread : kTwoThreads;
        RunControl control({});
        const exact::ExactResult result = search(inputs_of(sets), options, resources, control);
        CHECK(result.proved && std::abs(result.trace.back().score - best) < 1e-9);
      }
    }
  }
}

/// The least cost of placing what is left is at least the bound; at the goal both are zero.
void bounds_are_below_what_is_left() {
  Rng rng(22);
  for (std::uint64_t round = 0; round < 30; ++round) {
    const std::size_t n = 2 + rng.below(5);
    const RandomCandidates candidates(n, 12, 3, rng);
    const parents::CandidateSets& sets = candidates.get();
    std::vector<std::uint64_t> placed;
    for (std::uint64_t set = 0; set < std::uint64_t{1} << n; ++set) placed.push_back(set);
    // Backwards from the goal, where nothing is left to pay.
    std::vector<double> left(placed.size(), 0.0);
    for (std::uint64_t set = placed.size() - 1; set-- > 0;) {
      left[set] = 1e300;
      for (std::size_t v = 0; v < n; ++v) {
        if ((set >> v & 1) != 0) continue;
        const auto child = static_cast<Variable>(v);
        std::size_t best = sets.begin(child);
        const auto is_outside = [&](auto m) { return (set >> m & 1) == 0; };
        while (std::ranges::any_of(sets.members(best), is_outside)) ++best;
        const double arc = sets.score(sets.begin(child)) - sets.score(best);
        left[set] = std::min(left[set], arc + left[set | std::uint64_t{1} << v]);
      }
    }
    exact::ExactOptions options = plain_options();
    for (const auto& heuristic : heuristics_for(n)) {
      options.heuristic = heuristic;
      options.queries = kQueries[round % 4];
      RunControl control({});
      const auto [bounds, consistent] = exact::exact_bounds(sets, options, placed, control);
      CHECK(consistent ==
            (heuristic.largest_pattern == 0 || heuristic.cover == exact::PatternCover::optimal));
      for (std::size_t i = 0; i < placed.size(); ++i) CHECK(bounds[i] <= left[i] + 1e-9);
      CHECK(bounds.back() == 0.0);
    }
  }
}

class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("dagwright-test-spill-" + std::to_string(getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string path() const { return path_.string(); }
  bool is_empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

/// Stopped again and again, each time after a few more nodes, on two threads.
void runs_with_files_go_on_from_the_last_layer() {
  Rng rng(23);
  const Folder folder;
  bool resumed = false;
  for (std::uint64_t round = 0; round < 6; ++round) {
    const RandomCandidates candidates(11, 30, 3, rng);
    const parents::CandidateSets& sets = candidates.get();
    exact::ExactOptions options = plain_options();
    options.force_wide = round % 2 == 0;
    RunControl whole({});
    const double best =
        exact::dynamic_programming(inputs_of(sets), options, kOneThread, whole).trace.back().score;
    options.spill = folder.path();
    for (std::uint64_t limit = 40;; limit *= 3) {
      StopRules rules;
      rules.iterations = limit;
      RunControl control(rules);
      const exact::ExactResult result =
          exact::breadth_first_branch_and_bound(inputs_of(sets), options, kTwoThreads, control);
      for (const std::string& note : result.notes) {
        CHECK(note.starts_with("resumed from layer "));
        resumed = resumed || !note.starts_with("resumed from layer 0 ");
      }
      if (result.bound) CHECK(*result.bound >= best - 1e-9);
      if (!result.proved) continue;
      CHECK(std::abs(result.trace.back().score - best) < 1e-9);
      break;
    }
    CHECK(folder.is_empty());
  }
  CHECK(resumed);
}

void little_memory_ends_a_run_with_a_bound() {
  Rng rng(24);
  const RandomCandidates candidates(14, 40, 3, rng);
  const parents::CandidateSets& sets = candidates.get();
  const exact::ExactOptions options = plain_options();
  RunControl whole({});
  const double best =
      exact::dynamic_programming(inputs_of(sets), options, kOneThread, whole).trace.back().score;
  for (const auto search : {exact::a_star, exact::breadth_first_branch_and_bound}) {
    const Resources little{.bytes = exact::exact_table_bytes(sets, options) + 20000};
    RunControl control({});
    const exact::ExactResult result = search(inputs_of(sets), options, little, control);
    CHECK(result.proved != (control.reason() == StopReason::memory));
    CHECK(result.trace.back().score <= best + 1e-9);
    if (result.bound) CHECK(*result.bound >= best - 1e-9);
  }
}

/// A trial of A* foretells how many nodes there will be, once it has seen enough of them.
void forecasts_name_every_depth() {
  Rng rng(25);
  const RandomCandidates candidates(14, 40, 3, rng);
  const parents::CandidateSets& sets = candidates.get();
  const exact::ExactOptions options = plain_options();
  RunControl whole({});
  exact::ExactResult all = exact::a_star(inputs_of(sets), options, kOneThread, whole);
  CHECK(all.proved && all.forecast.size() == sets.n_variables() + 1);
  double sum = 0.0;
  for (const double nodes : all.forecast) sum += nodes;
  const std::uint64_t expanded = all.counters["expanded"];
  CHECK(sum == static_cast<double>(expanded));
  StopRules rules;
  rules.iterations = expanded / 2;
  RunControl control(rules);
  const exact::ExactResult half = exact::a_star(inputs_of(sets), options, kOneThread, control);
  CHECK(half.forecast.empty() || half.forecast.size() == sets.n_variables() + 1);
  for (const double nodes : half.forecast) CHECK(nodes >= 0.0);
}

}  // namespace

int main() {
  every_way_finds_the_optimum();
  bounds_are_below_what_is_left();
  runs_with_files_go_on_from_the_last_layer();
  little_memory_ends_a_run_with_a_bound();
  forecasts_name_every_depth();
}
