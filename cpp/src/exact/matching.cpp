#include "dagwright/exact/matching.hpp"

#include <algorithm>
#include <deque>
#include <limits>

#include "dagwright/core/assert.hpp"

namespace dagwright::exact {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 4;

/// Vertices are 1 to n, blossoms (odd cycles that act as one vertex) the numbers above; 0 is none.
/// Duals are kept doubled, so that all of them stay whole.
class BlossomMatching {
 public:
  BlossomMatching(int n_vertices, const std::vector<WeightedEdge>& edges,
                  const std::vector<int>& vertex_of)
      : n_(n_vertices),
        last_(n_vertices),
        width_(2 * n_vertices + 1),
        edges_(static_cast<std::size_t>(width_ * width_)),
        mate_(size(), 0),
        outer_(size(), 0),
        tree_edge_(size(), 0),
        tightest_(size(), 0),
        dual_(size(), 0),
        side_(size(), Side::none),
        stamp_(size(), 0),
        cycle_(size()),
        holder_(size(), std::vector<int>(static_cast<std::size_t>(n_vertices) + 1, 0)) {
    for (int u = 1; u <= n_; ++u) {
      for (int v = 1; v <= n_; ++v) edge(u, v) = {u, v, 0};
      at(outer_, u) = u;
      at(at(holder_, u), u) = u;
    }
    std::int64_t heaviest = 0;
    for (const WeightedEdge& e : edges) {
      const int u = vertex_of[e.first];
      const int v = vertex_of[e.second];
      const std::int64_t weight = std::max(edge(u, v).weight, e.weight);
      edge(u, v).weight = edge(v, u).weight = weight;
      heaviest = std::max(heaviest, weight);
    }
    for (int u = 1; u <= n_; ++u) at(dual_, u) = heaviest;
  }

  std::int64_t solve() {
    while (augment_once()) {
    }
    std::int64_t twice = 0;
    for (int u = 1; u <= n_; ++u) {
      DAGWRIGHT_ASSERT(at(mate_, u) == 0 || at(mate_, at(mate_, u)) == u);
      if (at(mate_, u) != 0) twice += edge(u, at(mate_, u)).weight;
    }
    return twice / 2;
  }

 private:
  enum class Side { none, even, odd };

  struct Edge {
    int u = 0;  ///< real vertices, also for an edge between blossoms
    int v = 0;
    std::int64_t weight = 0;
  };

  template <class T>
  static T& at(std::vector<T>& values, int index) {
    return values[static_cast<std::size_t>(index)];
  }
  std::size_t size() const { return static_cast<std::size_t>(width_); }
  Edge& edge(int u, int v) {
    DAGWRIGHT_ASSERT(0 <= u && u < width_ && 0 <= v && v < width_);
    return edges_[static_cast<std::size_t>(u * width_ + v)];
  }

  std::int64_t slack(const Edge& e) {
    return at(dual_, e.u) + at(dual_, e.v) - 2 * edge(e.u, e.v).weight;
  }

  void note_tightest(int u, int v) {
    int& best = at(tightest_, v);
    if (best == 0 || slack(edge(u, v)) < slack(edge(best, v))) best = u;
  }

  void find_tightest(int v) {
    at(tightest_, v) = 0;
    for (int u = 1; u <= n_; ++u) {
      if (edge(u, v).weight > 0 && at(outer_, u) != v && at(side_, at(outer_, u)) == Side::even) {
        note_tightest(u, v);
      }
    }
  }

  void enqueue(int v) {
    if (v <= n_) {
      queue_.push_back(v);
    } else {
      for (const int part : at(cycle_, v)) enqueue(part);
    }
  }

  void set_outer(int v, int blossom) {
    at(outer_, v) = blossom;
    if (v > n_) {
      for (const int part : at(cycle_, v)) set_outer(part, blossom);
    }
  }

  /// How far along the cycle of a blossom an even path to `part` leads; turns the cycle if that
  /// path runs the other way.
  int even_distance(int blossom, int part) {
    std::vector<int>& cycle = at(cycle_, blossom);
    const auto place =
        static_cast<int>(std::find(cycle.begin(), cycle.end(), part) - cycle.begin());
    DAGWRIGHT_ASSERT(place < static_cast<int>(cycle.size()) && cycle.size() % 2 == 1);
    if (place % 2 == 0) return place;
    std::reverse(cycle.begin() + 1, cycle.end());
    return static_cast<int>(cycle.size()) - place;
  }

