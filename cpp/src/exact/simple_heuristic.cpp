#include <algorithm>

#include "dagwright/exact/heuristic.hpp"

namespace dagwright::exact {
namespace {

template <class Set>
class SimpleHeuristic final : public Heuristic<Set> {
 public:
  explicit SimpleHeuristic(std::size_t n_variables) : n_variables_(n_variables) {}

  void bounds_at(std::span<const Set> placed, Cost* bounds) const override {
    std::fill_n(bounds, placed.size(), Cost{0});
  }
  void bounds_after(Set, std::span<const Variable> children, Cost* bounds) const override {
    std::fill_n(bounds, children.size(), Cost{0});
  }
  bool is_consistent() const override { return true; }
  std::size_t n_patterns() const override { return n_variables_; }
  std::size_t bytes() const override { return 0; }

 private:
  std::size_t n_variables_;
};

}  // namespace

template <class Set>
std::unique_ptr<Heuristic<Set>> make_simple_heuristic(std::size_t n_variables) {
  return std::make_unique<SimpleHeuristic<Set>>(n_variables);
}

template std::unique_ptr<Heuristic<NarrowSet>> make_simple_heuristic(std::size_t);
template std::unique_ptr<Heuristic<WideSet>> make_simple_heuristic(std::size_t);

}  // namespace dagwright::exact
