#include "dagwright/dag/dag_state.hpp"

#include <algorithm>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/combinations.hpp"
#include "dagwright/core/graph.hpp"

namespace dagwright::dag {

DagState::DagState(const MoveScorer& scorer, ParentLists start, bool narrows)
    : scorer_(&scorer),
      parents_(std::move(start)),
      children_(parents_.size()),
      ancestors_(parents_),
      rows_(parents_.size()),
      stamps_(parents_.size(), moves_),
      family_stamps_(parents_.size(), moves_) {
  if (narrows) excluded_.emplace(parents_.size());
  for (std::size_t v = 0; v < parents_.size(); ++v) {
    scores_.push_back(scorer_->score(static_cast<Variable>(v), parents_[v]));
    for (const Variable p : parents_[v]) children_[p].push_back(static_cast<Variable>(v));
  }
}

bool DagState::check() const {
  std::vector<std::vector<Variable>> children(parents_.size());
  for (std::size_t v = 0; v < parents_.size(); ++v) {
    const std::vector<Variable>& list = parents_[v];
    if (!is_strictly_ascending(std::span<const Variable>(list))) return false;
    for (const Variable p : list) children[p].push_back(static_cast<Variable>(v));
  }
  if (children != children_ || !ancestors_.check(parents_)) return false;
  // A function of the user's is not asked more often than the search asks it.
  if (!scorer_->oracle().is_parallel()) return true;
  for (std::size_t v = 0; v < parents_.size(); ++v) {
    if (scorer_->oracle().score(static_cast<Variable>(v), parents_[v]) != scores_[v]) return false;
  }
  return true;
}

double DagState::total() const {
  double sum = 0.0;
  for (const double score : scores_) sum += score;
  return sum;
}

std::shared_ptr<const TargetGains> DagState::additions_to(Variable v,
                                                          std::span<const Variable> parents) const {
  return excluded_ ? scorer_->compute(v, parents, excluded_->row(v)) : scorer_->gains(v, parents);
}

bool DagState::refresh(Variable v) {
  Rows& rows = rows_[v];
  if (rows.present) return true;
  rows.without.clear();
  if (scorer_->swaps()) {
    std::vector<Variable> rest;
    for (const Variable parent : parents_[v]) {
      rest = parents_[v];
      std::erase(rest, parent);
      rows.without.push_back(additions_to(v, rest));
      if (!rows.without.back()) return false;
    }
  }
  // Last: it marks the others as present too.
  rows.present = additions_to(v, parents_[v]);
  if (!rows.present) return false;
  if (excluded_ && parents_[v].size() < rules().max_parents[v]) {
    const double worth = rows.present->score + gain_tolerance(rows.present->score);
    for (std::size_t u = 0; u < parents_.size(); ++u) {
      const bool is_parent = std::binary_search(parents_[v].begin(), parents_[v].end(), u);
      if (!is_parent && !(rows.present->addition[u] > worth)) excluded_->set(v, u);
    }
  }
  return true;
}

bool DagState::refresh() {
  for (std::size_t v = 0; v < rows_.size(); ++v) {
    if (!refresh(static_cast<Variable>(v))) return false;
  }
  return true;
}

double DagState::removal(Variable v, std::size_t i) const {
  DAGWRIGHT_ASSERT(rows_[v].present != nullptr && i < parents_[v].size());
  return scorer_->swaps() ? rows_[v].without[i]->score : rows_[v].present->removal[i];
}

bool DagState::may_reverse(Variable from, Variable to) const {
  return may_remove(from, to) && rules().allowed.test(from, to) &&
         parents_[from].size() < rules().max_parents[from] &&
         ancestors_.can_reverse(from, to, parents_);
}

std::optional<Move> DagState::random_move(Rng& rng) const {
  constexpr int kTries = 64;
  const std::size_t n = parents_.size();
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const auto to = static_cast<Variable>(rng.below(n));
    const std::vector<Variable>& present = parents_[to];
    const std::uint64_t kind = rng.below(3);
    if (kind == 0) {
      const auto from = static_cast<Variable>(rng.below(n));
      if (rules().allowed.test(to, from) && present.size() < rules().max_parents[to] &&
          !std::binary_search(present.begin(), present.end(), from) && may_add(from, to) &&
          is_scored_with(to, from)) {
        return Move{{Operation::add, from, to}, {}};
      }
    } else if (!present.empty()) {
      const Variable from = present[rng.below(present.size())];
      const bool may = kind == 1 ? may_remove(from, to) : may_reverse(from, to);
      if (!may || !is_scored_without(to, from)) continue;
      if (kind == 1) return Move{{Operation::remove, from, to}, {}};
      if (is_scored_with(from, to)) return Move{{Operation::reverse, from, to}, {}};
    }
  }
  return std::nullopt;
}

