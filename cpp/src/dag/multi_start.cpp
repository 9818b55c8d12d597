#include "dagwright/dag/multi_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/core/state_bytes.hpp"
#include "dagwright/core/threads.hpp"

namespace dagwright::dag {
namespace {

constexpr std::uint64_t kWalksPerRound = 4;
/// Rounds without a better incumbent after which an iterated search shakes the best network: on
/// small data its surroundings are exhausted within a fraction of a second.
constexpr std::uint64_t kPatience = 250;
constexpr std::uint64_t kShakes = 1;  ///< in the name of a stream that no walk has
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
constexpr double kWorst = -std::numeric_limits<double>::infinity();

/// What one walk did. A pure function of (where it began, seed, number, move limit), but for a
/// stop from outside.
struct WalkRecord {
  explicit WalkRecord(DagState from) : state(std::move(from)) {}

  DagState state;         ///< at the end
  ParentLists parents;    ///< the best on the way
  double score = kWorst;  ///< of those
  bool ended = false;
  bool reached_target = false;
  std::uint64_t iterations = 0;
  std::array<std::uint64_t, kMoveKinds> moves{};
  std::uint64_t random_moves = 0;
  std::vector<Step> longest_chain;
  Trace trace;  ///< iterations are counted from the walk's own start

  void count_steps(const Move& move) {
    ++iterations;
    ++moves[static_cast<std::size_t>(move.first.operation)];
    for (const Step& step : move.rest) ++moves[static_cast<std::size_t>(step.operation)];
  }

  void count_kind(const Move& move) {
    ++iterations;
    ++moves[static_cast<std::size_t>(kind_of(move))];
    if (move.length() <= std::max<std::size_t>(1, longest_chain.size())) return;
    longest_chain.assign(1, move.first);
    longest_chain.insert(longest_chain.end(), move.rest.begin(), move.rest.end());
  }
};

class MultiStart {
 public:
  MultiStart(DagState start, const SearchPlan& plan, RunControl& control)
      : plan_(plan),
        control_(control),
        threads_(start.scorer().oracle().is_parallel() ? plan.threads : 1),
        incumbent_(std::move(start)) {
    result_.parents = incumbent_.parents();
    result_.score = incumbent_.total();
    result_.trace.push_back({control_.total_seconds(), 0, result_.score});
    resume();
    control_.report_best(result_.score);
  }

  DagSearchResult run() {
    if (reached_target(result_.score)) {
      control_.request_stop(StopReason::target);
    } else {
      prepare();
      if (resumed_incumbent_) go_on_from(std::move(*resumed_incumbent_));
      while (!control_.stopped() && next_walk_ < walks_wanted()) {
        if (stale_rounds_ >= kPatience) shake_best();
        // The first walk alone: what it reaches is where those of an iterated search begin.
        const std::uint64_t most = next_walk_ == 0 ? 1 : kWalksPerRound;
        const std::uint64_t in_round = std::min(most, walks_wanted() - next_walk_);
        run_round(next_walk_, in_round);
        next_walk_ += in_round;
        offer_checkpoint();
      }
    }
    // Families that the runs before this one scored are not known to its counter.
    if (!is_resumed()) result_.distinct_scores = incumbent_.scorer().distinct_scores();
    return result_;
  }

 private:
  std::uint64_t walks_wanted() const { return plan_.walks.value_or(kNoLimit); }
  bool reached_target(double score) const {
    return control_.rules().target && score >= *control_.rules().target;
  }
  std::uint64_t moves_left() const {
    const auto limit = control_.rules().iterations;
    return limit ? *limit - std::min(*limit, result_.iterations) : kNoLimit;
  }

  /// Starting threads takes some 0.1 ms, as long as whole walks on small data.
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

  void refresh_all() {
    for (std::size_t v = 0; v < incumbent_.parents().size(); ++v) refresh_incumbent(v);
  }

