#include "dagwright/dag/chain.hpp"

#include <algorithm>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/cost.hpp"

namespace dagwright::dag {
namespace {

std::vector<Variable> without(std::span<const Variable> parents, Variable parent) {
  std::vector<Variable> rest(parents.begin(), parents.end());
  std::erase(rest, parent);
  return rest;
}

}  // namespace

const ChainBuilder::Family* ChainBuilder::changed(Variable v) const {
  for (const Family& family : families_) {
    if (family.child == v) return &family;
  }
  return nullptr;
}

std::span<const Variable> ChainBuilder::parents(Variable v) const {
  const Family* family = changed(v);
  return family != nullptr ? family->parents : state_->parents(v);
}

double ChainBuilder::score(Variable v) const {
  const Family* family = changed(v);
  return family != nullptr ? family->score : state_->score(v);
}

std::optional<Move> ChainBuilder::close(const DagState& state, Move move, Rng& rng) {
  state_ = &state;
  rng_ = &rng;
  move_ = std::move(move);
  cycle_.clear();
  families_.clear();
  inserted_.clear();
  erased_.clear();
  through_.clear();
  tails_.clear();
  ++chains_;
  carry_out(move_.first, state_->score(move_.first.to) + move_.gain);
  while (find_shortest_cycle()) {
    for (const Variable v : cycle_) {
      if (used_[v] != chains_) through_.push_back(v);
      used_[v] = chains_;
    }
    Repair repair = best_deletion();
    if (!(move_.gain + repair.gain > move_.slack)) {
      repair = best_swap();
      if (!(move_.gain + repair.gain > std::max(move_.slack, repair.slack))) return {};
    }
    carry_out(repair.step, repair.score);
    move_.rest.push_back(repair.step);
    move_.gain += repair.gain;
    move_.slack = std::max(move_.slack, repair.slack);
  }
  return std::move(move_);
}

void ChainBuilder::carry_out(const Step& step, double score_after) {
  if (changed(step.to) == nullptr) {
    const auto before = state_->parents(step.to);
    families_.push_back({step.to, {before.begin(), before.end()}, 0.0});
  }
  const auto family = std::find_if(families_.begin(), families_.end(),
                                   [&](const Family& f) { return f.child == step.to; });
  family->score = score_after;
  std::vector<Variable>& list = family->parents;
  if (step.operation != Operation::add) {
    const Edge edge(step.operation == Operation::swap ? step.replaced : step.from, step.to);
    std::erase(list, edge.first);
    if (std::erase(inserted_, edge) == 0) erased_.push_back(edge);
  }
  if (step.operation != Operation::remove) {
    const Edge edge(step.from, step.to);
    list.insert(std::upper_bound(list.begin(), list.end(), step.from), step.from);
    if (std::erase(erased_, edge) == 0) inserted_.push_back(edge);
    tails_.push_back(step.from);
  }
}

/// The graph without the inserted edges is acyclic, so every cycle passes through one of them.
bool ChainBuilder::find_shortest_cycle() {
  cycle_.clear();
  std::uint64_t ties = 0;
  Cycle shortest;
  for (const auto& [from, to] : inserted_) {
    const std::size_t limit = shortest.empty() ? state_->parents().size() : shortest.size();
    if (!find_path(to, from, limit)) continue;
    ties = cycle_.size() < shortest.size() || shortest.empty() ? 1 : ties + 1;
    if (ties == 1 || rng_->below(ties) == 0) shortest.swap(cycle_);
  }
  cycle_.swap(shortest);
  return !cycle_.empty();
}

bool ChainBuilder::is_erased(Variable from, Variable to) const {
  return std::find(erased_.begin(), erased_.end(), Edge(from, to)) != erased_.end();
}

/// Whether a path to the goal may go through v: on old edges, or on to an inserted one.
bool ChainBuilder::leads_on(Variable v, Variable goal) const {
  const auto reaches = [&](Variable other) {
    return v == other || state_->ancestors().is_ancestor(v, other);
  };
  return reaches(goal) || (inserted_.size() > 1 &&
                           std::any_of(inserted_.begin(), inserted_.end(),
                                       [&](const Edge& edge) { return reaches(edge.first); }));
}

/// Breadth first, a random one of the shortest paths; cycle_ becomes its variables.
bool ChainBuilder::find_path(Variable from, Variable to, std::size_t longest) {
  ++searches_;
  queue_.assign(1, from);
  seen_[from] = {searches_, 1, 1, from};
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const Variable v = queue_[next];
    const std::uint32_t distance = seen_[v].distance + 1;
    if (v == to) break;
    if (distance > longest) return false;
    const auto reach = [&](Variable child) {
      Seen& seen = seen_[child];
      if (seen.search != searches_) {
        if (!leads_on(child, to)) return;
        seen = {searches_, distance, 1, v};
        queue_.push_back(child);
      } else if (seen.distance == distance && rng_->below(++seen.ways) == 0) {
        seen.before = v;
      }
    };
    for (const Variable child : state_->children(v)) {
      if (erased_.empty() || !is_erased(v, child)) reach(child);
    }
    for (const auto& [tail, head] : inserted_) {
      if (tail == v) reach(head);
    }
  }
  if (seen_[to].search != searches_) return false;
  cycle_.clear();
  for (Variable v = to; v != from; v = seen_[v].before) {
    DAGWRIGHT_ASSERT(seen_[v].search == searches_ && cycle_.size() < seen_.size());
    cycle_.push_back(v);
  }
  cycle_.push_back(from);
  std::reverse(cycle_.begin(), cycle_.end());
  return true;
}

