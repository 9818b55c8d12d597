#include "dagwright/parents/joint_sequential.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::parents {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Tables by rank of a set hardly reach beyond pairs with more variables, and what is kept for each
/// child grows with their square.
constexpr std::size_t kMostVariables = 4096;

}  // namespace

bool JointSequential::suits(const scores::LocalScores& scores,
                            const std::vector<Variable>& children) {
  if (scores.n_variables() > kMostVariables) return false;
  std::vector<Variable> sorted = children;
  std::sort(sorted.begin(), sorted.end());
  const bool distinct = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  return scores.score_function().is_penalised_likelihood() && distinct &&
         2 * children.size() >= scores.n_variables();
}

JointSequential::JointSequential(const scores::LocalScores& scores,
                                 const std::vector<Variable>& children, const ParentRules& parents,
                                 const PruningRules& rules, std::size_t bytes, unsigned threads,
                                 RunControl& control)
    : scores_(scores),
      table_(scores.table()),
      n_(scores.n_variables()),
      bytes_(bytes),
      threads_(threads),
      control_(control),
      entropy_rule_(rules.entropy),
      scale_(std::ldexp(1.0, -scores.score_function().fraction_bits())),
      units_(std::ldexp(1.0, scores.score_function().fraction_bits())),
      ranks_(n_, std::min(n_, kMaxSize)),
      children_(n_) {
  if (scores::ZeroCounts::suits(table_)) {
    zeros_ = std::make_unique<scores::ZeroCounts>(table_, ranks_);
  }
  for (const Variable child : children) make_child(parents.task(child), rules);
  make_first_levels();
}

void JointSequential::make_child(ChildTask given, const PruningRules& rules) {
  Child& child = children_[given.child];
  child.task.emplace(std::move(given));
  const ChildTask& task = *child.task;
  FamilyScorer scorer(scores_, task, rules);
  DAGWRIGHT_ASSERT(is_strictly_ascending(std::span<const Variable>(task.candidates)) &&
                   is_strictly_ascending(std::span<const Variable>(task.required)));
  child.finished = false;
  child.constant = table_.arity(task.child) == 1;
  child.root = scorer.root();
  child.rules = scorer.likelihood_rules();
  child.upper_bound = scorer.upper_bound();
  child.largest = largest_useful(child);
  child.may.assign(n_, 0);
  // A constant parent changes no score: the smaller set is as good.
  for (const Variable v : task.candidates) child.may[v] = table_.arity(v) > 1;
  for (const Variable v : task.required) child.may[v] = 1;
  has_required_ = has_required_ || !task.required.empty();
  child.list.sets.add(task.required, child.root.score);
  child.list.evaluations = 1;
  child.list.complete_size = task.required.size();
  child.list.unseen_bound = std::min(child.root.ceiling, child.upper_bound);
  control_.report_iterations(1);
}

void JointSequential::make_first_levels() {
  before_.size = 0;
  before_.sums.assign(1, scores_.set_function({}));
  last_.size = 1;
  last_.bests = std::make_unique_for_overwrite<double[]>(n_);
  for (std::size_t v = 0; v < n_; ++v) {
    const auto variable = static_cast<Variable>(v);
    last_.sums.push_back(scores_.set_function({&variable, 1}));
    Child& child = children_[v];
    double& best = last_.bests[v];
    best = kInfinity;
    if (child.finished) continue;
    if (!child.task->required.empty()) {
      best = -kInfinity;
    } else if (!child.constant && !reaches(child.root.best, child.root.ceiling)) {
      best = child.root.best;
      child.alive = 1;
      child.fewest_configurations = 1.0;
    }
  }
  close_size(1);
}

/// P2: with more parents even those of the fewest states have too many configurations.
std::size_t JointSequential::largest_useful(const Child& child) const {
  std::vector<double> arities;
  for (const Variable v : child.task->candidates) {
    if (table_.arity(v) > 1) arities.push_back(table_.arity(v));
  }
  std::sort(arities.begin(), arities.end());
  std::size_t size = child.task->required.size();
  double configurations = child.root.configurations;
  for (const double arity : arities) {
    configurations *= arity;
    if (configurations >= child.rules.max_configurations * (1 + 1e-9)) break;
    ++size;
  }
  return size;
}

bool JointSequential::anything_open() const {
  return std::any_of(children_.begin(), children_.end(),
                     [](const Child& child) { return !child.finished; });
}

bool JointSequential::over_memory() const {
  return kept_bytes_.load(std::memory_order_relaxed) > bytes_for_lists_;
}

std::size_t JointSequential::zero_sizes() const {
  return zeros_ ? zeros_->n_sizes() : 0;
}

std::size_t JointSequential::table_bytes() const {
  std::size_t bytes = before_.bytes() + last_.bytes();
  for (std::size_t size = 0; size < zero_sizes(); ++size) bytes += zeros_->bytes_of(size);
  return bytes;
}

/// Half of the memory is for the tables; the rest for the lists, or to continue child by child.
bool JointSequential::has_room(std::size_t size, bool with_bests) const {
  const std::uint64_t sets = with_bests ? ranks_.count(size) : 0;
  if (sets == CombinationRanks::kTooMany || size >= kMaxSize) return false;
  const std::size_t zeros = zeros_ ? sizeof(std::uint32_t) : 0;
  const double bytes = static_cast<double>(sets) * static_cast<double>(8 + 8 * size + zeros);
  const double gaps = static_cast<double>(last_.sums.size());
  return bytes + gaps + static_cast<double>(table_bytes()) <= static_cast<double>(bytes_ / 2);
}

