#include "dagwright/dag/hill_climbing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "dagwright/core/rng.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/dag/climb.hpp"

namespace dagwright {
namespace {

constexpr std::uint64_t kClimbsPerRound = 4;
/// Rounds without a better incumbent after which the search begins again from its start: on small
/// data the incumbent's surroundings are exhausted within a fraction of a second.
constexpr std::uint64_t kPatience = 250;
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// What one climb did. A pure function of (incumbent, seed, number, move limit), but for a stop
/// from outside.
struct ClimbRecord {
  explicit ClimbRecord(Climb from) : state(std::move(from)) {}

  Climb state;
  double score = -std::numeric_limits<double>::infinity();
  bool reached_optimum = false;
  bool reached_target = false;
  std::uint64_t moves[3] = {0, 0, 0};  ///< by MoveKind
  std::uint64_t random_moves = 0;
  std::vector<TraceEntry> trace;  ///< iterations are counted from the climb's own start

  std::uint64_t total_moves() const { return moves[0] + moves[1] + moves[2]; }
};

class HillClimber {
 public:
  HillClimber(const ScoreOracle& oracle, const Rules& rules, const ParentLists& start,
              const HillClimbingOptions& options, RunControl& control)
      : options_(options),
        control_(control),
        threads_(oracle.is_parallel() ? options.threads : 1),
        cache_(start.size(), options.climbs == 1 ? 0 : options.cache_bytes),
        incumbent_(oracle, rules, cache_, start) {
    result_.parents = start;
    result_.score = incumbent_.total();
    result_.trace.push_back({control_.seconds(), 0, result_.score});
    control_.report_best(result_.score);
  }

  HillClimbingResult run() {
    if (reached_target(result_.score)) {
      control_.request_stop(StopReason::target);
      return result_;
    }
    prepare();
    origin_ = incumbent_;
    run_round(0, 1);
    for (std::uint64_t climb = 1; !control_.stopped() && climb < climbs_wanted();) {
      if (stale_rounds_ >= kPatience) start_afresh();
      const std::uint64_t in_round = std::min(kClimbsPerRound, climbs_wanted() - climb);
      run_round(climb, in_round);
      climb += in_round;
    }
    return result_;
  }

 private:
  std::uint64_t climbs_wanted() const { return options_.climbs.value_or(kNoLimit); }
  bool reached_target(double score) const {
    return control_.rules().target && score >= *control_.rules().target;
  }
  std::uint64_t moves_left() const {
    const auto limit = control_.rules().iterations;
    return limit ? *limit - std::min(*limit, result_.iterations) : kNoLimit;
  }

  /// Starting threads takes some 0.1 ms, as long as whole climbs on small data.
  unsigned worthwhile_threads(double seconds_of_work) const {
    return seconds_of_work > 1e-3 ? threads_ : 1;
  }

  /// The gains of every move from the start: the one large batch of a run. The first variable
  /// shows how long the others take.
  void prepare() {
    const std::size_t n = incumbent_.parents().size();
    const double began = control_.seconds();
    refresh_incumbent(0);
    const double estimate = (control_.seconds() - began) * static_cast<double>(n);
    parallel_for(worthwhile_threads(estimate), n - 1, control_,
                 [this](std::size_t i) { refresh_incumbent(i + 1); });
  }

  void refresh_incumbent(std::size_t v) {
    if (!control_.should_stop()) incumbent_.refresh(static_cast<Variable>(v));
  }

