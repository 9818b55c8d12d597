#include "dagwright/order/minobs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/order/descent.hpp"
#include "dagwright/orders/perturb.hpp"

namespace dagwright::order {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

struct Member {
  std::vector<Variable> order;
  std::int64_t excess;
};

struct Island {
  std::vector<Member> members;    ///< best first
  std::vector<double> mean_cost;  ///< of past generations, since the last diversification
  std::uint64_t refills = 0;
};

/// Sorts and cuts to `size`. Of equals one is kept, but only as long as there are too many (S2's
/// code; the text removes all duplicates first).
void prune(std::vector<Member>& members, std::size_t size) {
  std::stable_sort(members.begin(), members.end(),
                   [](const Member& a, const Member& b) { return a.excess < b.excess; });
  std::size_t surplus = members.size() - std::min(size, members.size());
  std::vector<Member> kept;
  for (Member& member : members) {
    if (surplus > 0 && !kept.empty() && kept.back().excess == member.excess) {
      --surplus;
    } else {
      kept.push_back(std::move(member));
    }
  }
  DAGWRIGHT_ASSERT(kept.size() >= std::min(size, members.size()));
  kept.resize(std::min(size, kept.size()));
  members = std::move(kept);
}

class Evolution {
 public:
  Evolution(OrderSearch& search, const MinobsOptions& options, std::uint64_t seed)
      : search_(search),
        options_(options),
        seed_(seed),
        islands_(options.islands),
        exchanges_(
            orders::number_of_exchanges(options.mutation_power, search.index().n_variables())) {}

  void run() {
    std::uint64_t generation = 0;
    is_populated_ = search_.resume([&](StateReader& state) { generation = get(state); });
    if (!is_populated_) {
      refill(std::vector<std::size_t>(options_.islands, options_.population));
    }
    const std::uint64_t last = options_.generations.value_or(kNoLimit);
    for (; generation < last && !search_.stopped(); ++generation) {
      search_.offer_checkpoint([&](StateWriter& state) { put(state, generation); });
      breed(generation);
      if (search_.stopped()) return;
      ++search_.counters().generations;
      diversify();
      if ((generation + 1) % options_.migrate_every == 0) migrate();
    }
  }

 private:
  /// Adds so many local optima from initial orders to each island.
  void refill(const std::vector<std::size_t>& wanted) {
    std::vector<std::size_t> island_of;
    for (std::size_t island = 0; island < wanted.size(); ++island) {
      island_of.insert(island_of.end(), wanted[island], island);
    }
    const auto descend_from_start = [&](std::size_t i, WorkItem& item) {
      const std::size_t island = island_of[i];
      Rng rng(seed_, {0, island, islands_[island].refills, i});
      search_.begin(item, is_populated_ ? i + 1 : i, rng);
      if (descend(item, Improvement::hybrid, search_.index().n_variables(), rng)) item.finish();
    };
    add(search_.run(island_of.size(), descend_from_start), island_of);
    is_populated_ = true;
    for (std::size_t island = 0; island < wanted.size(); ++island) {
      if (wanted[island] > 0) ++islands_[island].refills;
    }
  }

  void breed(std::uint64_t generation) {
    const std::size_t each = options_.crossovers + options_.mutations;
    std::vector<std::size_t> island_of;
    for (std::size_t island = 0; island < islands_.size(); ++island) {
      island_of.insert(island_of.end(), each, island);
    }
    const auto descend_from_offspring = [&](std::size_t i, WorkItem& item) {
      Rng rng(seed_, {1, island_of[i], generation, i % each});
      const std::vector<Member>& members = islands_[island_of[i]].members;
      item.begin_at(i % each < options_.crossovers ? cross_two(members, item, rng)
                                                   : mutate_one(members, item, rng));
      if (descend(item, Improvement::hybrid, search_.index().n_variables(), rng)) item.finish();
    };
    add(search_.run(island_of.size(), descend_from_offspring), island_of);
  }

