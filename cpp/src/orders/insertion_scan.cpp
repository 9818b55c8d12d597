// The scans of OrderEvaluator: what moving one variable would change.
//
// A scan asks whether sets would fit if X stood elsewhere. It does not move X: it puts X's position
// before or after all others while it asks about X's children, which is all that matters to them.

#include <algorithm>

#include "dagwright/core/assert.hpp"
#include "dagwright/orders/order_evaluator.hpp"

namespace dagwright::orders {

/// The last position of a member; `give_up_at` or more as soon as one is known to be there.
std::int32_t OrderEvaluator::last_member(SetNumber set, std::int32_t give_up_at) const {
  std::int32_t last = kBeforeAll;
  for (const Variable member : index_.sets().members(set)) {
    last = std::max(last, position_[member]);
    if (last >= give_up_at) break;
  }
  return last;
}

/// What a child pays if it loses the variable whose position is now kAfterAll.
std::int64_t OrderEvaluator::loss_without(Variable child) const {
  const SetNumber end = index_.end(child);
  return change_to(child, first_fitting(current_[child] + 1, end, position_[child]));
}

Insertion OrderEvaluator::best_insertion(Variable v, std::size_t radius, std::int64_t below) {
  DAGWRIGHT_ASSERT(v < n_variables() && below <= 0);
  const std::int32_t at = position_[v];
  const auto last = static_cast<std::int32_t>(n_variables()) - 1;
  const auto reach = static_cast<std::int32_t>(std::min(radius, n_variables()));
  Insertion best{below, position(v)};
  scan_right(v, at, std::min(last, at + reach), best);
  scan_left(v, at, std::max(0, at - reach), best);
  position_[v] = at;
  DAGWRIGHT_ASSERT(best.change <= below && best.destination < n_variables());
  DAGWRIGHT_CHECK_EVERY(
      32, best.change == below || insertion_change(v, best.destination) == best.change);
  return best;
}

/// The sets that v gets as it moves right, up to position `limit`: each better than all that it
/// gets before, the farthest and best first. The change of an event is that against the present.
void OrderEvaluator::find_better_sets(Variable v, std::int32_t at, std::int32_t limit) {
  events_.clear();
  std::int32_t nearest = limit + 1;
  for (SetNumber set = index_.begin(v); set < current_[v] && nearest > at + 1; ++set) {
    const std::int32_t last = last_member(set, nearest);
    if (last >= nearest) continue;
    events_.push_back({last, change_to(v, set)});
    nearest = last;
  }
}

/// The positions of the current children of v up to `limit`, ascending.
void OrderEvaluator::find_children(Variable v, std::int32_t limit) {
  positions_.clear();
  for (const Variable child : children_[v]) {
    if (position_[child] <= limit) positions_.push_back(position_[child]);
  }
  std::sort(positions_.begin(), positions_.end());
}

/// The possible children from position `limit` on that may gain as v moves in front of them,
/// nearest first. Returns the sum of what they gain at best. v's position is kBeforeAll afterwards.
std::int64_t OrderEvaluator::find_prospects(Variable v, std::int32_t at, std::int32_t limit) {
  prospects_.clear();
  position_[v] = kBeforeAll;
  std::int64_t sum = 0;
  const std::size_t end = index_.first_pair(v + std::size_t{1});
  for (std::size_t pair = index_.first_pair(v); pair < end; ++pair) {
    const Variable child = index_.pair_child(pair);
    const std::int32_t where = position_[child];
    const SetNumber best = index_.pair_best(pair);
    // One branch for all: each alone is hard to predict.
    const bool may_gain = (best < current_[child]) & (where < at) & (where >= limit);
    if (!may_gain) continue;
    prospects_.push_back({where, pair, change_to(child, best)});
    sum += prospects_.back().at_best;
  }
  std::sort(prospects_.begin(), prospects_.end(),
            [](const Prospect& a, const Prospect& b) { return a.position > b.position; });
  return sum;
}

std::int64_t OrderEvaluator::gain_of(const Prospect& prospect) const {
  const Variable child = index_.pair_child(prospect.pair);
  return change_to(child, first_fitting_with(prospect.pair, current_[child], prospect.position));
}

void OrderEvaluator::scan_right(Variable v, std::int32_t at, std::int32_t limit, Insertion& best) {
  find_better_sets(v, at, limit);
  if (events_.empty()) return;
  const Event farthest = events_.front();
  if (farthest.change >= best.change) return;

  find_children(v, farthest.position);
  position_[v] = kAfterAll;
  std::int64_t lost = 0;
  auto child = positions_.begin();
  for (auto event = events_.rbegin(); event != events_.rend(); ++event) {
    for (; child != positions_.end() && *child <= event->position; ++child) {
      lost += loss_without(order_[static_cast<std::size_t>(*child)]);
      if (lost + farthest.change >= best.change) return;
    }
    if (lost + event->change < best.change) {
      best = {lost + event->change, static_cast<std::size_t>(event->position)};
    }
  }
}

void OrderEvaluator::scan_left(Variable v, std::int32_t at, std::int32_t limit, Insertion& best) {
  std::int64_t most = find_prospects(v, at, limit);  // what can still be gained, with the gained
  if (most >= best.change) return;
  std::int64_t gained = 0;
  SetNumber own = current_[v];
  for (const Prospect& prospect : prospects_) {
    own = first_fitting(own, index_.end(v), prospect.position);
    const std::int64_t lost = change_to(v, own);
    if (lost + most >= best.change) return;
    const std::int64_t change = gain_of(prospect);
    gained += change;
    most += change - prospect.at_best;
    if (lost + gained < best.change) {
      best = {lost + gained, static_cast<std::size_t>(prospect.position)};
    }
  }
}

void OrderEvaluator::insertion_profile(Variable v, std::vector<ProfileStep>& steps) {
  const std::int32_t at = position_[v];
  steps.clear();
  profile_left(v, at, steps);
  std::reverse(steps.begin(), steps.end());
  position_[v] = at;
  steps.push_back({position(v), position(v), 0});
  profile_right(v, at, steps);
  position_[v] = at;
  DAGWRIGHT_CHECK_EVERY(16, std::all_of(steps.begin(), steps.end(), [&](const ProfileStep& step) {
                          return step.first <= step.last && step.last < n_variables() &&
                                 (&step == steps.data() || (&step)[-1].last + 1 == step.first) &&
                                 insertion_change(v, step.first) == step.change &&
                                 insertion_change(v, step.last) == step.change;
                        }));
}

void OrderEvaluator::profile_right(Variable v, std::int32_t at, std::vector<ProfileStep>& steps) {
  const auto last = static_cast<std::int32_t>(n_variables()) - 1;
  find_better_sets(v, at, last);
  find_children(v, last);
  position_[v] = kAfterAll;
  std::int64_t lost = 0;
  std::int64_t own = 0;
  auto event = events_.rbegin();
  auto child = positions_.begin();
  for (std::int32_t from = at + 1; from <= last;) {
    if (child != positions_.end() && *child == from) {
      lost += loss_without(order_[static_cast<std::size_t>(*child++)]);
      if (lost >= kImpossible) return;
    }
    if (event != events_.rend() && event->position == from) own = (event++)->change;
    std::int32_t next = last + 1;
    if (child != positions_.end()) next = std::min(next, *child);
    if (event != events_.rend()) next = std::min(next, event->position);
    steps.push_back(
        {static_cast<std::size_t>(from), static_cast<std::size_t>(next) - 1, lost + own});
    from = next;
  }
}

void OrderEvaluator::profile_left(Variable v, std::int32_t at, std::vector<ProfileStep>& steps) {
  find_prospects(v, at, 0);
  std::int64_t gained = 0;
  SetNumber own = current_[v];
  std::int32_t own_holds_after = last_member(own, kAfterAll);
  auto prospect = prospects_.begin();
  for (std::int32_t from = at - 1; from >= 0;) {
    if (prospect != prospects_.end() && prospect->position == from) gained += gain_of(*prospect++);
    if (own_holds_after >= from) {
      own = first_fitting(own, index_.end(v), from);
      if (own == index_.end(v)) return;
      own_holds_after = last_member(own, kAfterAll);
    }
    std::int32_t next = std::max(kBeforeAll, own_holds_after);
    if (prospect != prospects_.end()) next = std::max(next, prospect->position);
    steps.push_back({static_cast<std::size_t>(next + 1), static_cast<std::size_t>(from),
                     gained + change_to(v, own)});
    from = next;
  }
}

std::int64_t OrderEvaluator::insertion_change(Variable v, std::size_t destination) {
  DAGWRIGHT_ASSERT(v < n_variables() && destination < n_variables());
  const std::int32_t at = position_[v];
  const auto to = static_cast<std::int32_t>(destination);
  std::int64_t change = 0;
  if (to > at) {
    position_[v] = kAfterAll;
    for (const Variable child : children_[v]) {
      if (position_[child] <= to) change += loss_without(child);
      if (change >= kImpossible) break;
    }
    change += change_to(v, first_fitting(index_.begin(v), current_[v], to + 1));
  } else if (to < at) {
    find_prospects(v, at, to);
    for (const Prospect& prospect : prospects_) change += gain_of(prospect);
    change += change_to(v, first_fitting(current_[v], index_.end(v), to));
  }
  position_[v] = at;
  return change;
}

}  // namespace dagwright::orders