  void set_mate(int u, int v) {
    at(mate_, u) = edge(u, v).v;
    if (u <= n_) return;
    const Edge used = edge(u, v);
    const int entry = at(at(holder_, u), used.u);
    const int distance = even_distance(u, entry);
    std::vector<int>& cycle = at(cycle_, u);
    for (int i = 0; i < distance; ++i) {
      set_mate(cycle[static_cast<std::size_t>(i)], cycle[static_cast<std::size_t>(i ^ 1)]);
    }
    set_mate(entry, v);
    std::rotate(cycle.begin(), cycle.begin() + distance, cycle.end());
  }

  /// Swaps matched and unmatched edges on the way from u to the root of its tree.
  void flip_path(int u, int v) {
    for (;;) {
      const int next = at(outer_, at(mate_, u));
      set_mate(u, v);
      if (next == 0) return;
      const int up = at(outer_, at(tree_edge_, next));
      set_mate(next, up);
      u = up;
      v = next;
    }
  }

  int common_ancestor(int u, int v) {
    for (++now_; u != 0 || v != 0; std::swap(u, v)) {
      if (u == 0) continue;
      if (at(stamp_, u) == now_) return u;
      at(stamp_, u) = now_;
      u = at(outer_, at(mate_, u));
      if (u != 0) u = at(outer_, at(tree_edge_, u));
    }
    return 0;
  }

  void form_blossom(int u, int ancestor, int v) {
    int blossom = n_ + 1;
    while (blossom <= last_ && at(outer_, blossom) != 0) ++blossom;
    last_ = std::max(last_, blossom);
    at(dual_, blossom) = 0;
    at(side_, blossom) = Side::even;
    at(mate_, blossom) = at(mate_, ancestor);
    std::vector<int>& cycle = at(cycle_, blossom);
    cycle.assign(1, ancestor);
    const auto climb = [&](int from) {
      for (int x = from; x != ancestor;) {
        cycle.push_back(x);
        const int odd = at(outer_, at(mate_, x));
        cycle.push_back(odd);
        enqueue(odd);
        x = at(outer_, at(tree_edge_, odd));
      }
    };
    climb(u);
    std::reverse(cycle.begin() + 1, cycle.end());
    climb(v);
    set_outer(blossom, blossom);
    for (int x = 1; x <= last_; ++x) edge(blossom, x).weight = edge(x, blossom).weight = 0;
    std::vector<int>& holder = at(holder_, blossom);
    std::fill(holder.begin(), holder.end(), 0);
    for (const int part : cycle) {
      for (int x = 1; x <= last_; ++x) {
        if (edge(blossom, x).weight == 0 || slack(edge(part, x)) < slack(edge(blossom, x))) {
          edge(blossom, x) = edge(part, x);
          edge(x, blossom) = edge(x, part);
        }
      }
      for (int x = 1; x <= n_; ++x) {
        if (at(at(holder_, part), x) != 0) at(holder, x) = part;
      }
    }
    find_tightest(blossom);
  }

  /// Opens a blossom whose dual fell to zero; the path through it stays in the tree.
  void open_blossom(int blossom) {
    std::vector<int>& cycle = at(cycle_, blossom);
    for (const int part : cycle) set_outer(part, part);
    const int entry = at(at(holder_, blossom), edge(blossom, at(tree_edge_, blossom)).u);
    const int distance = even_distance(blossom, entry);
    const auto part_at = [&](int i) { return cycle[static_cast<std::size_t>(i)]; };
    for (int i = 0; i < distance; i += 2) {
      const int odd = part_at(i);
      const int even = part_at(i + 1);
      at(tree_edge_, odd) = edge(even, odd).u;
      at(side_, odd) = Side::odd;
      at(side_, even) = Side::even;
      at(tightest_, odd) = 0;
      find_tightest(even);
      enqueue(even);
    }
    at(side_, entry) = Side::odd;
    at(tree_edge_, entry) = at(tree_edge_, blossom);
    for (int i = distance + 1; i < static_cast<int>(cycle.size()); ++i) {
      at(side_, part_at(i)) = Side::none;
      find_tightest(part_at(i));
    }
    at(outer_, blossom) = 0;
  }

  /// Uses an edge without slack from an even vertex. Returns whether the matching grew.
  bool use_edge(const Edge& e) {
    const int u = at(outer_, e.u);
    const int v = at(outer_, e.v);
    if (at(side_, v) == Side::none) {
      at(tree_edge_, v) = e.u;
      at(side_, v) = Side::odd;
      const int mate = at(outer_, at(mate_, v));
      at(tightest_, v) = 0;
      at(tightest_, mate) = 0;
      at(side_, mate) = Side::even;
      enqueue(mate);
    } else if (at(side_, v) == Side::even) {
      const int ancestor = common_ancestor(u, v);
      if (ancestor == 0) {
        flip_path(u, v);
        flip_path(v, u);
        return true;
      }
      form_blossom(u, ancestor, v);
    }
    return false;
  }

