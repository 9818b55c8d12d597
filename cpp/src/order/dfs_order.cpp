#include <algorithm>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/portable_math.hpp"
#include "dagwright/order/best_parents.hpp"
#include "dagwright/order/initial_order.hpp"

namespace dagwright::order {
namespace {

/// Logarithms of products closer than this are the same product, added up in another order.
constexpr double kSameProduct = 1e-9;

/// One order while it is made.
class DfsDraw {
 public:
  DfsDraw(const BestParents& graph, bool prefer_freeing)
      : graph_(graph), prefer_freeing_(prefer_freeing), keys_(graph.parents.size()) {
    for (std::size_t v = 0; v < keys_.size(); ++v) {
      keys_[v].parents_left = graph.parents[v].size();
      left_.push_back(static_cast<Variable>(v));
    }
  }

  std::vector<Variable> run(Rng& rng) {
    std::vector<Variable> order;
    while (!left_.empty()) {
      order.push_back(take_next(rng));
      place(order.back());
    }
    return order;
  }

 private:
  struct Key {
    std::size_t parents_left = 0;
    double log_product = 0.0;
    std::size_t frees = 0;  ///< children that wait for nobody else
    bool is_current = false;
    bool is_placed = false;
  };

  Variable take_next(Rng& rng) {
    best_.clear();
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const int against_best = best_.empty() ? -1 : compare(left_[i], left_[best_.front()]);
      if (against_best < 0) best_.clear();
      if (against_best <= 0) best_.push_back(i);
    }
    const std::size_t drawn = best_[rng.below(best_.size())];
    const Variable v = left_[drawn];
    left_[drawn] = left_.back();
    left_.pop_back();
    return v;
  }

  int compare(Variable a, Variable b) {
    if (keys_[a].parents_left != keys_[b].parents_left) {
      return keys_[a].parents_left < keys_[b].parents_left ? -1 : 1;
    }
    refresh(a);
    refresh(b);
    const double difference = keys_[a].log_product - keys_[b].log_product;
    if (std::max(difference, -difference) > kSameProduct) return difference < 0 ? -1 : 1;
    if (!prefer_freeing_ || keys_[a].frees == keys_[b].frees) return 0;
    return keys_[a].frees > keys_[b].frees ? -1 : 1;
  }

  void refresh(Variable v) {
    Key& key = keys_[v];
    if (key.is_current) return;
    key.is_current = true;
    key.log_product = 0.0;
    key.frees = 0;
    for (const Variable child : graph_.children[v]) {
      if (keys_[child].is_placed) continue;
      // v itself is not placed, so the child waits for one parent at least.
      key.log_product += portable_log(static_cast<double>(keys_[child].parents_left));
      if (keys_[child].parents_left == 1) ++key.frees;
    }
  }

  void place(Variable v) {
    keys_[v].is_placed = true;
    for (const Variable parent : graph_.parents[v]) keys_[parent].is_current = false;
    for (const Variable child : graph_.children[v]) {
      DAGWRIGHT_ASSERT(keys_[child].parents_left > 0);
      --keys_[child].parents_left;
      for (const Variable other : graph_.parents[child]) keys_[other].is_current = false;
    }
  }

  const BestParents& graph_;
  bool prefer_freeing_;
  std::vector<Key> keys_;
  std::vector<Variable> left_;
  std::vector<std::size_t> best_;  ///< places in left_ that tie for the best
};

class DfsOrder final : public InitialOrder {
 public:
  DfsOrder(const orders::OrderIndex& index, bool prefer_freeing)
      : InitialOrder(index), graph_(index), prefer_freeing_(prefer_freeing) {}

 private:
  std::vector<Variable> draw(Rng& rng) const override {
    return DfsDraw(graph_, prefer_freeing_).run(rng);
  }

  BestParents graph_;
  bool prefer_freeing_;
};

}  // namespace

std::unique_ptr<InitialOrder> make_dfs_order(const orders::OrderIndex& index, bool prefer_freeing) {
  return std::make_unique<DfsOrder>(index, prefer_freeing);
}

}  // namespace dagwright::order
