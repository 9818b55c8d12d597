#include "dagwright/order/strong_components.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::order {
namespace {

constexpr std::size_t kUnseen = std::numeric_limits<std::size_t>::max();

/// Without recursion: paths may be as long as there are variables.
class Tarjan {
 public:
  explicit Tarjan(const std::vector<std::vector<Variable>>& successors)
      : successors_(successors),
        number_(successors.size(), kUnseen),
        lowest_(successors.size()),
        component_(successors.size(), kUnseen) {}

  std::vector<std::size_t> run() {
    for (std::size_t v = 0; v < successors_.size(); ++v) {
      if (number_[v] == kUnseen) search_from(static_cast<Variable>(v));
    }
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

  const std::vector<std::vector<Variable>>& successors_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> lowest_;
  std::vector<std::size_t> component_;
  std::size_t entered_ = 0;
  std::size_t components_ = 0;
  std::vector<std::pair<Variable, std::size_t>> path_;  ///< with the next successor to follow
  std::vector<Variable> open_;
};

}  // namespace

std::vector<std::size_t> strong_components(const std::vector<std::vector<Variable>>& successors) {
  return Tarjan(successors).run();
}

}  // namespace dagwright::order