void JointSequential::run() {
  std::size_t largest = 0;
  for (const Child& child : children_) {
    if (!child.finished)
      largest = std::max(largest, std::min(child.largest, child.task->max_parents));
  }
  for (std::size_t size = 2; anything_open() && size <= n_; ++size) {
    const bool store = size <= largest;
    if (!has_room(size, store)) return;
    if (gaps_) fill_gaps();
    open_level(size, store);
    if (!control_.should_stop()) walk(size - 1, Visit::evaluate);
    if (control_.stopped() || over_memory()) {
      end();
      return;
    }
    before_ = std::move(last_);
    before_.bests.reset();
    last_ = std::move(next_);
    next_ = Level();
    close_size(size);
  }
}

void JointSequential::open_level(std::size_t size, bool store) {
  next_ = Level();
  next_.size = size;
  if (store) {
    next_.sums.assign(ranks_.count(size), kUnknown);
    next_.bests = std::make_unique_for_overwrite<double[]>(ranks_.count(size) * size);
    if (zero_sizes() == size && size < scores::ZeroCounts::kMaxSize) zeros_->add_size();
  }
  const std::size_t tables = table_bytes() + next_.bytes();
  bytes_for_lists_ = bytes_ - std::min(bytes_, tables);
  for (Child& child : children_) {
    child.alive = 0;
    child.fewest_configurations = kInfinity;
  }
  gaps_ = false;
}

/// A family may need the sum of its parents although no family in that set was worth counting.
void JointSequential::fill_gaps() {
  std::vector<std::atomic<bool>> marks(last_.sums.size());
  wanted_.swap(marks);
  walk(last_.size, Visit::mark_gaps);
  walk(last_.size - 1, Visit::count_marked);
  wanted_ = std::vector<std::atomic<bool>>();
}

void JointSequential::close_size(std::size_t size) {
  std::size_t done = 0;
  for (Child& child : children_) {
    const std::size_t parents = size - 1;
    if (!child.finished && parents >= child.task->required.size()) {
      child.list.complete_size = parents;
      child.list.unseen_bound =
          std::min(child.rules.ceiling(child.fewest_configurations), child.upper_bound);
      const std::size_t all = child.task->required.size() + child.task->candidates.size();
      if (child.alive > 0 && parents >= child.task->max_parents && parents < all) {
        child.finished = true;
        child.list.end = EnumerationEnd::size;
      } else if (child.alive == 0 || parents >= child.largest) {
        child.finished = true;
        child.list.complete_size = all;
        child.list.unseen_bound = -kInfinity;
      }
    }
    done += child.finished && child.task ? 1 : 0;
  }
  const auto wanted = std::count_if(children_.begin(), children_.end(),
                                    [](const Child& child) { return child.task.has_value(); });
  control_.report_work(done, static_cast<std::uint64_t>(wanted));
}

/// What was found of the size that a limit cut short is kept.
void JointSequential::end() {
  EnumerationEnd end = EnumerationEnd::memory;
  if (control_.stopped()) {
    end =
        control_.reason() == StopReason::time ? EnumerationEnd::time : EnumerationEnd::interrupted;
  }
  for (Child& child : children_) {
    if (child.finished) continue;
    child.finished = true;
    child.list.end = end;
  }
}

CandidateList JointSequential::take_list(Variable child) {
  CandidateList list = std::move(children_[child].list);
  list.sets = best_first(list.sets);
  return list;
}

SequentialStart JointSequential::take_start(Variable variable) {
  Child& child = children_[variable];
  SequentialStart start;
  start.kept = std::move(child.list.sets);
  start.evaluations = child.list.evaluations;
  start.size = last_.size - 1;
  const auto& required = child.task->required;
  if (start.size < required.size()) {
    start.size = required.size();
    start.families.push_back(child.root);
    return start;
  }
  std::vector<Variable> others(n_), parents, family;
  for (std::size_t v = 0; v < n_; ++v) others[v] = static_cast<Variable>(v);
  others.erase(others.begin() + variable);
  std::vector<Variable> places(start.size);
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<Variable>(i);
  do {
    parents.clear();
    for (const Variable place : places) parents.push_back(others[place]);
    family = parents;
    const auto place = std::upper_bound(family.begin(), family.end(), variable) - family.begin();
    family.insert(family.begin() + place, variable);
    const std::uint64_t rank = ranks_.rank(family);
    const double best = last_.bests[rank * last_.size + static_cast<std::size_t>(place)];
    if (std::isinf(best)) continue;
    DAGWRIGHT_ASSERT(last_.sums[rank] != kUnknown &&
                     before_.sums[ranks_.rank(parents)] != kUnknown);
    ScoredFamily scored{};
    scored.best = best;
    scored.configurations = 1.0;
    for (const Variable v : parents) scored.configurations *= table_.arity(v);
    scored.ceiling = child.rules.ceiling(scored.configurations);
    scored.set_function = before_.sums[ranks_.rank(parents)];
    scored.score = scale_ * static_cast<double>(last_.sums[rank] - scored.set_function) -
                   child.rules.penalty(scored.configurations);
    std::set_difference(parents.begin(), parents.end(), required.begin(), required.end(),
                        std::back_inserter(start.sets));
    start.families.push_back(scored);
  } while (next_combination(places, 0, n_ - 1));
  return start;
}

}  // namespace dagwright::parents