  void run_round(std::uint64_t first, std::uint64_t count) {
    // Here, on the controlling thread: rounds may be too short for its watch over the others.
    if (control_.should_stop()) return;
    const std::uint64_t limit = moves_left();
    if (limit == 0) {
      control_.request_stop(StopReason::iterations);
      return;
    }
    std::vector<std::optional<WalkRecord>> records(count);
    const double began = control_.seconds();
    parallel_for(worthwhile_threads(walk_seconds_ * static_cast<double>(count)), count, control_,
                 [&](std::size_t i) { records[i].emplace(walk(first + i, limit)); });
    walk_seconds_ = (control_.seconds() - began) / static_cast<double>(count);
    const DagState* best = nullptr;
    const double before = incumbent_score_;
    for (std::uint64_t i = 0; i < count && records[i]; ++i) {
      const bool over_budget = records[i]->iterations > moves_left();
      if (over_budget) records[i].emplace(walk(first + i, moves_left()));
      merge(*records[i]);
      if (replaces_incumbent(*records[i])) {
        incumbent_score_ = records[i]->score;
        best = &records[i]->state;
      }
      if (over_budget || (moves_left() == 0 && !records[i]->ended)) {
        control_.request_stop(StopReason::iterations);
      }
      if (records[i]->reached_target) control_.request_stop(StopReason::target);
      if (over_budget || records[i]->reached_target) break;
    }
    if (plan_.iterated) {
      if (best != nullptr) incumbent_ = *best;
      stale_rounds_ = incumbent_score_ > before + tolerance(before) ? 0 : stale_rounds_ + 1;
    }
    control_.report_work(result_.walks, plan_.walks.value_or(0));
  }

  WalkRecord walk(std::uint64_t number, std::uint64_t move_limit) {
    WalkRecord record(incumbent_);
    record.state.forget_changes();  // nobody knows them: the walk begins with an empty memory
    Rng rng(plan_.seed, {number});
    if (plan_.scatter) record.random_moves = plan_.scatter(record.state, number, rng);
    const std::unique_ptr<Walk> path = plan_.make_walk();
    double best_known = result_.score;
    note_best(record);
    while (record.iterations < move_limit) {
      if (control_.should_stop()) break;
      if (!record.state.refresh()) break;
      const std::optional<Move> move = path->next(record.state, rng);
      if (!move) {
        record.ended = !control_.stopped();  // or else the clock kept it from looking further
        break;
      }
      [[maybe_unused]] const double before = record.state.total();
      record.state.apply(*move);
      DAGWRIGHT_ASSERT(is_change(move->gain, before, record.state.total()));
      plan_.counts_steps ? record.count_steps(*move) : record.count_kind(*move);
      control_.report_iterations(1);
      note_best(record);
      if (record.score > best_known) {
        best_known = record.score;
        record.trace.push_back({control_.total_seconds(), record.iterations, best_known});
        control_.report_best(best_known);
      }
      if (reached_target(record.score)) {
        record.reached_target = true;
        break;
      }
    }
    return record;
  }

  /// Whether a move gained what was said of it, but for rounding.
  static bool is_change(double gain, double before, double after) {
    if (!std::isfinite(before) || !std::isfinite(gain)) return true;
    return std::abs(after - before - gain) <= 1e-7 * std::max({1.0, std::abs(before), gain});
  }

  static void note_best(WalkRecord& record) {
    const double total = record.state.total();
    if (total <= record.score) return;
    record.score = total;
    record.parents = record.state.parents();
  }

  /// Whether the next round should start from this walk: it is at least as good.
  bool replaces_incumbent(const WalkRecord& record) const {
    return plan_.iterated && record.ended &&
           record.score >= incumbent_score_ - tolerance(incumbent_score_);
  }

  static double tolerance(double score) {
    return std::isfinite(score) ? 1e-9 * std::abs(score) : 0;
  }

  void shake_best() {
    incumbent_ = DagState(incumbent_.scorer(), result_.parents);
    Rng rng(plan_.seed, {next_walk_, kShakes});
    result_.random_moves += plan_.shake(incumbent_, rng);
    refresh_all();
    incumbent_score_ = kWorst;
    stale_rounds_ = 0;
  }

  bool is_resumed() const { return !control_.resumed_state().empty(); }

  void offer_checkpoint() {
    if (!control_.is_checkpoint_due()) return;
    StateWriter state;
    state.put(next_walk_);
    state.put(stale_rounds_);
    state.put(incumbent_score_);
    put_parents(state, incumbent_.parents());
    put_parents(state, result_.parents);
    state.put(result_.score);
    state.put(result_.iterations);
    state.put(result_.walks);
    state.put(result_.random_moves);
    for (const std::uint64_t moves : result_.moves) state.put(moves);
    state.put(static_cast<std::uint64_t>(result_.longest_chain.size()));
    for (const Step& step : result_.longest_chain) {
      state.put(static_cast<std::uint8_t>(step.operation));
      state.put(step.from);
      state.put(step.to);
      state.put(step.replaced);
    }
    state.put_trace(result_.trace);
    control_.save_checkpoint(state.take(), result_.iterations);
  }

