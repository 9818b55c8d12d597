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

exact::ExactPlan plan_for(const parents::CandidateSets& sets) {
  exact::ExactPlan plan;
  plan.memory = std::size_t{1} << 26;
  plan.climbs = 0;
  for (std::size_t v = 0; v < sets.n_variables(); ++v) {
    plan.start.push_back(sets.common_members(static_cast<Variable>(v)));
  }
  return plan;
}

/// Two groups, the variables with even numbers and the others.
std::vector<std::vector<Variable>> even_and_odd(std::size_t n) {
  std::vector<std::vector<Variable>> groups(n > 1 ? 2 : 1);
  for (std::size_t v = 0; v < n; ++v) groups[v % groups.size()].push_back(static_cast<Variable>(v));
  return groups;
}

std::vector<exact::HeuristicPlan> heuristics_for(std::size_t n) {
  return {{},
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
    exact::ExactPlan plan = plan_for(sets);
    plan.force_wide = round % 2 == 0;
    plan.queries = kQueries[round % 4];
    for (const auto& heuristic : heuristics_for(sets.n_variables())) {
      plan.heuristic = heuristic;
      for (const auto search : {exact::a_star, exact::breadth_first_branch_and_bound}) {
        plan.threads = search == exact::a_star ? 1 : 2;
        RunControl control({});
        const exact::ExactResult result = search(sets, plan, control);
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
    exact::ExactPlan plan = plan_for(sets);
    for (const auto& heuristic : heuristics_for(n)) {
      plan.heuristic = heuristic;
      plan.queries = kQueries[round % 4];
      RunControl control({});
      const auto [bounds, consistent] = exact::exact_bounds(sets, plan, placed, control);
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
    exact::ExactPlan plan = plan_for(sets);
    plan.threads = 2;
    plan.force_wide = round % 2 == 0;
    RunControl whole({});
    const double best = exact::dynamic_programming(sets, plan, whole).trace.back().score;
    plan.spill = folder.path();
    for (std::uint64_t limit = 40;; limit *= 3) {
      StopRules rules;
      rules.iterations = limit;
      RunControl control(rules);
      const exact::ExactResult result = exact::breadth_first_branch_and_bound(sets, plan, control);
      CHECK(result.message.empty());
      resumed = resumed || result.resumed_layer.value_or(0) > 0;
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
  exact::ExactPlan plan = plan_for(sets);
  RunControl whole({});
  const double best = exact::dynamic_programming(sets, plan, whole).trace.back().score;
  for (const auto search : {exact::a_star, exact::breadth_first_branch_and_bound}) {
    plan.memory = exact::exact_table_bytes(sets, plan) + 20000;
    RunControl control({});
    const exact::ExactResult result = search(sets, plan, control);
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
  const exact::ExactPlan plan = plan_for(sets);
  RunControl whole({});
  const exact::ExactResult all = exact::a_star(sets, plan, whole);
  CHECK(all.proved && all.forecast.size() == sets.n_variables() + 1);
  double sum = 0.0;
  for (const double nodes : all.forecast) sum += nodes;
  CHECK(sum == static_cast<double>(all.expanded));
  StopRules rules;
  rules.iterations = all.expanded / 2;
  RunControl control(rules);
  const exact::ExactResult half = exact::a_star(sets, plan, control);
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
