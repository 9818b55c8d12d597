#include <algorithm>
#include <stdexcept>

#include "dagwright/exact/extraction_kernels.hpp"
#include "dagwright/exact/heuristic.hpp"

namespace dagwright::exact {
namespace {

constexpr std::size_t kLargestGroup = 30;
constexpr std::size_t kPatternsPerCheck = 1 << 12;

template <class Set>
class StaticPatterns final : public Heuristic<Set> {
 public:
  StaticPatterns(const OrderGraph<Set>& graph, const std::vector<std::vector<Variable>>& groups)
      : kernels_(extraction_kernels<Set>(choose_instruction_set())),
        group_of_(graph.n_variables()),
        bit_of_(graph.n_variables()) {
    Set covered{};
    for (const std::vector<Variable>& group : groups) {
      Set mask{};
      for (const Variable v : group) mask |= single<Set>(v);
      if (group.empty() || group.size() > kLargestGroup || size_of(mask) != group.size() ||
          !is_empty(mask & covered)) {
        throw std::invalid_argument("groups must be disjoint, with 1 to 30 variables each");
      }
      std::uint32_t bit = 1;
      for_each_member(mask, [&](Variable v) {
        group_of_[v] = costs_.size();
        bit_of_[v] = bit;
        bit <<= 1;
      });
      covered |= mask;
      extractors_.emplace_back(mask);
      costs_.emplace_back(std::size_t{1} << group.size());
    }
    if (covered != graph.all()) throw std::invalid_argument("groups must cover all variables");
    for (std::size_t g = 0; g < costs_.size(); ++g) {
      tables_.push_back({extractors_[g].mask, extractors_[g].by_byte.data(), costs_[g].data()});
    }
  }

  /// The cost of a pattern is that of its cheapest order, with all else available: whichever
  /// member comes first has everything outside the pattern before it. Returns false if stopped.
  bool fill(const OrderGraph<Set>& graph, const ParentQueries<Set>& queries, RunControl& control) {
    std::vector<Variable> members;
    std::vector<Cost> costs(graph.n_variables());
    for (std::size_t g = 0; g < costs_.size(); ++g) {
      std::vector<Cost>& table = costs_[g];
      for (std::size_t pattern = 1; pattern < table.size(); ++pattern) {
        if (pattern % kPatternsPerCheck == 0 && control.should_stop()) return false;
        members.clear();
        Set chosen{};
        for_each_member(extractors_[g].mask, [&](Variable v) {
          if ((pattern & bit_of_[v]) != 0) {
            members.push_back(v);
            chosen |= single<Set>(v);
          }
        });
        queries.costs_after(graph.all() & ~chosen, members, costs.data());
        Cost best = kNoCost;
        for (std::size_t i = 0; i < members.size(); ++i) {
          best = std::min(best, costs[i] + table[pattern ^ bit_of_[members[i]]]);
        }
        table[pattern] = best;
      }
    }
    return true;
  }

  void bounds_at(std::span<const Set> placed, Cost* bounds) const override {
    kernels_.pattern_sums(tables_.data(), tables_.size(), placed.data(), placed.size(), bounds);
  }

  /// Placing a variable changes the pattern of its own group only.
  void bounds_after(Set, std::span<const Variable> left, Cost* bounds) const override {
    std::uint32_t patterns[8 * sizeof(Set)];
    std::fill_n(patterns, costs_.size(), 0);
    for (const Variable child : left) patterns[group_of_[child]] |= bit_of_[child];
    Cost sum = 0;
    for (std::size_t g = 0; g < costs_.size(); ++g) sum += costs_[g][patterns[g]];
    for (const Variable child : left) {
      const std::size_t g = group_of_[child];
      const Cost* const costs = costs_[g].data();
      *bounds++ = sum - costs[patterns[g]] + costs[patterns[g] ^ bit_of_[child]];
    }
  }

  bool is_consistent() const override { return true; }
  std::size_t n_patterns() const override {
    std::size_t sum = 0;
    for (const auto& table : costs_) sum += table.size();
    return sum;
  }
  std::size_t bytes() const override { return n_patterns() * sizeof(Cost); }

 private:
  const ExtractionKernels<Set>& kernels_;
  std::vector<std::size_t> group_of_;
  std::vector<std::uint32_t> bit_of_;  ///< of a variable in the patterns of its group
  std::vector<BitExtractor<Set>> extractors_;
  std::vector<std::vector<Cost>> costs_;
  std::vector<PatternTable<Set>> tables_;
};

}  // namespace

template <class Set>
std::unique_ptr<Heuristic<Set>> make_static_patterns(
    const OrderGraph<Set>& graph, const ParentQueries<Set>& queries,
    const std::vector<std::vector<Variable>>& groups, RunControl& control) {
  auto patterns = std::make_unique<StaticPatterns<Set>>(graph, groups);
  if (!patterns->fill(graph, queries, control)) return nullptr;
  return patterns;
}

template std::unique_ptr<Heuristic<NarrowSet>> make_static_patterns(
    const OrderGraph<NarrowSet>&, const ParentQueries<NarrowSet>&,
    const std::vector<std::vector<Variable>>&, RunControl&);
template std::unique_ptr<Heuristic<WideSet>> make_static_patterns(
    const OrderGraph<WideSet>&, const ParentQueries<WideSet>&,
    const std::vector<std::vector<Variable>>&, RunControl&);

}  // namespace dagwright::exact
