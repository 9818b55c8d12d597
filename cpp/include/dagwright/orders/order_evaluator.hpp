#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/cost.hpp"
#include "dagwright/orders/order_index.hpp"

namespace dagwright::orders {

/// A variable's best new position and what the cost of the order changes by.
struct Insertion {
  std::int64_t change;
  std::size_t destination;
};

/// The change of cost for all destinations from `first` to `last`.
struct ProfileStep {
  std::size_t first;
  std::size_t last;
  std::int64_t change;
};

/// An order that can be put back without evaluating it again.
struct OrderSnapshot {
  std::vector<Variable> order;
  std::vector<SetNumber> current;
  std::int64_t excess = 0;
};

/// An order of the variables, with the best consistent set of each, kept up to date under moves.
///
/// A set is consistent if all its members come before its child. The cost of the order is the sum
/// of the excesses of the best consistent sets: exact, so it never drifts. Every order it is given
/// must respect the precedence of the index.
///
/// Scans use sparse events (kernels.md 2c). When X moves, the only variables whose sets can change
/// are X itself, current children of X that it moves behind, and possible children it moves in
/// front of; all others keep theirs. So the cost as a function of X's destination is a staircase
/// with few steps.
class OrderEvaluator {
 public:
  explicit OrderEvaluator(const OrderIndex& index);

  void set_order(std::span<const Variable> order);
  void save(OrderSnapshot& snapshot) const;
  void restore(const OrderSnapshot& snapshot);

  const OrderIndex& index() const { return index_; }
  std::size_t n_variables() const { return order_.size(); }
  const std::vector<Variable>& order() const { return order_; }
  std::size_t position(Variable v) const { return static_cast<std::size_t>(position_[v]); }
  SetNumber current(Variable v) const { return current_[v]; }
  std::int64_t excess() const { return excess_; }

  /// The sum of the scores of the current sets, correctly rounded except in freak cases.
  double score() const;

  /// The best destination of a variable, at most `radius` places away, if its change is less than
  /// `below` <= 0. Otherwise the change is `below` and the destination the present position. The
  /// nearest of equally good destinations wins, and to the right before to the left.
  ///
  /// It looks only at what can still lead to such a change: a move to the right gains at most
  /// what X's own better sets are worth, a move to the left what those of its possible children
  /// are worth, and the losses on the way soon exceed that.
  Insertion best_insertion(Variable v, std::size_t radius, std::int64_t below = 0);

  /// The change of every feasible destination of a variable, from left to right.
  void insertion_profile(Variable v, std::vector<ProfileStep>& steps);

  /// The change of one destination; kImpossible or more if it is not feasible.
  std::int64_t insertion_change(Variable v, std::size_t destination);

  /// Moves a variable; those between make room.
  void insert(Variable v, std::size_t destination);

  /// Exchanges the variables at two positions.
  void exchange(std::size_t one, std::size_t other);

  /// Whether everything that is kept up to date equals what evaluating the order again gives; for
  /// tests and assertions.
  bool check() const;

 private:
  struct Event {
    std::int32_t position;
    std::int64_t change;
  };
  /// A child that may gain if the pair's parent comes before it.
  struct Prospect {
    std::int32_t position;
    std::size_t pair;
    std::int64_t at_best;  ///< the change if its best set with the parent fits
  };

  /// Whether all members of a set come before a position.
  bool fits(SetNumber set, std::int32_t position) const {
    for (const Variable member : index_.sets().members(set)) {
      if (position_[member] >= position) return false;
    }
    return true;
  }
  SetNumber first_fitting(SetNumber from, SetNumber end, std::int32_t position) const {
    while (from < end && !fits(from, position)) ++from;
    return from;
  }
  /// The first set of a pair before `end` that fits, or `end`.
  SetNumber first_fitting_with(std::size_t pair, SetNumber end, std::int32_t position) const {
    for (const SetNumber set : index_.pair_sets(pair)) {
      if (set >= end) break;
      if (fits(set, position)) return set;
    }
    return end;
  }
  std::int32_t last_member(SetNumber set, std::int32_t give_up_at) const;
  std::int64_t cost(SetNumber set) const { return index_.sets().excess(set); }
  std::int64_t change_to(Variable v, SetNumber set) const {
    DAGWRIGHT_ASSERT(index_.begin(v) <= set && set <= index_.end(v));
    return set == index_.end(v) ? kImpossible : cost(set) - cost(current_[v]);
  }

  std::int64_t loss_without(Variable child) const;
  void find_better_sets(Variable v, std::int32_t at, std::int32_t limit);
  void find_children(Variable v, std::int32_t limit);
  std::int64_t find_prospects(Variable v, std::int32_t at, std::int32_t limit);
  std::int64_t gain_of(const Prospect& prospect) const;
  void scan_right(Variable v, std::int32_t at, std::int32_t limit, Insertion& best);
  void scan_left(Variable v, std::int32_t at, std::int32_t limit, Insertion& best);
  void profile_right(Variable v, std::int32_t at, std::vector<ProfileStep>& steps);
  void profile_left(Variable v, std::int32_t at, std::vector<ProfileStep>& steps);

  bool foretells(Variable v, std::size_t destination) const;
  void move_right(Variable v, std::int32_t destination);
  void move_left(Variable v, std::int32_t destination);
  void place(std::size_t position, Variable v);
  void replace_set(Variable child, SetNumber set);
  void link(Variable child);

  static constexpr std::int32_t kBeforeAll = -1;
  static constexpr std::int32_t kAfterAll = std::numeric_limits<std::int32_t>::max();

  const OrderIndex& index_;
  std::vector<Variable> order_;
  std::vector<std::int32_t> position_;
  std::vector<SetNumber> current_;
  std::vector<std::vector<Variable>> children_;  ///< by the current sets
  std::int64_t excess_ = 0;
  std::vector<Prospect> prospects_;      ///< scratch
  std::vector<Event> events_;            ///< scratch
  std::vector<std::int32_t> positions_;  ///< scratch
  std::vector<Variable> touched_;        ///< scratch
};

}  // namespace dagwright::orders
