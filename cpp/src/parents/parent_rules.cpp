#include "dagwright/parents/parent_rules.hpp"

#include <algorithm>
#include <stdexcept>

namespace dagwright::parents {
namespace {

std::vector<std::vector<Variable>> by_child(std::size_t n,
                                            const std::vector<ParentRules::Edge>& edges) {
  std::vector<std::vector<Variable>> lists(n);
  for (const auto& [parent, child] : edges) {
    if (parent >= n || child >= n || parent == child) {
      throw std::invalid_argument("a rule must name two different variables");
    }
    lists[child].push_back(parent);
  }
  for (std::vector<Variable>& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return lists;
}

bool holds(const std::vector<Variable>& sorted, Variable v) {
  return std::binary_search(sorted.begin(), sorted.end(), v);
}

}  // namespace

ParentRules::ParentRules(std::size_t n_variables, const std::vector<Edge>& required,
                         const std::vector<Edge>& forbidden, EdgeLevels levels,
                         std::size_t max_parents)
    : required_(by_child(n_variables, required)),
      forbidden_(by_child(n_variables, forbidden)),
      levels_(std::move(levels)),
      max_parents_(max_parents) {
  for (const auto& [parent, child] : required) {
    if (holds(forbidden_[child], parent)) {
      throw std::invalid_argument("what is required must not be forbidden");
    }
  }
}

std::vector<Variable> ParentRules::candidates(Variable child) const {
  std::vector<Variable> found;
  found.reserve(n_variables() - 1);
  for (std::size_t v = 0; v < n_variables(); ++v) {
    const auto parent = static_cast<Variable>(v);
    if (parent == child || levels_.forbid(parent, child) || holds(required_[child], parent) ||
        holds(forbidden_[child], parent)) {
      continue;
    }
    found.push_back(parent);
  }
  return found;
}

}  // namespace dagwright::parents
