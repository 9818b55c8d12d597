#include "dagwright/exact/matching.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::exact {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr int kNobody = -1;

/// An edge that joins two nodes, by the vertices at its ends.
struct Link {
  int from;
  int to;
  Link reversed() const { return {to, from}; }
};

/// A vertex, or a blossom: an odd cycle of nodes that acts as one.
struct Node {
  std::vector<int> vertices;
  std::vector<int> children;  ///< in the order of the cycle, the one with the base first
  std::vector<Link> cycle;    ///< cycle[i] leads from children[i] to the next one
  int base;                   ///< the vertex that is not matched with another one inside
  std::int64_t dual;
};

/// A matching, and duals that prove it: vertices have y >= 0, blossoms z >= 0, and for every edge
/// the duals of its ends and of the blossoms around it add up to at least twice its weight. Twice,
/// so that all of them stay whole.
///
/// Matched edges and those of cycles have no slack, and unmatched vertices the smallest y. Duals
/// change until that is zero. The forest of alternating trees is grown again after every change,
/// which takes O(n^2 m) steps in all and spares what Galil keeps up to date; as trees grow until
/// they cannot, who is an even vertex in the end does not depend on the order.
class BlossomMatching {
 public:
  explicit BlossomMatching(const std::vector<WeightedEdge>& edges) {
    std::vector<int> vertex_of;
    for (const WeightedEdge& e : edges) heaviest_ = std::max(heaviest_, e.weight);
    for (const WeightedEdge& e : edges) {
      const int u = add_vertex(e.first, vertex_of);
      const int v = add_vertex(e.second, vertex_of);
      arcs_[at(u)].push_back({v, e.weight});
      arcs_[at(v)].push_back({u, e.weight});
    }
    sides_.resize(nodes_.size());
    entry_.resize(nodes_.size());
  }

  std::int64_t solve() {
    while (find_free_vertex() != kNobody) {
      if (grow_forest()) continue;
      if (!change_duals()) break;
      open_spent_blossoms();
    }
    std::int64_t weight = 0;
    for (std::size_t u = 0; u < arcs_.size(); ++u) weight += matched_weight(static_cast<int>(u));
    DAGWRIGHT_ASSERT(weight == sum_of_duals());
    return weight / 2;
  }

 private:
  enum class Side : char { none, even, odd };
  struct Arc {
    int to;
    std::int64_t weight;
  };

  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  Node& outermost(int vertex) { return nodes_[at(outer_[at(vertex)])]; }
  Side& side(int vertex) { return sides_[at(outer_[at(vertex)])]; }
  int mate_of_base(int node) { return mate_[at(nodes_[at(node)].base)]; }

  int add_vertex(Variable name, std::vector<int>& vertex_of) {
    if (name >= vertex_of.size()) vertex_of.resize(std::size_t{name} + 1, kNobody);
    if (vertex_of[name] == kNobody) {
      const int v = static_cast<int>(nodes_.size());
      vertex_of[name] = v;
      nodes_.push_back({{v}, {}, {}, v, heaviest_});
      outer_.push_back(v);
      mate_.push_back(kNobody);
      arcs_.emplace_back();
    }
    return vertex_of[name];
  }

  int find_free_vertex() const {
    const auto found = std::find(mate_.begin(), mate_.end(), kNobody);
    return found == mate_.end() ? kNobody : static_cast<int>(found - mate_.begin());
  }

  std::int64_t slack(int u, const Arc& arc) const {
    return nodes_[at(u)].dual + nodes_[at(arc.to)].dual - 2 * arc.weight;
  }

  /// Calls visit(blossom) for each that is in no other.
  template <class Visit>
  void for_each_outermost_blossom(const Visit& visit) {
    for (std::size_t v = 0; v < arcs_.size(); ++v) {
      const int node = outer_[v];
      if (at(node) >= arcs_.size() && at(nodes_[at(node)].base) == v) visit(node);
    }
  }

