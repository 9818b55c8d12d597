#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/parents/together.hpp"
#include "dagwright/scores/prefix_counter.hpp"

namespace dagwright::parents {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

/// Visits the sets that begin alike, P + v for all later v, with the scratch memory of one thread.
class TogetherSelection::Walker {
 public:
  explicit Walker(TogetherSelection& owner)
      : owner_(owner),
        counter_(owner.table_, scores::kernels_for(owner.scores_.instruction_set()),
                 owner.scores_.score_function().joint(1.0)),
        found_(owner.n_) {
    if (owner.zeros_) {
      binary_counter_ = std::make_unique<scores::BinaryCounter>(
          owner.table_, scores::kernels_for(owner.scores_.instruction_set()),
          owner.scores_.score_function().joint(1.0), *owner.zeros_);
    }
  }

  /// Visits every prefix of that size with this beginning, which must fit.
  void walk(std::span<const Variable> beginning, std::size_t prefix_size, Visit visit) {
    families_.assign(owner_.n_, Family{});
    prefix_.assign(beginning.begin(), beginning.end());
    while (prefix_.size() < prefix_size) {
      prefix_.push_back(static_cast<Variable>(prefix_.back() + 1));
    }
    do {
      do_visit(visit);
      if (++visits_ % kVisitsPerCheck == 0 && owner_.control_.should_stop()) break;
    } while (!owner_.over_memory() && next_combination(prefix_, beginning.size(), owner_.n_ - 1));
    owner_.control_.should_stop();
  }

  void do_visit(Visit visit) {
    switch (visit) {
      case Visit::mark_gaps:
        return mark_gaps();
      case Visit::count_marked:
        return count_marked();
      case Visit::evaluate:
        return evaluate();
    }
  }

  /// Hands over what was found; the caller sees to it that no other thread does.
  void report() {
    std::uint64_t evaluations = 0;
    for (std::size_t x = 0; x < found_.size(); ++x) {
      Found& found = found_[x];
      Child& child = owner_.children_[x];
      child.list.evaluations += found.evaluations;
      child.alive += found.alive;
      child.fewest_configurations =
          std::min(child.fewest_configurations, found.fewest_configurations);
      for (std::size_t i = 0; i < found.kept.size(); ++i) {
        child.list.sets.add(found.kept.members(i), found.kept.score(i));
      }
      evaluations += found.evaluations;
      found = Found();
    }
    owner_.control_.report_iterations(evaluations);
    owner_.scores_.report_counted(counted_);
    counted_ = 0;
  }

  /// Marks the sets of one member less that are needed and were not counted.
  void mark_gaps() {
    prepare();
    bests_.resize(size_);
    for (std::size_t v = first_; v < owner_.n_; ++v) {
      Mask unknown = 0;
      for (std::size_t x = 0; x < size_; ++x) {
        if (sum_without(x, v) == kUnknown) unknown |= bit(x);
      }
      if (unknown == 0) continue;
      unknown &= judge(v, bests_.data());
      for (std::size_t x = 0; x < size_; ++x) {
        if ((unknown & bit(x)) == 0) continue;
        const std::uint64_t rank = is_last(x) ? rank_ : members_[x].rank + v - first_;
        owner_.wanted_[rank].store(true, std::memory_order_relaxed);
      }
    }
  }

  /// Counts the sets that are marked.
  void count_marked() {
    first_ = prefix_.back() + 1U;
    set_ = prefix_;
    set_.push_back(static_cast<Variable>(first_));
    const std::uint64_t rank = owner_.ranks_.rank(set_);
    DAGWRIGHT_ASSERT(rank + owner_.n_ - first_ <= owner_.wanted_.size());
    lasts_.clear();
    for (std::size_t v = first_; v < owner_.n_; ++v) {
      if (owner_.wanted_[rank + v - first_].load(std::memory_order_relaxed)) {
        lasts_.push_back(static_cast<Variable>(v));
      }
    }
    count_lasts();
    for (std::size_t i = 0; i < lasts_.size(); ++i) {
      owner_.last_.sums[rank + lasts_[i] - first_] = sums_[i];
    }
  }

