#include "dagwright/scores/local_scores.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/combinations.hpp"
#include "dagwright/core/portable_math.hpp"

namespace dagwright::scores {

class LocalScores::BorrowedCounter {
 public:
  explicit BorrowedCounter(const LocalScores& owner) : owner_(owner) {
    const std::lock_guard lock(owner_.counters_mutex_);
    if (owner_.idle_counters_.empty()) {
      counter_ = std::make_unique<SetCounter>(*owner_.table_, kernels_for(owner_.instruction_set_),
                                              owner_.kernel_);
    } else {
      counter_ = std::move(owner_.idle_counters_.back());
      owner_.idle_counters_.pop_back();
    }
  }
  ~BorrowedCounter() {
    // An exception, for want of memory, may have left it in the middle of something.
    if (std::uncaught_exceptions() > exceptions_) return;
    const std::lock_guard lock(owner_.counters_mutex_);
    try {
      owner_.idle_counters_.push_back(std::move(counter_));
    } catch (const std::bad_alloc&) {
      // Without a place to keep it, it goes; the next user gets a new one.
    }
  }
  BorrowedCounter(const BorrowedCounter&) = delete;
  BorrowedCounter& operator=(const BorrowedCounter&) = delete;
  SetCounter* operator->() { return counter_.get(); }

 private:
  const LocalScores& owner_;
  const int exceptions_ = std::uncaught_exceptions();
  std::unique_ptr<SetCounter> counter_;
};

namespace {

/// The memo also holds numbers of occupied cells; no margin has this role (see margin_role).
constexpr std::uint16_t kOccupiedRole = 1;
/// Rows that are counted between two looks at the clock: some ten milliseconds.
constexpr std::size_t kRowsAtOnce = std::size_t{1} << 24;

std::vector<double> count_entropies(const data::Table& table) {
  std::vector<double> entropies;
  const auto total = static_cast<double>(table.total_weight());
  for (std::size_t v = 0; v < table.n_variables(); ++v) {
    double entropy = 0.0;
    for (const std::uint32_t count : table.state_counts(static_cast<Variable>(v))) {
      if (count > 0) entropy -= count * portable_log(count / total);
    }
    entropies.push_back(entropy);
  }
  return entropies;
}

/// Sorted union of a sorted set and one or two other variables, in memory that is reused.
class SortedSet {
 public:
  std::span<const Variable> with(std::span<const Variable> sorted, Variable extra) {
    members_.assign(sorted.begin(), sorted.end());
    add(extra);
    return members_;
  }
  std::span<const Variable> with(std::span<const Variable> sorted, Variable a, Variable b) {
    with(sorted, a);
    add(b);
    return members_;
  }

