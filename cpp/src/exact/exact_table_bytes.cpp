#include "exact_run.hpp"

namespace dagwright::exact {
namespace {

template <class Set>
std::size_t bytes_of(const parents::CandidateSets& sets, const ExactOptions& options) {
  const OrderGraph<Set> graph(sets);
  std::size_t sum =
      sets.n_sets() * (sizeof(Set) + sizeof(Cost)) + query_bytes(graph, options.queries);
  for (const auto& group : options.heuristic.groups) sum += sizeof(Cost) << group.size();
  // Patterns of the largest size, each with its cost.
  double patterns = options.heuristic.largest_pattern > 0 ? 1.0 : 0.0;
  for (std::size_t i = 0; i < options.heuristic.largest_pattern; ++i) {
    patterns *= static_cast<double>(sets.n_variables() - std::min(i, sets.n_variables())) /
                static_cast<double>(i + 1);
  }
  return sum + static_cast<std::size_t>(patterns) * (sizeof(Set) + sizeof(Cost));
}

}  // namespace

std::size_t exact_table_bytes(const parents::CandidateSets& sets, const ExactOptions& options) {
  check_size(sets.n_variables());
  return is_narrow(sets.n_variables(), options) ? bytes_of<NarrowSet>(sets, options)
                                                : bytes_of<WideSet>(sets, options);
}

}  // namespace dagwright::exact