  /// Counts and scores the sets that no rule excludes.
  void evaluate() {
    prepare();
    const std::size_t n_sets = owner_.n_ - first_;
    Level& next = owner_.next_;
    if (!next.bests) bests_.resize(n_sets * size_);
    double* bests = next.bests ? next.bests.get() + next_rank_ * size_ : bests_.data();
    alive_.resize(n_sets);
    lasts_.clear();
    for (std::size_t i = 0; i < n_sets; ++i) {
      alive_[i] = judge(first_ + i, bests + i * size_);
      if (alive_[i] != 0) lasts_.push_back(static_cast<Variable>(first_ + i));
    }
    if (next.bests && size_ < owner_.zero_sizes()) binary_counter_->fill(prefix_);
    count_lasts();
    for (std::size_t l = 0; l < lasts_.size(); ++l) {
      const std::size_t i = lasts_[l] - first_;
      score(lasts_[l], sums_[l], bests + i * size_, alive_[i]);
      if (next.bests) next.sums[next_rank_ + i] = sums_[l];
    }
    if (lasts_.size() < n_sets) owner_.gaps_.store(true, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t kVisitsPerCheck = 32;

  /// Members of a set, by position.
  using Mask = std::uint64_t;
  static Mask bit(std::size_t x) { return Mask{1} << x; }

  /// What was found for one child since the last report.
  struct Found {
    std::uint64_t evaluations = 0;
    std::uint64_t alive = 0;
    double fewest_configurations = kInfinity;
    ScoredSets kept;
  };
  /// A family by the number of configurations of its parents.
  struct Family {
    double configurations = 0.0;
    double penalty = 0.0;
    double excluding = 0.0;  ///< useless if a subset scores this or more
    double closing = 0.0;    ///< larger sets are useless if it or a subset scores this or more
  };
  /// What the sets P + v have in common for one member of P.
  struct Member {
    Family family;             ///< its own, for v of states_ states
    double others;             ///< configurations of P without it
    std::uint64_t rank;        ///< of P + v without it, for the first v
    const std::int64_t* sums;  ///< of P + v without it, from the first v on
    const double* bests;       ///< likewise
  };
  /// Two members of T, of which one is a parent of the other.
  struct Pair {
    std::size_t x, y;
    double cost;               ///< as parent and child, for each configuration of P + v - x
    double least;              ///< what they must tell of each other, in units of set functions
    const std::int64_t* rest;  ///< sums of P + v without the two, from the first v on
  };

  /// Remembers the last answer for each child: on binary data it never changes within a size.
  const Family& family_of(Variable x, double configurations) {
    Family& family = families_[x];
    if (family.configurations != configurations) {
      const Child& child = owner_.children_[x];
      const bool closed = child.finished || child.constant;
      family = {configurations, child.rules.penalty(configurations),
                closed ? -kInfinity : child.rules.excluding_score(configurations),
                closed ? -kInfinity : surely(child.rules.ceiling(configurations))};
    }
    return family;
  }

  double arity(Variable v) const { return owner_.table_.arity(v); }
  bool is_last(std::size_t x) const { return x + 1 == size_; }
  Variable member(std::size_t x, std::size_t v) const {
    return is_last(x) ? static_cast<Variable>(v) : prefix_[x];
  }
  std::int64_t sum_without(std::size_t x, std::size_t v) const {
    return is_last(x) ? sum_ : members_[x].sums[v - first_];
  }

  /// Everything that the sets P + v share.
  void prepare() {
    const Level& last = owner_.last_;
    const std::size_t p = prefix_.size();
    size_ = p + 1;
    first_ = prefix_.back() + 1U;
    plain_ = size_ > 2 && !owner_.has_required_;
    states_ = 0;
    find_ranks();
    DAGWRIGHT_CHECK_EVERY(8, ranks_are_right());
    sum_ = last.sums[rank_];
    prefix_bests_ = last.bests.get() + rank_ * p;
    configurations_ = 1.0;
    for (const Variable x : prefix_) configurations_ *= arity(x);
    for (std::size_t x = 0; x < p; ++x) {
      Member& its = members_[x];
      its.others = configurations_ / arity(prefix_[x]);
      its.sums = last.sums.data() + its.rank;
      its.bests = last.bests.get() + its.rank * p;
    }
  }

  /// Ranks of P, P + v, P + v - x and P + v - x - y, for the first v. The sets after one in
  /// lexicographic order are counted member by member; what is counted for a member depends on how
  /// many members follow it, so leaving one out changes the terms of those before it alone. Sums
  /// over a beginning of P, with none, one or two more to follow, then give every rank at once.
  void find_ranks() {
    const CombinationRanks& ranks = owner_.ranks_;
    const std::size_t p = prefix_.size();
    const std::size_t n = owner_.n_;
    std::uint64_t after[3][kMaxSize + 1];
    after[0][0] = after[1][0] = after[2][0] = 0;
    for (std::size_t i = 0; i < p; ++i) {
      for (std::size_t more = 0; more < 3; ++more) {
        after[more][i + 1] = after[more][i] + ranks.choose(n - 1 - prefix_[i], p - 1 - i + more);
      }
    }
    const std::uint64_t v_after = n - 1 - first_;
    rank_ = ranks.choose(n, p) - 1 - after[1][p];
    if (owner_.next_.bests) next_rank_ = ranks.choose(n, p + 1) - 1 - after[2][p] - v_after;
    members_.resize(p);
    pairs_.resize(owner_.entropy_rule_ ? p * (p - 1) / 2 : 0);
    Pair* pair = pairs_.data();
    const std::int64_t* before = owner_.before_.sums.data();
    for (std::size_t x = 0; x < p; ++x) {
      const std::uint64_t two_after = after[2][p] - after[2][x + 1];
      members_[x].rank = ranks.choose(n, p) - 1 - (after[1][x] + two_after + v_after);
      if (!owner_.entropy_rule_) continue;
      const double weight = penalty_weight(prefix_[x]);
      for (std::size_t y = x + 1; y < p; ++y) {
        const std::uint64_t between = after[1][y] - after[1][x + 1];
        const std::uint64_t behind = after[2][p] - after[2][y + 1];
        const std::uint64_t rank =
            ranks.choose(n, p - 1) - 1 - (after[0][x] + between + behind + v_after);
        *pair++ = {x, y, weight * (arity(prefix_[y]) - 1) / arity(prefix_[y]), 0.0, before + rank};
      }
      const std::uint64_t one_after = after[1][p] - after[1][x + 1];
      ends_[x] = before[ranks.choose(n, p - 1) - 1 - (after[0][x] + one_after)];
    }
  }

  /// The ranks of the sets that tables are read at, one set at a time.
  bool ranks_are_right() const {
    const CombinationRanks& ranks = owner_.ranks_;
    const auto rank_without = [&](std::size_t x, std::size_t y, bool with_first) {
      std::vector<Variable> set;
      for (std::size_t i = 0; i < prefix_.size(); ++i) {
        if (i != x && i != y) set.push_back(prefix_[i]);
      }
      if (with_first) set.push_back(static_cast<Variable>(first_));
      return ranks.rank(set);
    };
    const std::size_t none = prefix_.size();
    if (rank_ != rank_without(none, none, false)) return false;
    if (owner_.next_.bests && next_rank_ != rank_without(none, none, true)) return false;
    for (std::size_t x = 0; x < prefix_.size(); ++x) {
      if (members_[x].rank != rank_without(x, none, true)) return false;
    }
    const std::int64_t* before = owner_.before_.sums.data();
    return std::all_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
      return pair.rest == before + rank_without(pair.x, pair.y, true);
    });
  }