  /// Trees from all unmatched vertices along edges without slack, in which every other edge is
  /// matched. True if two of them met: then the matching has grown.
  bool grow_forest() {
    std::fill(sides_.begin(), sides_.end(), Side::none);
    queue_.clear();
    for (std::size_t v = 0; v < arcs_.size(); ++v) {
      if (mate_[v] == kNobody) make_even(outer_[v]);
    }
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const int u = queue_[next];
      for (const Arc& arc : arcs_[at(u)]) {
        if (outer_[at(u)] == outer_[at(arc.to)] || slack(u, arc) > 0) continue;
        if (side(arc.to) == Side::none) {
          const int reached = outer_[at(arc.to)];
          sides_[at(reached)] = Side::odd;
          entry_[at(reached)] = {u, arc.to};
          make_even(outer_[at(mate_of_base(reached))]);
        } else if (side(arc.to) == Side::even && !close_cycle({u, arc.to})) {
          match_to_root({u, arc.to});
          match_to_root({arc.to, u});
          return true;
        }
      }
    }
    return false;
  }

  void make_even(int node) {
    sides_[at(node)] = Side::even;
    const std::vector<int>& vertices = nodes_[at(node)].vertices;
    queue_.insert(queue_.end(), vertices.begin(), vertices.end());
  }

  /// The edges from an even node to the root of its tree.
  std::vector<Link> way_to_root(int vertex) {
    std::vector<Link> way;
    for (int node = outer_[at(vertex)]; mate_of_base(node) != kNobody;) {
      way.push_back({nodes_[at(node)].base, mate_of_base(node)});
      const int odd = outer_[at(way.back().to)];
      DAGWRIGHT_ASSERT(sides_[at(odd)] == Side::odd);
      way.push_back(entry_[at(odd)].reversed());
      node = outer_[at(way.back().to)];
    }
    return way;
  }

  /// Makes a blossom of the cycle that an edge between even nodes closes; false if these are in
  /// different trees.
  bool close_cycle(Link closing) {
    std::vector<Link> left = way_to_root(closing.from);
    std::vector<Link> right = way_to_root(closing.to);
    const auto end_of = [this](const std::vector<Link>& way, int start) {
      return outer_[at(way.empty() ? start : way.back().to)];
    };
    if (end_of(left, closing.from) != end_of(right, closing.to)) return false;
    const auto same = [](Link a, Link b) { return a.from == b.from && a.to == b.to; };
    while (!left.empty() && !right.empty() && same(left.back(), right.back())) {
      left.pop_back();
      right.pop_back();
    }
    Node blossom{{}, {}, {}, 0, 0};
    for (auto link = left.rbegin(); link != left.rend(); ++link) {
      blossom.cycle.push_back(link->reversed());
    }
    blossom.cycle.push_back(closing);
    blossom.cycle.insert(blossom.cycle.end(), right.begin(), right.end());
    DAGWRIGHT_ASSERT(blossom.cycle.size() % 2 == 1);
    for (const Link& link : blossom.cycle) {
      const int child = outer_[at(link.from)];
      if (sides_[at(child)] == Side::odd) make_even(child);
      blossom.children.push_back(child);
      const std::vector<int>& inside = nodes_[at(child)].vertices;
      blossom.vertices.insert(blossom.vertices.end(), inside.begin(), inside.end());
    }
    blossom.base = nodes_[at(blossom.children.front())].base;
    add_blossom(std::move(blossom));
    return true;
  }

  void add_blossom(Node blossom) {
    const int number = static_cast<int>(nodes_.size());
    for (const int v : blossom.vertices) outer_[at(v)] = number;
    nodes_.push_back(std::move(blossom));
    sides_.push_back(Side::even);
    entry_.push_back({kNobody, kNobody});
  }

  /// Matches the first end of an edge with the other, and exchanges matched and unmatched edges on
  /// the way from there to the root.
  void match_to_root(Link link) {
    for (;;) {
      const int even = outer_[at(link.from)];
      const int mate = mate_of_base(even);
      match(link);
      if (mate == kNobody) return;
      link = entry_[at(outer_[at(mate)])];
      match(link.reversed());
    }
  }

  /// Lets a vertex be the base of the node around it, and matched with the other end.
  void match(Link link) {
    rebase(outer_[at(link.from)], link.from);
    mate_[at(link.from)] = link.to;
  }

  void rebase(int number, int vertex) {
    Node& node = nodes_[at(number)];
    if (node.base == vertex) return;
    node.base = vertex;
    const auto holder = std::find_if(node.children.begin(), node.children.end(), [&](int child) {
      const std::vector<int>& inside = nodes_[at(child)].vertices;
      return std::find(inside.begin(), inside.end(), vertex) != inside.end();
    });
    DAGWRIGHT_ASSERT(holder != node.children.end());
    const auto distance = holder - node.children.begin();
    std::rotate(node.children.begin(), holder, node.children.end());
    std::rotate(node.cycle.begin(), node.cycle.begin() + distance, node.cycle.end());
    rebase(node.children[0], vertex);
    for (std::size_t i = 1; i < node.children.size(); i += 2) {
      const Link link = node.cycle[i];
      rebase(node.children[i], link.from);
      rebase(node.children[i + 1], link.to);
      mate_[at(link.from)] = link.to;
      mate_[at(link.to)] = link.from;
    }
  }

  /// Lowers the duals of even vertices until something new can be done; false once those of
  /// unmatched vertices would be zero: then nothing gains.
  bool change_duals() {
    const std::int64_t last = nodes_[at(find_free_vertex())].dual;
    const std::int64_t step = longest_step();
    if (step >= last) {
      lower(last);
      return false;
    }
    lower(step);
    return true;
  }

  std::int64_t longest_step() {
    std::int64_t step = kNever;
    for (const int u : queue_) {
      for (const Arc& arc : arcs_[at(u)]) {
        if (outer_[at(u)] == outer_[at(arc.to)] || side(arc.to) == Side::odd) continue;
        const std::int64_t room = slack(u, arc);
        step = std::min(step, side(arc.to) == Side::even ? room / 2 : room);
      }
    }
    for_each_outermost_blossom([&](int b) {
      if (sides_[at(b)] == Side::odd) step = std::min(step, nodes_[at(b)].dual / 2);
    });
    return step;
  }

  void lower(std::int64_t step) {
    for (std::size_t v = 0; v < arcs_.size(); ++v) {
      const Side where = side(static_cast<int>(v));
      if (where != Side::none) nodes_[v].dual += where == Side::even ? -step : step;
    }
    for_each_outermost_blossom([&](int b) {
      const Side where = sides_[at(b)];
      if (where != Side::none) nodes_[at(b)].dual += where == Side::even ? 2 * step : -2 * step;
    });
  }

  /// Odd blossoms without a dual act as their parts again.
  void open_spent_blossoms() {
    std::vector<int> spent;
    for_each_outermost_blossom([&](int b) {
      if (sides_[at(b)] == Side::odd && nodes_[at(b)].dual == 0) spent.push_back(b);
    });
    for (const int b : spent) {
      for (const int child : nodes_[at(b)].children) {
        for (const int v : nodes_[at(child)].vertices) outer_[at(v)] = child;
      }
      nodes_[at(b)] = Node{{}, {}, {}, kNobody, 0};
    }
  }

  std::int64_t matched_weight(int u) const {
    std::int64_t weight = 0;
    for (const Arc& arc : arcs_[at(u)]) {
      if (arc.to == mate_[at(u)]) weight = std::max(weight, arc.weight);
    }
    return weight;
  }

  /// What no matching weighs more than, doubled.
  std::int64_t sum_of_duals() const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const auto pairs = static_cast<std::int64_t>(nodes_[i].vertices.size()) / 2;
      sum += nodes_[i].dual * (i < arcs_.size() ? 1 : pairs);
    }
    return sum;
  }

  std::int64_t heaviest_ = 0;
  std::vector<std::vector<Arc>> arcs_;  ///< by vertex
  std::vector<Node> nodes_;             ///< the vertices, then blossoms
  std::vector<int> outer_;              ///< by vertex: the outermost node that holds it
  std::vector<int> mate_;               ///< by vertex
  std::vector<Side> sides_;             ///< of outermost nodes
  std::vector<Link> entry_;             ///< of odd nodes: the edge that they were reached by
  std::vector<int> queue_;              ///< all even vertices
};

}  // namespace

std::int64_t heaviest_matching(const std::vector<WeightedEdge>& edges) {
  if (edges.size() <= 1) return edges.empty() ? 0 : edges.front().weight;
  return BlossomMatching(edges).solve();
}

}  // namespace dagwright::exact
