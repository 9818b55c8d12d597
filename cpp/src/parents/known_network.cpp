#include "dagwright/parents/known_network.hpp"

#include <functional>
#include <queue>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::parents {
namespace {

class GreedyPlacement {
 public:
  explicit GreedyPlacement(const CandidateArrays& arrays)
      : arrays_(arrays),
        child_of_(arrays.n_sets()),
        missing_(arrays.n_sets()),
        current_(arrays.n_variables()),
        placed_(arrays.n_variables()) {
    for (std::size_t child = 0; child < arrays.n_variables(); ++child) {
      current_[child] = arrays.end(child);
      for (std::size_t set = arrays.begin(child); set < arrays.end(child); ++set) {
        child_of_[set] = static_cast<Variable>(child);
        missing_[set] = static_cast<std::uint16_t>(arrays.set(set).size());
        if (missing_[set] == 0) offer(set);
      }
    }
    index_sets();
  }

  std::vector<std::size_t> run() {
    std::size_t count = 0;
    while (!waiting_.empty()) {
      const std::size_t child = waiting_.top().second;
      waiting_.pop();
      if (placed_[child]) continue;
      placed_[child] = true;
      ++count;
      for (std::size_t i = starts_[child]; i < starts_[child + 1]; ++i) {
        DAGWRIGHT_ASSERT(missing_[sets_with_[i]] > 0);
        if (--missing_[sets_with_[i]] == 0) offer(sets_with_[i]);
      }
    }
    if (count < current_.size()) return {};
    return std::move(current_);
  }

 private:
  using Loss = std::pair<double, std::size_t>;

  /// All members of the set are placed.
  void offer(std::size_t set) {
    const std::size_t child = child_of_[set];
    if (placed_[child] || set >= current_[child]) return;
    current_[child] = set;
    waiting_.push({arrays_.loss(child, set), child});
  }

  /// By variable, the sets that it is a member of.
  void index_sets() {
    starts_.resize(arrays_.n_variables() + 1);
    for (const std::uint16_t member : arrays_.members) ++starts_[member + std::size_t{1}];
    for (std::size_t v = 1; v < starts_.size(); ++v) starts_[v] += starts_[v - 1];
    sets_with_.resize(arrays_.members.size());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::size_t set = 0; set < arrays_.n_sets(); ++set) {
      for (const std::uint16_t member : arrays_.set(set)) {
        sets_with_[next[member]++] = static_cast<std::uint32_t>(set);
      }
    }
  }

  const CandidateArrays& arrays_;
  std::vector<Variable> child_of_;
  std::vector<std::uint16_t> missing_;  ///< by set: members that are not placed yet
  std::vector<std::size_t> current_;    ///< by child: the best set available, the end if none is
  std::vector<bool> placed_;
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> sets_with_;
  std::priority_queue<Loss, std::vector<Loss>, std::greater<>> waiting_;
};

}  // namespace

std::vector<std::size_t> find_known_network(const CandidateArrays& arrays) {
  return GreedyPlacement(arrays).run();
}

}  // namespace dagwright::parents
