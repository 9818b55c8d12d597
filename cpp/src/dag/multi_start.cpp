#include "dagwright/dag/multi_start.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/improvements.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/core/work_rounds.hpp"

namespace dagwright::dag {
namespace {

constexpr std::uint64_t kWalksPerRound = 4;
/// Rounds without a better incumbent after which an iterated search shakes the best network: on
/// small data its surroundings are exhausted within a fraction of a second.
constexpr std::uint64_t kPatience = 250;
constexpr std::uint64_t kShakes = 1;  ///< in the name of a stream that no walk has
/// By MoveKind.
constexpr std::array<const char*, kMoveKinds> kMoveCounters = {
    "additions", "removals", "reversals", "swaps", "addition_chains", "swap_chains"};
constexpr double kWorst = -std::numeric_limits<double>::infinity();

/// What one walk did, for WorkRounds.
struct WalkRecord {
  explicit WalkRecord(DagState from) : state(std::move(from)) {}

  DagState state;         ///< at the end
  ParentLists parents;    ///< the best on the way
  double score = kWorst;  ///< of those
  bool finished = false;
  bool reached_target = false;
  std::uint64_t steps = 0;
  std::array<std::uint64_t, kMoveKinds> moves{};
  std::uint64_t random_moves = 0;
  std::vector<Step> longest_chain;
  Trace improvements;

  std::uint64_t iterations() const { return steps; }
  const Trace& trace() const { return improvements; }

  void count_steps(const Move& move) {
    ++steps;
    ++moves[static_cast<std::size_t>(move.first.operation)];
    for (const Step& step : move.rest) ++moves[static_cast<std::size_t>(step.operation)];
  }

  void count_kind(const Move& move) {
    ++steps;
    ++moves[static_cast<std::size_t>(kind_of(move))];
    if (move.length() <= std::max<std::size_t>(1, longest_chain.size())) return;
    longest_chain.assign(1, move.first);
    longest_chain.insert(longest_chain.end(), move.rest.begin(), move.rest.end());
  }
};

class MultiStart {
 public:
  MultiStart(DagState start, const SearchPlan& plan, const Resources& resources,
             RunControl& control)
      : plan_(plan),
        seed_(resources.seed),
        control_(control),
        rounds_(start.scorer().oracle().is_parallel() ? resources.threads : 1, control),
        incumbent_(std::move(start)) {
    result_.parents = incumbent_.parents();
    result_.score = incumbent_.total();
    result_.counters = {"local_optima"};
    for (const char* kind : kMoveCounters) result_.counters[kind] = 0;
    // Nothing but an iterated search makes moves that it did not choose.
    if (plan_.iterated) result_.counters["random_moves"] = 0;
    rounds_.begin_trace(result_.score);
    resume();
    control_.report_best(result_.score);
  }

  DagSearchResult run() {
    rounds_.stop_at_target(result_.score);
    if (!control_.stopped()) {
      prepare();
      if (resumed_incumbent_) continue_from(std::move(*resumed_incumbent_));
      rounds_.run_all(
          plan_.restarts, [this] { return begin_round(); },
          [this](std::uint64_t number, std::uint64_t limit) { return walk(number, limit); },
          [this](WalkRecord&& record) { merge(std::move(record)); }, [this] { end_round(); });
    }
    result_.iterations = rounds_.iterations();
    result_.trace = rounds_.trace();
    // Families that the runs before this one scored are not known to its counter.
    if (!rounds_.is_resumed()) {
      note_distinct_scores(result_, incumbent_.scorer().distinct_scores());
    }
    if (!plan_.iterated && !plan_.counts_steps) {
      result_.counters["longest_chain"] =
          std::max<std::uint64_t>(result_.longest_chain.size(), result_.iterations > 0 ? 1 : 0);
    }
    return std::move(result_);
  }

 private:
  /// The gains of every move from the start: the one large batch of a run. The first variable
  /// shows how long the others take.
  void prepare() {
    const std::size_t n = incumbent_.parents().size();
    const double began = control_.seconds();
    refresh_incumbent(0);
    const double estimate = (control_.seconds() - began) * static_cast<double>(n);
    parallel_for(rounds_.worthwhile_threads(estimate), n - 1, control_,
                 [this](std::size_t i) { refresh_incumbent(i + 1); });
  }

  void refresh_incumbent(std::size_t v) {
    if (!control_.should_stop()) incumbent_.refresh(static_cast<Variable>(v));
  }

  void refresh_all() {
    for (std::size_t v = 0; v < incumbent_.parents().size(); ++v) refresh_incumbent(v);
  }

  std::uint64_t begin_round() {
    if (stale_rounds_ >= kPatience) shake_best();
    // Here, on the controlling thread: rounds may be too short for its watch over the others.
    if (control_.should_stop()) return 0;
    score_before_ = incumbent_score_;
    // The first walk alone: what it reaches is where those of an iterated search begin.
    return rounds_.items() == 0 ? 1 : kWalksPerRound;
  }