  double penalty_weight(Variable v) const {
    return owner_.scores_.score_function().penalty(owner_.table_.arity(v), 1.0);
  }

  /// What depends on how many states v has.
  void set_states(double states) {
    if (states == states_) return;
    states_ = states;
    for (std::size_t x = 0; x < prefix_.size(); ++x) {
      members_[x].family = family_of(prefix_[x], members_[x].others * states);
    }
    if (!owner_.entropy_rule_) return;
    for (Pair& pair : pairs_) {
      const double cost = pair.cost * members_[pair.x].family.configurations;
      pair.least = units(LikelihoodRules::least_gain_for(cost));
    }
    for (std::size_t x = 0; x < prefix_.size(); ++x) {
      const double cost = penalty_weight(prefix_[x]) * (states - 1) * members_[x].others;
      least_with_last_[x] = units(LikelihoodRules::least_gain_for(cost));
    }
  }
  double units(double nats) const { return nats * owner_.units_; }

  /// Fills in the best score over the subsets of each family of P + v, infinite where the family
  /// is useless; returns which families are to be scored.
  Mask judge(std::size_t v, double* bests) {
    set_states(arity(static_cast<Variable>(v)));
    const std::size_t p = prefix_.size();
    collect_bests(v, bests);
    last_family_ = family_of(static_cast<Variable>(v), configurations_);
    Mask alive = 0;
    if (plain_) {
      for (std::size_t x = 0; x < p; ++x) {
        alive |= bests[x] < members_[x].family.excluding ? bit(x) : 0;
      }
      alive |= bests[p] < last_family_.excluding ? bit(p) : 0;
    } else {
      alive = judge_with_constraints(v, bests);
    }
    if (alive != 0 && owner_.entropy_rule_) alive = apply_entropies(v, alive);
    for (std::size_t x = 0; x < size_; ++x) {
      if ((alive & bit(x)) == 0 && bests[x] != -kInfinity) bests[x] = kInfinity;
    }
    return alive;
  }

