#include <algorithm>
#include <string>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/exact/layer_expansion.hpp"
#include "dagwright/exact/spill.hpp"
#include "dagwright/exact/trail.hpp"
#include "exact_run.hpp"

namespace dagwright::exact {
namespace {

/// Ranges that are found before what they hold is appended; more would only take memory. The first
/// round, of which nothing is known, has a few.
constexpr std::size_t kMostRanges = 64, kFirstRanges = 4;
/// What a round finds is held a second time while it is appended; it may take this part of the
/// memory.
constexpr std::size_t kPartForRound = 8;

template <class Set>
class BreadthFirst {
 public:
  BreadthFirst(const Inputs& inputs, const ExactOptions& options, const Resources& resources,
               RunControl& control)
      : run_(inputs, control),
        options_(options),
        resources_(resources),
        n_(run_.graph.n_variables()) {}

  ExactResult search() {
    if (!run_.begin(options_, resources_.seed)) return run_.finish(false);
    limit_ = run_.incumbent.cost();
    bool proved = false;
    try {
      begin();
      proved = expand_all();
      if (proved && spill_) {
        layers_.clear();
        spill_->remove_all(n_ + 1);
      }
    } catch (const SpillError& error) {
      run_.result.notes.push_back(std::string("stopped: ") + error.what());
      run_.control.request_stop(StopReason::memory);
    }
    return run_.finish(proved);
  }

 private:
  void begin() {
    if (!options_.spill.empty()) {
      spill_.emplace(options_.spill, fingerprint());
      layers_ = spill_->find_finished(n_ + 1, limit_);
    }
    if (!layers_.empty()) {
      resume();
      return;
    }
    floor_ = run_.heuristic->bound_at(Set{});
    std::unique_ptr<NodeLayer<Set>> root = make_layer(0);
    if (floor_ < limit_) {
      const LayerNode<Set> node(Set{}, 0, 0);
      root->append({&node, 1});
    }
    finish_layer(std::move(root), 0);
  }

  void resume() {
    const LayerFacts& facts = layers_.back()->facts();
    depth_ = facts.depth;
    floor_ = facts.floor;
    run_.counters.expanded = facts.expanded;
    run_.counters.generated = facts.generated;
    run_.result.notes.push_back("resumed from layer " + std::to_string(depth_) +
                                " of an earlier run");
  }

  /// Returns whether the incumbent is proved to be optimal.
  bool expand_all() {
    for (; depth_ < n_; ++depth_) {
      run_.report_floor(floor_);
      run_.control.report_work(depth_, n_);
      if (run_.control.should_stop() || !may_expand(current().size()) || !expand_layer()) {
        return false;
      }
    }
    if (current().size() > 0) run_.incumbent.offer(way_back(), run_.counters.expanded);
    return true;
  }

  /// Layers are expanded whole or not at all.
  bool may_expand(std::size_t nodes) {
    const auto most = run_.control.rules().iterations;
    if (!most || run_.counters.expanded + nodes <= *most) return true;
    run_.control.request_stop(StopReason::iterations);
    return false;
  }

  bool expand_layer() {
    const LayerExpansion<Set> expansion(run_.graph, *run_.queries, *run_.heuristic, current(),
                                        limit_);
    const std::vector<SetRange<Set>> ranges = expansion.ranges();
    std::unique_ptr<NodeLayer<Set>> next = make_layer(depth_ + 1);
    Cost floor = kNoCost;
    std::uint64_t generated = 0;
    for (std::size_t first = 0; first < ranges.size();) {
      const std::size_t count = std::min(ranges_per_round(), ranges.size() - first);
      std::vector<Successors<Set>> found(count);
      parallel_for(resources_.threads, count, run_.control, [&](std::size_t i) {
        found[i] = expansion.expand(ranges[first + i], run_.control);
      });
      if (run_.control.stopped()) return false;
      first += count;
      std::size_t held = 0;
      for (const Successors<Set>& some : found) {
        const std::size_t bytes = some.nodes.capacity() * sizeof(LayerNode<Set>);
        most_found_ = std::max(most_found_, bytes);
        held += bytes;
        next->append(some.nodes);
        floor = std::min(floor, some.floor);
        generated += some.generated;
      }
      if (!fits(*next, held)) return false;
    }
    run_.counters.peak_nodes =
        std::max<std::uint64_t>(run_.counters.peak_nodes, current().size() + next->size());
    run_.counters.expanded += current().size();
    run_.counters.generated += generated;
    run_.control.report_iterations(current().size());
    // Every network better than the incumbent passes through this layer.
    floor_ = std::max(floor_, std::min(floor, limit_));
    finish_layer(std::move(next), depth_ + 1);
    return true;
  }

  /// Depends on the nodes alone, so that memory ends a search at the same place for any number of
  /// threads.
  std::size_t ranges_per_round() const {
    if (most_found_ == 0) return kFirstRanges;
    return std::clamp<std::size_t>(resources_.bytes / kPartForRound / most_found_, 1, kMostRanges);
  }

