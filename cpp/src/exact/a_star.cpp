#include <algorithm>
#include <new>

#include "dagwright/core/assert.hpp"
#include "dagwright/exact/bucket_queue.hpp"
#include "dagwright/exact/growth_curve.hpp"
#include "dagwright/exact/node_table.hpp"
#include "exact_run.hpp"

namespace dagwright::exact {
namespace {

constexpr std::uint64_t kExpansionsPerCheck = 64;

template <class Set>
class AStar {
 public:
  AStar(const Inputs& inputs, const ExactOptions& options, const Resources& resources,
        RunControl& control)
      : run_(inputs, control),
        options_(options),
        resources_(resources),
        growth_(run_.graph.n_variables()) {}

  ExactResult search() {
    if (!run_.begin(options_, resources_.seed)) return run_.finish(false);
    const Cost root_bound = run_.heuristic->bound_at(Set{});
    queue_.emplace(root_bound, std::max(run_.incumbent.cost(), root_bound) + 1);
    tables_bytes_ = run_.table_bytes();
    const std::size_t n = run_.graph.n_variables();
    successors_.resize(n);
    costs_.resize(n);
    bounds_.resize(n);
    if (root_bound < run_.incumbent.cost()) {
      table_.find_or_add(scramble_set(Set{}))->reach(0, 0);
      queue_->push({root_bound, 0, Set{}});
    }
    const bool proved = run_to_the_end();
    run_.counters.peak_nodes = table_.size();
    run_.counters.bytes = bytes();
    run_.result.forecast = proved ? growth_.counted() : growth_.forecast(run_.incumbent.cost());
    return run_.finish(proved);
  }

 private:
  using Entry = typename BucketQueue<Set>::Entry;

  struct Successor {
    Set set;
    Set key;
    Cost cost;
    Cost f;
    Variable last;
  };

  /// Returns whether the incumbent is proved to be optimal.
  bool run_to_the_end() {
    const auto load = [this](const Set* sets, std::size_t count, std::vector<Entry>& heap) {
      load_bucket(sets, count, heap);
    };
    for (;;) {
      if (run_.counters.expanded >= next_pause_ && pause()) return false;
      if (run_.out_of_iterations() || !make_room()) return give_up();
      const std::optional<Entry> entry = queue_->pop(load);
      if (!entry) return true;
      Node<Set>* const node = table_.find(scramble_set(entry->set));
      DAGWRIGHT_ASSERT(node != nullptr);
      if (node->is_closed()) continue;
      DAGWRIGHT_ASSERT(node->cost() + run_.heuristic->bound_at(entry->set) == entry->f);
      // Equal f counts as worse: then the incumbent is what is returned.
      if (entry->f >= run_.incumbent.cost()) return true;
      if (entry->set == run_.graph.all()) {
        run_.incumbent.offer(way_to(entry->set), run_.counters.expanded);
        return true;
      }
      node->close();
      fetch_ahead();
      expand(entry->set, node->cost());
      ++run_.counters.expanded;
      growth_.count(entry->depth);
    }
  }

  bool pause() {
    run_.control.report_iterations(run_.counters.expanded - reported_);
    reported_ = run_.counters.expanded;
    next_pause_ = reported_ + kExpansionsPerCheck;
    DAGWRIGHT_CHECK_EVERY(64, table_.check());
    run_.report_floor(queue_->least());
    growth_.mark(queue_->least());
    if (bytes() > resources_.bytes) run_.control.request_stop(StopReason::memory);
    return run_.control.should_stop();
  }

  bool give_up() {
    run_.report_floor(queue_->least());
    return false;
  }

  std::size_t bytes() const { return tables_bytes_ + table_.bytes() + queue_->bytes(); }

  /// Memory is far slower than expanding: what the next node will need is on its way while this
  /// one is expanded, unless a successor comes first.
  void fetch_ahead() const {
    const Entry* const next = queue_->peek();
    if (next == nullptr) return;
    table_.prefetch(scramble_set(next->set));
    for_each_member(run_.graph.all() & ~next->set,
                    [&](Variable v) { table_.prefetch(scramble_set(next->set | single<Set>(v))); });
  }

