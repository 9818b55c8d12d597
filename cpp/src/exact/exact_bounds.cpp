#include "exact_run.hpp"

namespace dagwright::exact {
namespace {

NarrowSet to_set(std::uint64_t bits, NarrowSet) {
  return bits;
}
WideSet to_set(std::uint64_t bits, WideSet) {
  return {0, bits};
}

/// Each bound is found in both ways that searches ask for it, which must agree.
template <class Set>
std::pair<std::vector<double>, bool> bounds_of(const parents::CandidateSets& sets,
                                               const ExactOptions& options,
                                               const std::vector<std::uint64_t>& placed,
                                               RunControl& control) {
  Inputs inputs{sets, {}};
  for (std::size_t v = 0; v < sets.n_variables(); ++v) {
    inputs.start.push_back(sets.common_members(static_cast<Variable>(v)));
  }
  ExactRun<Set> run(inputs, control);
  run.queries = make_queries(run.graph, options.queries);
  run.make_heuristic(options.heuristic);
  std::vector<double> bounds;
  for (const std::uint64_t bits : placed) {
    const Set set = to_set(bits, Set{});
    Cost bound = run.heuristic->bound_at(set);
    if (!is_empty(set)) {
      const Set before = without_lowest(set);
      std::vector<Variable> left;
      for_each_member(run.graph.all() & ~before, [&](Variable v) { left.push_back(v); });
      std::vector<Cost> after(left.size());
      run.heuristic->bounds_after(before, left, after.data());
      const auto added = std::find(left.begin(), left.end(), lowest(set)) - left.begin();
      if (after[static_cast<std::size_t>(added)] != bound) {
        throw std::logic_error("the two ways to a bound differ");
      }
    }
    bounds.push_back(run.graph.nats(bound));
  }
  return {bounds, run.heuristic->is_consistent()};
}

}  // namespace

std::pair<std::vector<double>, bool> exact_bounds(const parents::CandidateSets& sets,
                                                  const ExactOptions& options,
                                                  const std::vector<std::uint64_t>& placed,
                                                  RunControl& control) {
  check_size(sets.n_variables());
  return is_narrow(sets.n_variables(), options)
             ? bounds_of<NarrowSet>(sets, options, placed, control)
             : bounds_of<WideSet>(sets, options, placed, control);
}

}  // namespace dagwright::exact