  void resume() {
    if (!is_resumed()) return;
    StateReader state(control_.resumed_state());
    next_walk_ = state.get<std::uint64_t>();
    stale_rounds_ = state.get<std::uint64_t>();
    incumbent_score_ = state.get<double>();
    resumed_incumbent_ = get_parents(state);
    result_.parents = get_parents(state);
    result_.score = state.get<double>();
    result_.iterations = state.get<std::uint64_t>();
    result_.walks = state.get<std::uint64_t>();
    result_.random_moves = state.get<std::uint64_t>();
    for (std::uint64_t& moves : result_.moves) moves = state.get<std::uint64_t>();
    result_.longest_chain.resize(state.get_size(1 + 3 * sizeof(Variable)));
    for (Step& step : result_.longest_chain) {
      step = get_step(state);
    }
    result_.trace = state.get_trace();
    state.expect_end();
    // Nothing but an iterated search counts rounds, and can shake.
    if (!plan_.iterated && stale_rounds_ > 0) StateReader::throw_damaged();
  }

  Step get_step(StateReader& state) const {
    const auto operation = state.get<std::uint8_t>();
    if (operation > static_cast<std::uint8_t>(Operation::swap)) StateReader::throw_damaged();
    Step step;
    step.operation = static_cast<Operation>(operation);
    step.from = state.get<Variable>();
    step.to = state.get<Variable>();
    step.replaced = state.get<Variable>();
    const std::size_t n = incumbent_.parents().size();
    if (std::max({step.from, step.to, step.replaced}) >= n) StateReader::throw_damaged();
    return step;
  }

  static void put_parents(StateWriter& state, const ParentLists& parents) {
    for (const std::vector<Variable>& list : parents) state.put_all(list);
  }

  ParentLists get_parents(StateReader& state) const {
    ParentLists parents(incumbent_.parents().size());
    for (std::vector<Variable>& list : parents) {
      list = state.get_all<Variable>();
      std::vector<bool> seen(parents.size(), false);
      for (const Variable parent : list) {
        if (parent >= parents.size() || seen[parent]) StateReader::throw_damaged();
        seen[parent] = true;
      }
    }
    if (!is_acyclic(parents)) StateReader::throw_damaged();
    return parents;
  }

  /// Only an iterated search moves its incumbent, and none of these narrows its candidates: the
  /// parents are all that there is to know.
  void go_on_from(ParentLists parents) {
    if (!plan_.iterated) return;
    incumbent_ = DagState(incumbent_.scorer(), std::move(parents));
    refresh_all();
  }

  void merge(const WalkRecord& record) {
    DAGWRIGHT_ASSERT(record.parents.empty() || is_acyclic(record.parents));
    append_better(result_.trace, record.trace, result_.iterations);
    result_.iterations += record.iterations;
    result_.walks += record.ended ? 1 : 0;
    for (std::size_t kind = 0; kind < kMoveKinds; ++kind) {
      result_.moves[kind] += record.moves[kind];
    }
    result_.random_moves += record.random_moves;
    if (record.longest_chain.size() > result_.longest_chain.size()) {
      result_.longest_chain = record.longest_chain;
    }
    if (record.score > result_.score) {
      result_.score = record.score;
      result_.parents = record.parents;
    }
  }

  const SearchPlan& plan_;
  RunControl& control_;
  unsigned threads_;
  DagState incumbent_;
  double incumbent_score_ = kWorst;
  std::optional<ParentLists> resumed_incumbent_;
  std::uint64_t next_walk_ = 0;
  std::uint64_t stale_rounds_ = 0;
  double walk_seconds_ = 0.0;  ///< wall time of a walk in the last round
  DagSearchResult result_;
};

}  // namespace

DagSearchResult search_from(DagState start, const SearchPlan& plan, RunControl& control) {
  return MultiStart(std::move(start), plan, control).run();
}

}  // namespace dagwright::dag