  void expand(Set placed, Cost cost) {
    left_.clear();
    for_each_member(run_.graph.all() & ~placed, [this](Variable v) { left_.push_back(v); });
    run_.queries->costs_after(placed, left_, costs_.data());
    DAGWRIGHT_CHECK_EVERY(16, run_.graph.are_costs_after(placed, left_, costs_));
    run_.heuristic->bounds_after(placed, left_, bounds_.data());
    const Cost limit = run_.incumbent.cost();
    std::size_t count = 0;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const Cost reached = cost + costs_[i];
      const Cost f = reached + bounds_[i];
      if (f >= limit) continue;
      const Set set = placed | single<Set>(left_[i]);
      successors_[count++] = {set, scramble_set(set), reached, f, left_[i]};
    }
    run_.counters.generated += left_.size();
    // All of them wait for memory together instead of one after the other.
    for (std::size_t i = 0; i < count; ++i) table_.prefetch(successors_[i].key);
    const unsigned depth = size_of(placed) + 1;
    for (std::size_t i = 0; i < count; ++i) reach(successors_[i], depth);
  }

  void reach(const Successor& successor, unsigned depth) {
    DAGWRIGHT_ASSERT(size_of(successor.set) == depth && contains(successor.set, successor.last));
    Node<Set>* node = table_.find_or_add(successor.key);
    while (node == nullptr) {
      table_.grow();
      node = table_.find_or_add(successor.key);
    }
    if (node->is_used() && node->cost() <= successor.cost) return;
    node->reach(successor.cost, successor.last);
    queue_->push({successor.f, depth, successor.set});
  }

  /// Keeps the table loose enough for all successors of a node; false if memory ends.
  bool make_room() {
    if (!table_.is_tight(run_.graph.n_variables())) return true;
    const std::size_t needed = bytes() - table_.bytes() + table_.bytes_while_growing();
    if (needed <= resources_.bytes) {
      try {
        table_.grow();
        return true;
      } catch (const std::bad_alloc&) {
        // Less memory than was promised ends the run as less than was needed does.
      }
    }
    run_.control.request_stop(StopReason::memory);
    return false;
  }

  void load_bucket(const Set* sets, std::size_t count, std::vector<Entry>& heap) {
    keys_.resize(count);
    at_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      keys_[i] = scramble_set(sets[i]);
      table_.prefetch(keys_[i]);
    }
    run_.heuristic->bounds_at({sets, count}, at_.data());
    for (std::size_t i = 0; i < count; ++i) {
      const Node<Set>* const node = table_.find(keys_[i]);
      DAGWRIGHT_ASSERT(node != nullptr);
      if (!node->is_closed()) heap.push_back({node->cost() + at_[i], size_of(sets[i]), sets[i]});
    }
  }

  std::vector<Variable> way_to(Set set) const {
    std::vector<Variable> order;
    while (!is_empty(set)) {
      const Node<Set>* const node = table_.find(scramble_set(set));
      DAGWRIGHT_ASSERT(node != nullptr && contains(set, node->last()));
      order.push_back(node->last());
      set &= ~single<Set>(order.back());
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

  ExactRun<Set> run_;
  const ExactOptions& options_;
  const Resources& resources_;
  GrowthCurve growth_;
  NodeTable<Set> table_;
  std::optional<BucketQueue<Set>> queue_;
  std::size_t tables_bytes_ = 0;
  std::uint64_t reported_ = 0;
  std::uint64_t next_pause_ = 0;
  std::vector<Variable> left_;
  std::vector<Cost> costs_, bounds_, at_;
  std::vector<Successor> successors_;
  std::vector<Set> keys_;
};

}  // namespace

ExactResult a_star(const Inputs& inputs, const ExactOptions& options, const Resources& resources,
                   RunControl& control) {
  return search_with<AStar>(inputs, options, resources, control);
}

}  // namespace dagwright::exact
