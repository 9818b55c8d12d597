#include "dagwright/exact/guided_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace dagwright::exact {
namespace {

/// The variables placed so far, as bits.
class Placed {
 public:
  explicit Placed(std::size_t words) : bits_(words) {}
  void add(Variable v) { bits_[v / 64] |= std::uint64_t{1} << (v % 64); }
  bool contains(std::span<const std::uint64_t> mask) const {
    for (std::size_t w = 0; w < bits_.size(); ++w) {
      if ((mask[w] & ~bits_[w]) != 0) return false;
    }
    return true;
  }

 private:
  std::vector<std::uint64_t> bits_;
};

}  // namespace

std::vector<Variable> guided_order(const ClusterSets& sets, std::span<const std::int64_t> reduced,
                                   std::span<const std::int64_t> minimum,
                                   std::span<const std::uint8_t> allowed, RunControl* control) {
  const std::size_t n = sets.n_variables();
  std::vector<std::vector<std::size_t>> cheapest(n);
  for (std::size_t child = 0; child < n; ++child) {
    for (std::size_t s = sets.first_set(child); s < sets.last_set(child); ++s) {
      if (allowed.empty() || allowed[s] != 0) cheapest[child].push_back(s);
    }
    std::stable_sort(cheapest[child].begin(), cheapest[child].end(),
                     [&](std::size_t a, std::size_t b) { return reduced[a] < reduced[b]; });
  }
  std::vector<Variable> order;
  std::vector<Variable> left(n);
  std::iota(left.begin(), left.end(), Variable{0});
  Placed placed(sets.words());
  std::size_t work = 0;
  while (!left.empty()) {
    if (work >= kWorkAtOnce) {
      work = 0;
      if (control != nullptr && control->should_stop()) {
        order.insert(order.end(), left.begin(), left.end());
        break;
      }
    }
    std::size_t next = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 0; k < left.size(); ++k) {
      const std::size_t child = left[k];
      for (const std::size_t set : cheapest[child]) {
        const std::int64_t above = reduced[set] - minimum[child];
        ++work;
        if (above >= least) break;
        if (placed.contains(sets.mask(set))) {
          least = above;
          next = k;
          break;
        }
      }
    }
    placed.add(left[next]);
    order.push_back(left[next]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return order;
}

}  // namespace dagwright::exact
