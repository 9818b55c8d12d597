#include "dagwright/order/inobs.hpp"

namespace dagwright {

void inobs(OrderSearch& search, const Starter& starter, const InobsOptions& options) {
  search.run_all(options.restarts, [&](std::size_t climb, WorkItem& item) {
    Rng rng(options.seed, {climb});
    starter.begin(item, climb, rng);
    if (descend(item, options.improvement, options.radius, rng)) item.finish();
  });
}

}  // namespace dagwright