  std::vector<Variable> cross_two(const std::vector<Member>& members, WorkItem& item,
                                  Rng& rng) const {
    DAGWRIGHT_ASSERT(members.size() >= 2);
    const std::size_t one = rng.below(members.size());
    std::size_t other = rng.below(members.size() - 1);
    if (other >= one) ++other;
    ++item.counters().crossovers;
    std::vector<Variable> order =
        cross(options_.crossover, members[one].order, members[other].order, rng);
    item.index().precedence().repair(order);
    return order;
  }

  std::vector<Variable> mutate_one(const std::vector<Member>& members, WorkItem& item,
                                   Rng& rng) const {
    DAGWRIGHT_ASSERT(!members.empty());
    item.counters().exchanges += exchanges_;
    return orders::perturbed(members[rng.below(members.size())].order, exchanges_,
                             item.index().precedence(), rng);
  }

  void add(std::vector<WorkRecord> records, const std::vector<std::size_t>& island_of) {
    DAGWRIGHT_ASSERT(records.size() <= island_of.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      DAGWRIGHT_ASSERT(!records[i].order.empty() && records[i].excess < kImpossible);
      islands_[island_of[i]].members.push_back({std::move(records[i].order), records[i].excess});
    }
    for (Island& island : islands_) prune(island.members, options_.population);
  }

  void diversify() {
    std::vector<std::size_t> wanted(islands_.size(), 0);
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      Island& island = islands_[i];
      island.mean_cost.push_back(mean_cost(island.members));
      if (!is_stale(island.mean_cost)) continue;
      island.members.resize(std::min(options_.keep, island.members.size()));
      island.mean_cost.clear();
      wanted[i] = options_.population - island.members.size();
      ++search_.counters().diversifications;
    }
    if (std::any_of(wanted.begin(), wanted.end(), [](std::size_t w) { return w > 0; })) {
      refill(wanted);
    }
  }

  double mean_cost(const std::vector<Member>& members) const {
    DAGWRIGHT_ASSERT(!members.empty());
    const parents::CandidateSets& sets = search_.index().sets();
    double sum = 0.0;
    for (const Member& member : members) sum += sets.nats(member.excess);
    return sum / static_cast<double>(members.size()) - sets.relaxed_score();
  }

  bool is_stale(const std::vector<double>& mean_cost) const {
    if (mean_cost.size() <= options_.diversify_after) return false;
    const double old = mean_cost[mean_cost.size() - 1 - options_.diversify_after];
    return std::abs(mean_cost.back() - old) < options_.diversify_below * std::abs(old);
  }

  void migrate() {
    if (islands_.size() < 2) return;
    std::vector<Member> travellers;
    for (const Island& island : islands_) {
      DAGWRIGHT_ASSERT(!island.members.empty());
      travellers.push_back(island.members.front());
    }
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      std::vector<Member>& members = islands_[(i + 1) % islands_.size()].members;
      members.back() = std::move(travellers[i]);
      prune(members, options_.population);
      ++search_.counters().migrations;
    }
  }

  /// Between generations, when every island has its whole population.
  void put(StateWriter& state, std::uint64_t generation) const {
    state.put(generation);
    for (const Island& island : islands_) {
      state.put(island.refills);
      state.put_all(island.mean_cost);
      for (const Member& member : island.members) {
        state.put(member.excess);
        state.put_all(member.order);
      }
    }
  }

  /// Returns the generation that comes next.
  std::uint64_t get(StateReader& state) {
    const auto generation = state.get<std::uint64_t>();
    for (Island& island : islands_) {
      island.refills = state.get<std::uint64_t>();
      island.mean_cost = state.get_all<double>();
      island.members.resize(options_.population);
      for (Member& member : island.members) {
        member.excess = state.get<std::int64_t>();
        member.order = state.get_order(search_.index().n_variables());
      }
    }
    return generation;
  }

  OrderSearch& search_;
  const MinobsOptions& options_;
  std::uint64_t seed_;
  std::vector<Island> islands_;
  std::size_t exchanges_;
  bool is_populated_ = false;
};

}  // namespace

OrderSearchResult minobs(const Inputs& inputs, const MinobsOptions& options,
                         const Resources& resources, RunControl& control) {
  OrderSearch search(inputs, resources, control);
  Evolution(search, options, resources.seed).run();
  return search.take_result();
}

}  // namespace dagwright::order
