#include "joint_judge.hpp"

#include <algorithm>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::parents {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

JointSequential::Judge::Judge(const JointSequential& selection) : owner_(selection) {}

/// Remembers the last answer for each child: on binary data it never changes within a size.
const JointSequential::Judge::Family& JointSequential::Judge::family_of(Variable x,
                                                                        double configurations) {
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

void JointSequential::Judge::prepare(std::span<const Variable> prefix) {
  prefix_.assign(prefix.begin(), prefix.end());
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
void JointSequential::Judge::find_ranks() {
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
bool JointSequential::Judge::ranks_are_right() const {
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

double JointSequential::Judge::penalty_weight(Variable v) const {
  return owner_.scores_.score_function().penalty(owner_.table_.arity(v), 1.0);
}

/// What depends on how many states v has.
void JointSequential::Judge::set_states(double states) {
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
JointSequential::Judge::Mask JointSequential::Judge::judge(std::size_t v, double* bests) {
  set_last(static_cast<Variable>(v));
  const std::size_t p = prefix_.size();
  collect_bests(v, bests);
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

void JointSequential::Judge::collect_bests(std::size_t v, double* bests) const {
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
void JointSequential::Judge::collect_bests_of(std::size_t v, double* bests,
                                              std::index_sequence<kPlaces...>) const {
  constexpr std::size_t p = sizeof...(kPlaces);
  const double* others[p] = {members_[kPlaces].bests + (v - first_) * p...};
  const auto best_of = [&]<std::size_t kX>(double start, std::integral_constant<std::size_t, kX>) {
    ((start = kPlaces == kX ? start : std::max(start, others[kPlaces][kX - (kPlaces < kX)])), ...);
    return start;
  };
  ((bests[kPlaces] =
        best_of(prefix_bests_[kPlaces], std::integral_constant<std::size_t, kPlaces>())),
   ...);
  bests[p] = best_of(-kInfinity, std::integral_constant<std::size_t, p>());
}

/// Pairs, which forbidden edges may exclude, and children that wait for their required parents:
/// minus infinity says that nothing is known yet.
JointSequential::Judge::Mask JointSequential::Judge::judge_with_constraints(std::size_t v,
                                                                            double* bests) const {
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

/// P3 with both entropies. Members X and Y of T tell of each other, given the rest S of T, at
/// most N min{H(X|S), H(Y|S)} = F(S) - max{F(S + X), F(S + Y)}, whichever of them is the parent.
/// A sum that is unknown never is the larger one.
JointSequential::Judge::Mask JointSequential::Judge::apply_entropies(std::size_t v,
                                                                     Mask alive) const {
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

bool JointSequential::Judge::tell_too_little(std::int64_t rest, std::int64_t larger, double least) {
  if (rest == kUnknown || larger == kUnknown) return false;
  return static_cast<double>(rest - larger) <= least;
}

/// Which of two members gain nothing from the other as a parent; required parents stay.
JointSequential::Judge::Mask JointSequential::Judge::killed(std::size_t x, std::size_t y,
                                                            std::size_t v) const {
  if (plain_) return bit(x) | bit(y);
  const auto stays = [&](std::size_t of, std::size_t parent) {
    const Child& its = owner_.children_[member(of, v)];
    return its.task.has_value() && is_required(its, member(parent, v));
  };
  return (stays(x, y) ? 0 : bit(x)) | (stays(y, x) ? 0 : bit(y));
}

void JointSequential::Judge::set_last(Variable v) {
  set_states(arity(v));
  last_family_ = family_of(v, configurations_);
}

bool JointSequential::Judge::has_required(const Child& its, std::size_t x, std::size_t v) const {
  std::size_t present = 0;
  for (std::size_t y = 0; y < size_; ++y) {
    if (y != x && is_required(its, member(y, v))) ++present;
  }
  return present == its.task->required.size();
}

}  // namespace dagwright::parents
