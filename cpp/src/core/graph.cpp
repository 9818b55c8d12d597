#include "dagwright/core/graph.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <stack>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright {
namespace {

constexpr std::size_t kUnseen = std::numeric_limits<std::size_t>::max();

/// `ready` holds places in `vertices`, and says by its `top` which one is next.
template <class Ready>
std::vector<Variable> kahn(const ParentLists& parents, const VertexLists& children,
                           const std::vector<Variable>& vertices, Ready ready) {
  std::vector<std::size_t> place(parents.size());
  std::vector<std::size_t> waiting_for(parents.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    place[vertices[i]] = i;
    waiting_for[vertices[i]] = parents[vertices[i]].size();
    if (waiting_for[vertices[i]] == 0) ready.push(i);
  }
  std::vector<Variable> order;
  order.reserve(vertices.size());
  while (!ready.empty()) {
    order.push_back(vertices[ready.top()]);
    ready.pop();
    for (const Variable child : children[order.back()]) {
      DAGWRIGHT_ASSERT(waiting_for[child] > 0);
      if (--waiting_for[child] == 0) ready.push(place[child]);
    }
  }
  return order;
}

std::vector<Variable> all_vertices(std::size_t n) {
  std::vector<Variable> vertices(n);
  std::iota(vertices.begin(), vertices.end(), Variable{0});
  return vertices;
}

/// Without recursion: paths may be as long as there are variables.
class Tarjan {
 public:
  explicit Tarjan(const VertexLists& successors)
      : successors_(successors),
        number_(successors.size(), kUnseen),
        lowest_(successors.size()),
        component_(successors.size(), kUnseen) {}

  std::vector<std::size_t> run(const std::vector<Variable>& roots) {
    for (const Variable root : roots) {
      if (number_[root] == kUnseen) search_from(root);
    }
    DAGWRIGHT_ASSERT(entered_ == successors_.size() && open_.empty());
    return std::move(component_);
  }

 private:
  void search_from(Variable start) {
    enter(start);
    while (!path_.empty()) {
      auto& [v, next] = path_.back();
      if (next < successors_[v].size()) {
        const Variable to = successors_[v][next++];
        if (number_[to] == kUnseen) {
          enter(to);
        } else if (component_[to] == kUnseen) {
          lowest_[v] = std::min(lowest_[v], number_[to]);
        }
        continue;
      }
      const Variable finished = v;
      path_.pop_back();
      if (!path_.empty()) {
        std::size_t& above = lowest_[path_.back().first];
        above = std::min(above, lowest_[finished]);
      }
      if (lowest_[finished] == number_[finished]) close_component(finished);
    }
  }

  void enter(Variable v) {
    number_[v] = lowest_[v] = entered_++;
    path_.emplace_back(v, 0);
    open_.push_back(v);
  }

  void close_component(Variable root) {
    DAGWRIGHT_ASSERT(std::find(open_.begin(), open_.end(), root) != open_.end());
    const auto first = std::find(open_.rbegin(), open_.rend(), root).base() - 1;
    for (auto v = first; v != open_.end(); ++v) component_[*v] = components_;
    open_.erase(first, open_.end());
    ++components_;
  }

  const VertexLists& successors_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> lowest_;
  std::vector<std::size_t> component_;
  std::size_t entered_ = 0;
  std::size_t components_ = 0;
  std::vector<std::pair<Variable, std::size_t>> path_;  ///< with the next successor to follow
  std::vector<Variable> open_;
};

}  // namespace

void insert_sorted(std::vector<Variable>& list, Variable v) {
  list.insert(std::upper_bound(list.begin(), list.end(), v), v);
}

VertexLists reversed(const VertexLists& lists) {
  VertexLists turned(lists.size());
  for (std::size_t v = 0; v < lists.size(); ++v) {
    for (const Variable to : lists[v]) turned[to].push_back(static_cast<Variable>(v));
  }
  return turned;
}

std::vector<Variable> topological_order(const ParentLists& parents) {
  return kahn(parents, reversed(parents), all_vertices(parents.size()), std::stack<std::size_t>());
}

std::vector<Variable> topological_order(const ParentLists& parents, const VertexLists& children,
                                        const std::vector<Variable>& preferred) {
  using Earliest =
      std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<std::size_t>>;
  DAGWRIGHT_ASSERT(preferred.size() == parents.size() && children.size() == parents.size());
  return kahn(parents, children, preferred, Earliest());
}

bool is_acyclic(const ParentLists& parents) {
  return topological_order(parents).size() == parents.size();
}

std::vector<std::size_t> strong_components(const VertexLists& successors,
                                           const std::vector<Variable>& roots) {
  return Tarjan(successors).run(roots);
}

std::vector<std::size_t> strong_components(const VertexLists& successors) {
  return strong_components(successors, all_vertices(successors.size()));
}

}  // namespace dagwright