  void collect_bests(std::size_t v, double* bests) const {
    switch (prefix_.size()) {
      case 3:
        return collect_bests_of(v, bests, std::make_index_sequence<3>());
      case 4:
        return collect_bests_of(v, bests, std::make_index_sequence<4>());
      case 5:
        return collect_bests_of(v, bests, std::make_index_sequence<5>());
      case 6:
        return collect_bests_of(v, bests, std::make_index_sequence<6>());
      default:
        break;
    }
    const std::size_t p = prefix_.size();
    std::copy_n(prefix_bests_, p, bests);
    bests[p] = -kInfinity;
    for (std::size_t i = 0; i < p; ++i) {
      const double* other = members_[i].bests + (v - first_) * p;
      for (std::size_t x = 0; x < i; ++x) bests[x] = std::max(bests[x], other[x]);
      for (std::size_t x = i + 1; x <= p; ++x) bests[x] = std::max(bests[x], other[x - 1]);
    }
  }

  /// The same in straight code, for the sizes that nearly all the time goes into.
  template <std::size_t... kPlaces>
  void collect_bests_of(std::size_t v, double* bests, std::index_sequence<kPlaces...>) const {
    constexpr std::size_t p = sizeof...(kPlaces);
    const double* others[p] = {members_[kPlaces].bests + (v - first_) * p...};
    const auto best_of = [&]<std::size_t kX>(double start,
                                             std::integral_constant<std::size_t, kX>) {
      ((start = kPlaces == kX ? start : std::max(start, others[kPlaces][kX - (kPlaces < kX)])),
       ...);
      return start;
    };
    ((bests[kPlaces] =
          best_of(prefix_bests_[kPlaces], std::integral_constant<std::size_t, kPlaces>())),
     ...);
    bests[p] = best_of(-kInfinity, std::integral_constant<std::size_t, p>());
  }