  bool is_outermost(int x) { return at(outer_, x) == x; }

  /// Grows trees from all unmatched vertices until a path is found (true) or none is worth it.
  bool augment_once() {
    std::fill(side_.begin(), side_.end(), Side::none);
    std::fill(tightest_.begin(), tightest_.end(), 0);
    queue_.clear();
    for (int x = 1; x <= last_; ++x) {
      if (is_outermost(x) && at(mate_, x) == 0) {
        at(tree_edge_, x) = 0;
        at(side_, x) = Side::even;
        enqueue(x);
      }
    }
    if (queue_.empty()) return false;
    for (;;) {
      if (grow_trees()) return true;
      const std::int64_t step = dual_step();
      if (!change_duals(step)) return false;
      queue_.clear();
      if (use_tight_edges()) return true;
      for (int blossom = n_ + 1; blossom <= last_; ++blossom) {
        if (is_outermost(blossom) && at(side_, blossom) == Side::odd && at(dual_, blossom) == 0) {
          open_blossom(blossom);
        }
      }
    }
  }

  bool grow_trees() {
    while (!queue_.empty()) {
      const int u = queue_.front();
      queue_.pop_front();
      if (at(side_, at(outer_, u)) == Side::odd) continue;
      for (int v = 1; v <= n_; ++v) {
        if (edge(u, v).weight == 0 || at(outer_, u) == at(outer_, v)) continue;
        if (slack(edge(u, v)) > 0) {
          note_tightest(u, at(outer_, v));
        } else if (use_edge(edge(u, v))) {
          return true;
        }
      }
    }
    return false;
  }

  std::int64_t dual_step() {
    std::int64_t step = kNever;
    for (int blossom = n_ + 1; blossom <= last_; ++blossom) {
      if (is_outermost(blossom) && at(side_, blossom) == Side::odd) {
        step = std::min(step, at(dual_, blossom) / 2);
      }
    }
    for (int x = 1; x <= last_; ++x) {
      if (!is_outermost(x) || at(tightest_, x) == 0) continue;
      const std::int64_t room = slack(edge(at(tightest_, x), x));
      if (at(side_, x) == Side::none) step = std::min(step, room);
      if (at(side_, x) == Side::even) step = std::min(step, room / 2);
    }
    return step;
  }

  /// False once the duals of unmatched vertices would fall to zero: no path is worth anything.
  bool change_duals(std::int64_t step) {
    for (int u = 1; u <= n_; ++u) {
      const Side side = at(side_, at(outer_, u));
      if (side == Side::even) {
        if (at(dual_, u) <= step) return false;
        at(dual_, u) -= step;
      } else if (side == Side::odd) {
        at(dual_, u) += step;
      }
    }
    for (int blossom = n_ + 1; blossom <= last_; ++blossom) {
      if (!is_outermost(blossom)) continue;
      if (at(side_, blossom) == Side::even) at(dual_, blossom) += 2 * step;
      if (at(side_, blossom) == Side::odd) at(dual_, blossom) -= 2 * step;
    }
    return true;
  }

  bool use_tight_edges() {
    for (int x = 1; x <= last_; ++x) {
      const int from = at(tightest_, x);
      if (is_outermost(x) && from != 0 && at(outer_, from) != x && slack(edge(from, x)) == 0 &&
          use_edge(edge(from, x))) {
        return true;
      }
    }
    return false;
  }

  int n_;
  int last_;  ///< the highest number in use
  int width_;
  std::vector<Edge> edges_;
  std::vector<int> mate_;       ///< a real vertex
  std::vector<int> outer_;      ///< the outermost blossom that holds it; 0 if not in use
  std::vector<int> tree_edge_;  ///< of an odd vertex: the real vertex it was reached from
  std::vector<int> tightest_;   ///< the even vertex with the least slack to it
  std::vector<std::int64_t> dual_;
  std::vector<Side> side_;
  std::vector<int> stamp_;
  std::vector<std::vector<int>> cycle_;   ///< of a blossom, from its base
  std::vector<std::vector<int>> holder_;  ///< [blossom][vertex]: the part of it that holds it
  std::deque<int> queue_;
  int now_ = 0;
};

}  // namespace

std::int64_t heaviest_matching(std::size_t n_vertices, const std::vector<WeightedEdge>& edges) {
  if (edges.size() <= 1) return edges.empty() ? 0 : edges.front().weight;
  std::vector<int> vertex_of(n_vertices, 0);
  int used = 0;
  for (const WeightedEdge& e : edges) {
    for (const Variable v : {e.first, e.second}) {
      if (vertex_of[v] == 0) vertex_of[v] = ++used;
    }
  }
  return BlossomMatching(used, edges, vertex_of).solve();
}

}  // namespace dagwright::exact