 private:
  void add(Variable v) {
    members_.insert(std::upper_bound(members_.begin(), members_.end(), v), v);
  }
  std::vector<Variable> members_;
};

}  // namespace

LocalScores::LocalScores(std::shared_ptr<const data::Table> table, ScoreKind kind,
                         double equivalent_sample_size, std::size_t memo_bytes,
                         CountingKernel kernel, std::uint64_t most_tabulated)
    : table_(std::move(table)),
      score_(kind, equivalent_sample_size, table_->total_weight(), most_tabulated),
      instruction_set_(choose_instruction_set()),
      kernel_(kernel),
      entropies_(count_entropies(*table_)),
      memo_bytes_(memo_bytes),
      store_(std::make_unique<SetFunctionStore>(table_->n_variables(), memo_bytes)) {
  for (std::size_t v = 0; v < n_variables(); ++v) {
    const std::uint32_t arity = table_->arity(static_cast<Variable>(v));
    if (kind == ScoreKind::k2 && arity > 0xffff) {
      throw std::invalid_argument("K2 takes variables of at most 65 535 states");
    }
    if (arity > 1) ++n_with_arity_[arity];
  }
}

double LocalScores::combine(std::int64_t joint, std::int64_t margin, std::uint32_t child_arity,
                            double parent_cells) const {
  return std::ldexp(static_cast<double>(joint - margin), -score_.fraction_bits()) -
         score_.penalty(child_arity, parent_cells);
}

std::int64_t LocalScores::sum_of_states(Variable variable, const CellFunction& function) const {
  std::int64_t sum = 0;
  for (const std::uint32_t count : table_->state_counts(variable)) sum += function(count);
  return sum;
}

double LocalScores::score_without_parents(Variable child) const {
  const std::uint32_t arity = table_->arity(child);
  const std::int64_t joint = sum_of_states(child, score_.joint(arity));
  const std::int64_t margin =
      score_.margin(1.0, arity)(static_cast<std::uint32_t>(table_->total_weight()));
  return combine(joint, margin, arity, 1.0);
}

double LocalScores::score(Variable child, std::span<const Variable> parents) const {
  if (table_->arity(child) == 1) return 0.0;
  if (parents.empty()) return score_without_parents(child);
  double result = 0.0;
  score_additions(child, parents.first(parents.size() - 1), parents.last(1),
                  -std::numeric_limits<double>::infinity(), {&result, 1});
  return result;
}

/// Adding Y to the parents S of X gains at most N min{H(X|S), H(Y)} of likelihood and costs
/// w (r_X - 1) q_S (r_Y - 1) of penalty (rule P3 of de Campos et al. 2018, with H(Y|S) <= H(Y)).
bool LocalScores::cannot_exceed(double floor, Variable child, Variable candidate,
                                double parent_cells, double unexplained) const {
  const std::uint32_t arity = table_->arity(child);
  const double likelihood =
      -unexplained + std::min(unexplained, entropies_[candidate]);  // at most, with the candidate
  const double bound = likelihood - score_.penalty(arity, parent_cells * table_->arity(candidate));
  // The margin covers what rounding may have taken from either side.
  return bound + 1e-9 * (std::abs(bound) + unexplained) < floor;
}

void LocalScores::score_additions(Variable child, std::span<const Variable> parents,
                                  std::span<const Variable> candidates, double floor,
                                  std::span<double> scores) const {
  evaluate(child, parents, candidates, floor, scores, {});
}

void LocalScores::score_additions_and_cells(Variable child, std::span<const Variable> parents,
                                            std::span<const Variable> candidates,
                                            std::span<double> scores,
                                            std::span<std::int64_t> occupied) const {
  evaluate(child, parents, candidates, -std::numeric_limits<double>::infinity(), scores, occupied);
}

void LocalScores::evaluate(Variable child, std::span<const Variable> parents,
                           std::span<const Variable> candidates, double floor,
                           std::span<double> scores, std::span<std::int64_t> occupied) const {
  DAGWRIGHT_ASSERT(is_strictly_ascending(parents) && scores.size() == candidates.size());
  DAGWRIGHT_ASSERT(!std::binary_search(parents.begin(), parents.end(), child));
  const Base base(*table_, child, parents);
  if (base.child_arity == 1 && occupied.empty()) {
    std::fill(scores.begin(), scores.end(), 0.0);
    return;
  }
  const bool with_occupied = !occupied.empty();
  const bool bounded = score_.is_penalised_likelihood() && std::isfinite(floor);
  const double unexplained =
      bounded ? -(score(child, parents) + score_.penalty(base.child_arity, base.parent_cells))
              : 0.0;
  const std::uint16_t role = score_.margin_role(base.child_arity);
  SortedSet family, margin_set;
  std::vector<std::size_t> missing;
  std::vector<Extension> extensions;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Variable candidate = candidates[i];
    DAGWRIGHT_ASSERT(candidate != child);
    DAGWRIGHT_ASSERT(!std::binary_search(parents.begin(), parents.end(), candidate));
    if (bounded && cannot_exceed(floor, child, candidate, base.parent_cells, unexplained)) {
      scores[i] = -std::numeric_limits<double>::infinity();
      continue;
    }
    const std::uint32_t arity = table_->arity(candidate);
    const auto whole = family.with(parents, child, candidate);
    std::int64_t joint = 0;
    std::int64_t margin = 0;
    if (store_->find(whole, 0, joint) &&
        store_->find(margin_set.with(parents, candidate), role, margin) &&
        (!with_occupied || store_->find(whole, kOccupiedRole, occupied[i]))) {
      memo_hits_.fetch_add(1, std::memory_order_relaxed);
      scores[i] = combine(joint, margin, base.child_arity, base.parent_cells * arity);
    } else {
      missing.push_back(i);
      extensions.push_back({candidate, arity, &score_.joint(base.cells() * arity),
                            &score_.margin(base.parent_cells * arity, base.child_arity)});
    }
  }
  if (missing.empty()) return;
  sets_counted_.fetch_add(missing.size(), std::memory_order_relaxed);
  BorrowedCounter counter(*this);
  counter->count(base, extensions);
  for (std::size_t m = 0; m < missing.size(); ++m) {
    const Extension& counted = extensions[m];
    const auto whole = family.with(parents, child, counted.parent);
    store_->insert(whole, 0, counted.joint);
    store_->insert(margin_set.with(parents, counted.parent), role, counted.margin);
    if (with_occupied) {
      occupied[missing[m]] = counted.occupied;
      store_->insert(whole, kOccupiedRole, counted.occupied);
    }
    scores[missing[m]] =
        combine(counted.joint, counted.margin, base.child_arity, base.parent_cells * counted.arity);
  }
}