  /// Pairs, which forbidden edges may exclude, and children that wait for their required parents:
  /// minus infinity says that nothing is known yet.
  Mask judge_with_constraints(std::size_t v, double* bests) const {
    Mask alive = 0;
    for (std::size_t x = 0; x < size_; ++x) {
      if (bests[x] == kInfinity) continue;
      const Child& its = owner_.children_[member(x, v)];
      const Family& family = is_last(x) ? last_family_ : members_[x].family;
      if (its.finished || (size_ == 2 && !its.may[member(1 - x, v)])) {
        bests[x] = kInfinity;
      } else if (!has_required(its, x, v)) {
        bests[x] = -kInfinity;
      } else if (is_root(its)) {
        bests[x] = its.root.best;
        alive |= bit(x);
      } else if (bests[x] < family.excluding) {
        alive |= bit(x);
      } else {
        bests[x] = kInfinity;
      }
    }
    return alive;
  }

  /// Whether the sets in hand are of the required parents alone, which every list begins with.
  bool is_root(const Child& its) const { return size_ == its.task->required.size() + 1; }

  bool has_required(const Child& its, std::size_t x, std::size_t v) const {
    std::size_t present = 0;
    for (std::size_t y = 0; y < size_; ++y) {
      if (y != x && is_required(its, member(y, v))) ++present;
    }
    return present == its.task->required.size();
  }

  static bool is_required(const Child& its, Variable parent) {
    const auto& required = its.task->required;
    return std::binary_search(required.begin(), required.end(), parent);
  }

  /// P3 with both entropies. Members X and Y of T tell of each other, given the rest S of T, at
  /// most N min{H(X|S), H(Y|S)} = F(S) - max{F(S + X), F(S + Y)}, whichever of them is the parent.
  /// A sum that is unknown never is the larger one.
  Mask apply_entropies(std::size_t v, Mask alive) const {
    const std::size_t p = prefix_.size();
    std::int64_t without[kMaxSize];
    for (std::size_t x = 0; x < p; ++x) without[x] = members_[x].sums[v - first_];
    for (std::size_t x = 0; x < p; ++x) {
      if ((alive & (bit(x) | bit(p))) == 0) continue;
      if (tell_too_little(ends_[x], std::max(without[x], sum_), least_with_last_[x])) {
        alive &= ~killed(x, p, v);
      }
    }
    for (const Pair& pair : pairs_) {
      if ((alive & (bit(pair.x) | bit(pair.y))) == 0) continue;
      const std::int64_t larger = std::max(without[pair.x], without[pair.y]);
      if (tell_too_little(pair.rest[v - first_], larger, pair.least)) {
        alive &= ~killed(pair.x, pair.y, v);
        if (alive == 0) break;
      }
    }
    return alive;
  }

  static bool tell_too_little(std::int64_t rest, std::int64_t larger, double least) {
    if (rest == kUnknown || larger == kUnknown) return false;
    return static_cast<double>(rest - larger) <= least;
  }

  /// Which of two members are no use with the other as a parent; required parents are no choice.
  Mask killed(std::size_t x, std::size_t y, std::size_t v) const {
    if (plain_) return bit(x) | bit(y);
    const auto stays = [&](std::size_t of, std::size_t parent) {
      const Child& its = owner_.children_[member(of, v)];
      return its.task.has_value() && is_required(its, member(parent, v));
    };
    return (stays(x, y) ? 0 : bit(x)) | (stays(y, x) ? 0 : bit(y));
  }

  void count_lasts() {
    sums_.resize(lasts_.size());
    if (lasts_.empty()) return;
    if (prefix_.size() < owner_.zero_sizes()) {
      binary_counter_->count(prefix_, lasts_, sums_);
    } else {
      counter_.count(prefix_, lasts_, sums_);
    }
    counted_ += lasts_.size();
  }