  void run_round(std::uint64_t first, std::uint64_t count) {
    if (control_.stopped()) return;
    const std::uint64_t limit = moves_left();
    if (limit == 0) {
      control_.request_stop(StopReason::iterations);
      return;
    }
    std::vector<std::optional<ClimbRecord>> records(count);
    const double began = control_.seconds();
    parallel_for(worthwhile_threads(climb_seconds_ * static_cast<double>(count)), count, control_,
                 [&](std::size_t i) { records[i].emplace(climb(first + i, limit)); });
    climb_seconds_ = (control_.seconds() - began) / static_cast<double>(count);
    const Climb* best = nullptr;
    const double before = incumbent_score_;
    for (std::uint64_t i = 0; i < count && records[i]; ++i) {
      const bool over_budget = records[i]->total_moves() > moves_left();
      if (over_budget) records[i].emplace(climb(first + i, moves_left()));
      merge(*records[i]);
      if (replaces_incumbent(*records[i])) {
        incumbent_score_ = records[i]->score;
        best = &records[i]->state;
      }
      if (over_budget || (moves_left() == 0 && !records[i]->reached_optimum)) {
        control_.request_stop(StopReason::iterations);
      }
      if (records[i]->reached_target) control_.request_stop(StopReason::target);
      if (over_budget || records[i]->reached_target) break;
    }
    if (best != nullptr) incumbent_ = *best;
    stale_rounds_ = incumbent_score_ > before + tolerance(before) ? 0 : stale_rounds_ + 1;
    control_.report_work(result_.climbs, options_.climbs.value_or(0));
  }

  ClimbRecord climb(std::uint64_t number, std::uint64_t move_limit) {
    ClimbRecord record(incumbent_);
    Rng rng(options_.seed, {number});
    if (number > 0) perturb(record, rng);
    double best_known = result_.score;
    while (record.total_moves() < move_limit) {
      if (control_.should_stop()) break;
      record.state.refresh();
      const std::optional<Move> move = record.state.best_move(rng);
      if (!move) {
        record.reached_optimum = true;
        break;
      }
      record.state.apply(*move);
      ++record.moves[static_cast<std::size_t>(move->kind)];
      control_.report_iterations(1);
      const double total = record.state.total();
      if (total > best_known) {
        best_known = total;
        record.trace.push_back({control_.seconds(), record.total_moves(), total});
        control_.report_best(total);
      }
      if (reached_target(total)) {
        record.reached_target = true;
        break;
      }
    }
    record.score = record.state.total();
    return record;
  }

  void perturb(ClimbRecord& record, Rng& rng) {
    const auto n = static_cast<double>(incumbent_.parents().size());
    const auto most = static_cast<std::uint64_t>(std::ceil(options_.perturbation * n));
    const std::uint64_t wanted = 2 + rng.below(most + 1);
    for (std::uint64_t i = 0; i < wanted; ++i) {
      const std::optional<Move> move = record.state.random_move(rng);
      if (!move) return;
      record.state.apply(*move);
      ++record.random_moves;
    }
  }

  /// Whether the next round should start from this climb: it is at least as good.
  bool replaces_incumbent(const ClimbRecord& record) const {
    return record.reached_optimum && record.score >= incumbent_score_ - tolerance(incumbent_score_);
  }

  static double tolerance(double score) {
    return std::isfinite(score) ? 1e-9 * std::abs(score) : 0;
  }

  void start_afresh() {
    incumbent_ = *origin_;
    incumbent_score_ = -std::numeric_limits<double>::infinity();
    stale_rounds_ = 0;
  }

  void merge(const ClimbRecord& record) {
    for (TraceEntry entry : record.trace) {
      if (entry.score <= result_.trace.back().score) continue;
      entry.iterations += result_.iterations;
      result_.trace.push_back(entry);
    }
    result_.iterations += record.total_moves();
    result_.climbs += record.reached_optimum ? 1 : 0;
    result_.additions += record.moves[0];
    result_.removals += record.moves[1];
    result_.reversals += record.moves[2];
    result_.random_moves += record.random_moves;
    if (record.score > result_.score) {
      result_.score = record.score;
      result_.parents = record.state.parents();
    }
  }

  const HillClimbingOptions& options_;
  RunControl& control_;
  unsigned threads_;
  GainsCache cache_;
  Climb incumbent_;
  double incumbent_score_ = -std::numeric_limits<double>::infinity();
  std::optional<Climb> origin_;  ///< the start with its gains
  std::uint64_t stale_rounds_ = 0;
  double climb_seconds_ = 0.0;  ///< wall time of a climb in the last round
  HillClimbingResult result_;
};

}  // namespace

HillClimbingResult climb_hills(const ScoreOracle& oracle, const Rules& rules,
                               const ParentLists& start, const HillClimbingOptions& options,
                               RunControl& control) {
  return HillClimber(oracle, rules, start, options, control).run();
}

}  // namespace dagwright