void LocalScores::release_memory() {
  const std::lock_guard lock(counters_mutex_);
  idle_counters_.clear();
  store_ = std::make_unique<SetFunctionStore>(table_->n_variables(), memo_bytes_);
}

std::size_t LocalScores::additions_at_once() const {
  const std::size_t affordable = kRowsAtOnce / std::max<std::size_t>(1, table_->stored_rows());
  return std::clamp<std::size_t>(affordable, 1, kMostAtOnce);
}

std::int64_t LocalScores::set_function(std::span<const Variable> set) const {
  const CellFunction& function = score_.joint(1.0);
  if (set.empty()) return function(static_cast<std::uint32_t>(table_->total_weight()));
  std::int64_t value = 0;
  set_functions(set.first(set.size() - 1), set.last(1), {&value, 1});
  return value;
}

void LocalScores::set_functions(std::span<const Variable> set, std::span<const Variable> extras,
                                std::span<std::int64_t> functions) const {
  const CellFunction& function = score_.joint(1.0);
  SortedSet members;
  std::vector<std::size_t> missing;
  std::vector<Extension> extensions;
  for (std::size_t i = 0; i < extras.size(); ++i) {
    if (set.empty()) {
      functions[i] = sum_of_states(extras[i], function);
    } else if (!store_->find(members.with(set, extras[i]), 0, functions[i])) {
      missing.push_back(i);
      extensions.push_back({extras[i], table_->arity(extras[i]), &function, &function});
    }
  }
  if (missing.empty()) return;
  sets_counted_.fetch_add(missing.size(), std::memory_order_relaxed);
  BorrowedCounter counter(*this);
  counter->count(Base(*table_, set.back(), set.first(set.size() - 1)), extensions);
  for (std::size_t m = 0; m < missing.size(); ++m) {
    functions[missing[m]] = extensions[m].joint;
    store_->insert(members.with(set, extensions[m].parent), 0, extensions[m].joint);
  }
}

/// Without parents the score is known. With any, the likelihood is at most 0 and there are at
/// least as many configurations as the smallest other variable has states (P1 of de Campos & Ji
/// 2011 at the empty set); a marginal likelihood of discrete data is at most 1.
double LocalScores::upper_bound(Variable child) const {
  const std::uint32_t arity = table_->arity(child);
  if (arity == 1) return 0.0;
  const double alone = score_without_parents(child);
  if (table_->n_variables() == 1) return alone;
  if (!score_.is_penalised_likelihood()) return std::max(alone, 0.0);
  // The fewest states of any other variable: its own count only if another one has as many.
  auto fewest = n_with_arity_.begin();
  if (fewest->first == arity && fewest->second == 1) ++fewest;
  if (fewest == n_with_arity_.end()) return alone;
  return std::max(alone, -score_.penalty(arity, fewest->first));
}

}  // namespace dagwright::scores