  void end_round() {
    if (plan_.iterated) {
      if (next_incumbent_) incumbent_ = std::move(*next_incumbent_);
      next_incumbent_.reset();
      const bool better = incumbent_score_ > score_before_ + tolerance(score_before_);
      stale_rounds_ = better ? 0 : stale_rounds_ + 1;
    }
    control_.report_work(result_.counters["local_optima"], plan_.restarts.value_or(0));
    offer_checkpoint();
  }

  WalkRecord walk(std::uint64_t number, std::uint64_t move_limit) {
    WalkRecord record(incumbent_);
    record.state.forget_changes();  // nobody knows them: the walk begins with an empty memory
    Rng rng(seed_, {number});
    if (plan_.scatter) record.random_moves = plan_.scatter(record.state, number, rng);
    const std::unique_ptr<Walk> path = plan_.make_walk();
    double best_known = result_.score;
    Improvements improvements(control_);
    note_best(record);
    while (record.steps < move_limit) {
      if (control_.should_stop()) break;
      if (!record.state.refresh()) break;
      const std::optional<Move> move = path->next(record.state, rng);
      if (!move) {
        record.finished = !control_.stopped();  // or else the clock kept it from looking further
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
        improvements.add(best_known, record.steps);
      }
      record.reached_target = improvements.reached_target();
      if (record.reached_target) break;
    }
    record.improvements = improvements.take();
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
    return plan_.iterated && record.finished &&
           record.score >= incumbent_score_ - tolerance(incumbent_score_);
  }

  static double tolerance(double score) {
    return std::isfinite(score) ? 1e-9 * std::abs(score) : 0;
  }

  void shake_best() {
    incumbent_ = DagState(incumbent_.scorer(), result_.parents);
    Rng rng(seed_, {rounds_.items(), kShakes});
    result_.counters["random_moves"] += plan_.shake(incumbent_, rng);
    refresh_all();
    incumbent_score_ = kWorst;
    stale_rounds_ = 0;
  }

  void offer_checkpoint() {
    if (!rounds_.is_checkpoint_due()) return;
    StateWriter state;
    state.put(stale_rounds_);
    state.put(incumbent_score_);
    put_parents(state, incumbent_.parents());
    put_parents(state, result_.parents);
    state.put(result_.score);
    for (const auto& [name, number] : result_.counters) state.put(number);
    state.put(static_cast<std::uint64_t>(result_.longest_chain.size()));
    for (const Step& step : result_.longest_chain) {
      state.put(static_cast<std::uint8_t>(step.operation));
      state.put(step.from);
      state.put(step.to);
      state.put(step.replaced);
    }
    rounds_.put(state);
    control_.save_checkpoint(state.take(), rounds_.iterations());
  }

  void resume() {
    if (!rounds_.is_resumed()) return;
    StateReader state(control_.resumed_state());
    stale_rounds_ = state.get<std::uint64_t>();
    incumbent_score_ = state.get<double>();
    resumed_incumbent_ = get_parents(state);
    result_.parents = get_parents(state);
    result_.score = state.get<double>();
    for (auto& [name, number] : result_.counters) number = state.get<std::uint64_t>();
    result_.longest_chain.resize(state.get_size(1 + 3 * sizeof(Variable)));
    for (Step& step : result_.longest_chain) {
      step = get_step(state);
    }
    rounds_.get(state);
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
  void continue_from(ParentLists parents) {
    if (!plan_.iterated) return;
    incumbent_ = DagState(incumbent_.scorer(), std::move(parents));
    refresh_all();
  }

  void merge(WalkRecord&& record) {
    DAGWRIGHT_ASSERT(record.parents.empty() || is_acyclic(record.parents));
    result_.counters["local_optima"] += record.finished ? 1 : 0;
    for (std::size_t kind = 0; kind < kMoveKinds; ++kind) {
      result_.counters[kMoveCounters[kind]] += record.moves[kind];
    }
    if (plan_.iterated) result_.counters["random_moves"] += record.random_moves;
    if (record.longest_chain.size() > result_.longest_chain.size()) {
      result_.longest_chain = std::move(record.longest_chain);
    }
    if (record.score > result_.score) {
      result_.score = record.score;
      result_.parents = std::move(record.parents);
    }
    if (replaces_incumbent(record)) {
      incumbent_score_ = record.score;
      next_incumbent_ = std::move(record.state);
    }
  }

  const SearchPlan& plan_;
  std::uint64_t seed_;
  RunControl& control_;
  WorkRounds<WalkRecord> rounds_;
  DagState incumbent_;
  double incumbent_score_ = kWorst;
  double score_before_ = kWorst;            ///< of the incumbent when the round began
  std::optional<DagState> next_incumbent_;  ///< where the walks of the next round begin
  std::optional<ParentLists> resumed_incumbent_;
  std::uint64_t stale_rounds_ = 0;
  DagSearchResult result_;
};

}  // namespace

DagSearchResult search_from(DagState start, const SearchPlan& plan, const Resources& resources,
                            RunControl& control) {
  return MultiStart(std::move(start), plan, resources, control).run();
}

}  // namespace dagwright::dag
