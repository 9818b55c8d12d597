#include "dagwright/order/inobs.hpp"

namespace dagwright::order {
namespace {

bool climb(WorkItem& item, const InobsOptions& options, Rng& rng) {
  const std::size_t radius = options.radius.value_or(item.index().n_variables());
  if (const auto* annealing = std::get_if<AnnealingOptions>(&options.improvement)) {
    return anneal(item, *annealing, radius, rng);
  }
  if (const auto* tabu = std::get_if<TabuOptions>(&options.improvement)) {
    return search_with_tabu(item, *tabu, radius);
  }
  return descend(item, std::get<Improvement>(options.improvement), radius, rng);
}

}  // namespace

OrderSearchResult inobs(const Inputs& inputs, const InobsOptions& options,
                        const Resources& resources, RunControl& control) {
  OrderSearch search(inputs, resources, control);
  search.run_all(options.restarts, [&](std::size_t number, WorkItem& item) {
    Rng rng(resources.seed, {number});
    search.begin(item, number, rng);
    if (climb(item, options, rng)) item.finish();
  });
  return search.take_result();
}

}  // namespace dagwright::order