  /// `held` is what the round has found, beside the layer that it went to.
  bool fits(const NodeLayer<Set>& next, std::size_t held) {
    std::size_t bytes = run_.table_bytes() + next.bytes_in_memory();
    for (const auto& layer : layers_) bytes += layer->bytes_in_memory();
    if (memory_) bytes += memory_->bytes_in_memory();
    for (const Trail<Set>& trail : trails_) bytes += trail.bytes();
    run_.counters.bytes = std::max<std::uint64_t>(run_.counters.bytes, bytes);
    if (bytes + held <= resources_.bytes) return true;
    run_.control.request_stop(StopReason::memory);
    return false;
  }

  std::unique_ptr<NodeLayer<Set>> make_layer(std::size_t depth) {
    if (!spill_) return std::make_unique<MemoryLayer<Set>>();
    LayerFacts facts;
    facts.fingerprint = fingerprint();
    facts.depth = depth;
    facts.limit = limit_;
    return spill_->create(facts);
  }

  /// Files stay until the search is over: they are the way back, and what a new run resumes from.
  /// In memory only the last layer stays, and a trail of each.
  void finish_layer(std::unique_ptr<NodeLayer<Set>> layer, std::size_t depth) {
    if (spill_) {
      DAGWRIGHT_ASSERT(dynamic_cast<FileLayer<Set>*>(layer.get()) != nullptr);
      std::unique_ptr<FileLayer<Set>> file(static_cast<FileLayer<Set>*>(layer.release()));
      LayerFacts facts = file->facts();
      facts.floor = floor_;
      facts.expanded = run_.counters.expanded;
      facts.generated = run_.counters.generated;
      file->set_facts(facts);
      file->finish();
      DAGWRIGHT_ASSERT(file->check() && layers_.size() == depth);
      layers_.push_back(std::move(file));
      return;
    }
    DAGWRIGHT_ASSERT(layer->check() && trails_.size() == depth);
    memory_ = std::move(layer);
    trails_.emplace_back();
    std::vector<LayerNode<Set>> unused;
    for (std::size_t block = 0; block < memory_->n_blocks(); ++block) {
      for (const LayerNode<Set>& node : memory_->block(block, unused)) {
        trails_[depth].append(node.set, node.last());
      }
    }
  }

  const NodeLayer<Set>& current() const { return spill_ ? *layers_.back() : *memory_; }

  Variable last_of(std::size_t depth, Set set) const {
    if (spill_) {
      const std::optional<LayerNode<Set>> node = layers_[depth]->find(set);
      DAGWRIGHT_ASSERT(node.has_value());
      return node->last();
    }
    const std::optional<Variable> last = trails_[depth].find(set);
    DAGWRIGHT_ASSERT(last.has_value());
    return *last;
  }

  std::vector<Variable> way_back() const {
    std::vector<Variable> order(n_);
    Set set = run_.graph.all();
    for (std::size_t depth = n_; depth > 0; --depth) {
      DAGWRIGHT_ASSERT(size_of(set) == depth);
      order[depth - 1] = last_of(depth, set);
      set &= ~single<Set>(order[depth - 1]);
    }
    return order;
  }

  /// Of all that decides which nodes a layer has, but for the limit.
  std::uint64_t fingerprint() const {
    std::uint64_t sum = mix(n_);
    const auto add = [&sum](std::uint64_t word) { sum = mix(sum ^ word); };
    for (std::size_t v = 0; v < n_; ++v) {
      const ParentList<Set>& list = run_.graph.list(static_cast<Variable>(v));
      add(list.sets.size());
      for (std::size_t i = 0; i < list.sets.size(); ++i) {
        for_each_member(list.sets[i], add);
        add(list.costs[i]);
      }
    }
    for (const auto& group : options_.heuristic.groups) {
      add(group.size());
      for (const Variable v : group) add(v);
    }
    add(options_.heuristic.largest_pattern);
    add(static_cast<std::uint64_t>(options_.heuristic.cover));
    return sum;
  }

  ExactRun<Set> run_;
  const ExactOptions& options_;
  const Resources& resources_;
  std::size_t n_;
  Cost limit_ = 0;
  Cost floor_ = 0;
  std::size_t depth_ = 0;  ///< of the layer that is expanded
  std::optional<Spill<Set>> spill_;
  std::vector<std::unique_ptr<FileLayer<Set>>> layers_;  ///< from the first, with a spill
  std::size_t most_found_ = 0;                           ///< bytes of the largest range
  std::unique_ptr<NodeLayer<Set>> memory_;               ///< the last, without
  std::vector<Trail<Set>> trails_;
};

}  // namespace

ExactResult breadth_first_branch_and_bound(const Inputs& inputs, const ExactOptions& options,
                                           const Resources& resources, RunControl& control) {
  return search_with<BreadthFirst>(inputs, options, resources, control);
}

}  // namespace dagwright::exact