  void score(Variable v, std::int64_t sum, double* bests, Mask alive) {
    set_states(arity(v));
    last_family_ = family_of(v, configurations_);
    for (; alive != 0; alive &= alive - 1) {
      const auto x = static_cast<std::size_t>(std::countr_zero(alive));
      const Family& family = is_last(x) ? last_family_ : members_[x].family;
      const Variable child = member(x, v);
      Found& found = found_[child];
      DAGWRIGHT_ASSERT(sum != kUnknown && sum_without(x, v) != kUnknown);
      const double value =
          owner_.scale_ * static_cast<double>(sum - sum_without(x, v)) - family.penalty;
      if (plain_ || !is_root(owner_.children_[child])) ++found.evaluations;
      if (value > bests[x]) {
        bests[x] = value;
        keep(x, v, value, found);
      }
      if (bests[x] >= family.closing) {
        bests[x] = kInfinity;
      } else {
        ++found.alive;
        found.fewest_configurations = std::min(found.fewest_configurations, family.configurations);
      }
    }
  }

  void keep(std::size_t x, Variable v, double value, Found& found) {
    set_.clear();
    for (std::size_t y = 0; y < size_; ++y) {
      if (y != x) set_.push_back(member(y, v));
    }
    found.kept.add(set_, value);
    // A score, a start and the members; growing and sorting take copies of them.
    const std::size_t bytes = sizeof(double) + sizeof(std::size_t) + set_.size() * sizeof(Variable);
    owner_.kept_bytes_.fetch_add(3 * bytes, std::memory_order_relaxed);
  }

  TogetherSelection& owner_;
  scores::PrefixCounter counter_;
  std::unique_ptr<scores::BinaryCounter> binary_counter_;  ///< null unless all variables are binary
  std::vector<Found> found_;                               ///< by child
  std::uint64_t visits_ = 0;
  std::uint64_t counted_ = 0;

  // The prefix P and what is known of it.
  std::vector<Variable> prefix_;
  std::size_t size_ = 0;   ///< of P + v
  std::size_t first_ = 0;  ///< v
  bool plain_ = true;      ///< neither required parents nor forbidden ones are to be looked at
  double states_ = 0;      ///< of v: what members_ and pairs_ are made for
  std::uint64_t rank_ = 0, next_rank_ = 0;  ///< of P and of P + v, for the first v
  std::int64_t sum_ = 0;
  const double* prefix_bests_ = nullptr;
  double configurations_ = 1.0;
  std::vector<Member> members_;
  std::vector<Pair> pairs_;
  std::int64_t ends_[kMaxSize];       ///< sums of P without each member
  double least_with_last_[kMaxSize];  ///< Pair::least of each member and v
  Family last_family_;                ///< of v
  std::vector<Family> families_;      ///< by child; see family_of

  std::vector<Variable> set_, lasts_;
  std::vector<std::int64_t> sums_;
  std::vector<double> bests_;
  std::vector<Mask> alive_;
};

/// Visits all prefixes of that size that a later variable extends, on threads.
void TogetherSelection::walk(std::size_t prefix_size, Visit visit) {
  if (prefix_size >= n_) return;
  // Enough beginnings to keep all threads busy to the end.
  const std::size_t fixed = std::min<std::size_t>(prefix_size, n_ <= 64 ? 2 : 1);
  std::vector<std::vector<Variable>> beginnings;
  std::vector<Variable> beginning(fixed);
  for (std::size_t i = 0; i < fixed; ++i) beginning[i] = static_cast<Variable>(i);
  do {
    if (beginning.back() + (prefix_size - fixed) + 1 < n_) beginnings.push_back(beginning);
  } while (next_combination(beginning, 0, n_));
  parallel_for(threads_, beginnings.size(), control_, [&](std::size_t item) {
    std::shared_ptr<Walker> walker;
    {
      const std::lock_guard lock(walkers_mutex_);
      if (!idle_walkers_.empty()) {
        walker = std::move(idle_walkers_.back());
        idle_walkers_.pop_back();
      }
    }
    if (!walker) walker = std::make_shared<Walker>(*this);
    walker->walk(beginnings[item], prefix_size, visit);
    const std::lock_guard lock(walkers_mutex_);
    walker->report();
    idle_walkers_.push_back(std::move(walker));
  });
}

}  // namespace dagwright::parents