bool DagState::is_scored_with(Variable v, Variable parent) const {
  std::vector<Variable> more = parents_[v];
  insert_sorted(more, parent);
  return std::isfinite(scorer_->score(v, more));
}

bool DagState::is_scored_without(Variable v, Variable parent) const {
  std::vector<Variable> rest = parents_[v];
  std::erase(rest, parent);
  return std::isfinite(scorer_->score(v, rest));
}

void DagState::rescore(Variable v) {
  scores_[v] = scorer_->score(v, parents_[v]);
  rows_[v].present = nullptr;
  family_stamps_[v] = moves_;
}

void DagState::stamp_above(Variable v) {
  stamps_[v] = moves_;
  ancestors_.for_each(v, [this](Variable ancestor) { stamps_[ancestor] = moves_; });
}

void DagState::insert_edge(Variable from, Variable to) {
  DAGWRIGHT_ASSERT(may_add(from, to));
  DAGWRIGHT_ASSERT(!std::binary_search(parents_[to].begin(), parents_[to].end(), from));
  insert_sorted(parents_[to], from);
  insert_sorted(children_[from], to);
  ancestors_.added(from, to);
}

void DagState::erase_edge(Variable from, Variable to) {
  DAGWRIGHT_ASSERT(std::binary_search(parents_[to].begin(), parents_[to].end(), from));
  std::erase(parents_[to], from);
  std::erase(children_[from], to);
  ancestors_.removed(to, parents_);
}

/// The operations of a chain go through cyclic graphs, so their net effect is carried out, the
/// removals first: then every graph on the way is part of the old one or of the new one.
void DagState::apply(const Move& move) {
  using Edge = std::pair<Variable, Variable>;
  std::vector<Edge> removed;
  std::vector<Edge> added;
  const auto take_out = [&](Variable from, Variable to) {
    if (std::erase(added, Edge(from, to)) == 0) removed.emplace_back(from, to);
  };
  const auto put_in = [&](Variable from, Variable to) {
    if (std::erase(removed, Edge(from, to)) == 0) added.emplace_back(from, to);
  };
  const auto carry_out = [&](const Step& step) {
    switch (step.operation) {
      case Operation::add:
        put_in(step.from, step.to);
        break;
      case Operation::remove:
        take_out(step.from, step.to);
        break;
      case Operation::reverse:
        take_out(step.from, step.to);
        put_in(step.to, step.from);
        break;
      case Operation::swap:
        take_out(step.replaced, step.to);
        put_in(step.from, step.to);
        break;
    }
  };
  carry_out(move.first);
  for (const Step& step : move.rest) carry_out(step);
  ++moves_;
  for (const auto& [from, to] : removed) stamp_above(to);
  for (const auto& [from, to] : removed) erase_edge(from, to);
  for (const auto& [from, to] : added) insert_edge(from, to);
  for (const auto& [from, to] : added) stamp_above(to);
  for (const auto* edges : {&removed, &added}) {
    for (const auto& [from, to] : *edges) {
      rescore(to);
      if (scorer_->swaps()) changes_.push_back({from, to, edges == &added});
    }
  }
  DAGWRIGHT_CHECK_EVERY(32, check());
}

}  // namespace dagwright::dag