void ChainBuilder::consider(Repair& best, const Step& step, double score_after) {
  const double before = score(step.to);
  const double slack = gain_tolerance(before);
  const double gain = score_after - before;
  if (best.ties > 0 && gain < best.gain - slack) return;
  const bool better = best.ties == 0 || gain > best.gain + slack;
  best.ties = better ? 1 : best.ties + 1;
  if (better || rng_->below(best.ties) == 0) best = {step, score_after, gain, slack, best.ties};
}

template <class Visit>
void ChainBuilder::for_each_removable_edge(const Visit& visit) const {
  for (std::size_t i = 0; i < cycle_.size(); ++i) {
    const Variable from = cycle_[i];
    const Variable to = cycle_[(i + 1) % cycle_.size()];
    if (Edge(from, to) == Edge(move_.first.from, move_.first.to)) continue;
    if (state_->may_remove(from, to)) visit(from, to);
  }
}

std::size_t ChainBuilder::place_of(Variable from, Variable to) const {
  const auto list = parents(to);
  const auto found = std::lower_bound(list.begin(), list.end(), from);
  DAGWRIGHT_ASSERT(changed(to) == nullptr && found != list.end() && *found == from);
  return static_cast<std::size_t>(found - list.begin());
}

ChainBuilder::Repair ChainBuilder::best_deletion() {
  Repair best;
  best.gain = kImpossibleGain;
  for_each_removable_edge([&](Variable from, Variable to) {
    const double after = changed(to) == nullptr
                             ? state_->removal(to, place_of(from, to))
                             : state_->scorer().score(to, without(parents(to), from));
    consider(best, {Operation::remove, from, to}, after);
  });
  return best;
}

ChainBuilder::Repair ChainBuilder::best_swap() {
  Repair best;
  best.gain = kImpossibleGain;
  for_each_removable_edge([&](Variable from, Variable to) {
    std::shared_ptr<const TargetGains> computed;
    if (changed(to) != nullptr) computed = state_->additions_to(to, without(parents(to), from));
    const TargetGains& row = computed ? *computed : state_->swaps(to, place_of(from, to));
    // A swap for a parent that gains nothing is no better than the deletion, which was refused;
    // those are not ranked.
    for (const Variable other : row.ranked) {
      if (best.ties > 0 && row.addition[other] - score(to) < best.gain) break;
      if (used_[other] == chains_) continue;
      consider(best, {Operation::swap, other, to, from}, row.addition[other]);
    }
  });
  return best;
}

}  // namespace dagwright::dag
