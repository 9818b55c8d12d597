#include "dagwright/order/inobs.hpp"

namespace dagwright::order {
namespace {

bool climb(WorkItem& item, const InobsOptions& options, Rng& rng) {
  if (const auto* annealing = std::get_if<AnnealingOptions>(&options.walk)) {
    return anneal(item, *annealing, options.radius, rng);
  }
  if (const auto* tabu = std::get_if<TabuOptions>(&options.walk)) {
    return search_with_tabu(item, *tabu, options.radius);
  }
  return descend(item, std::get<Improvement>(options.walk), options.radius, rng);
}

}  // namespace

void inobs(OrderSearch& search, const Starter& starter, const InobsOptions& options) {
  search.run_all(options.restarts, [&](std::size_t number, WorkItem& item) {
    Rng rng(options.seed, {number});
    starter.begin(item, number, rng);
    if (climb(item, options, rng)) item.finish();
  });
}

}  // namespace dagwright::order
