#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/neighbourhood.hpp"

namespace dagwright::dag {

struct TabuOptions {
  Neighbourhood neighbourhood;
  std::optional<std::uint64_t> restarts;  ///< none: until a stop rule fires
  std::size_t tabu_length;                ///< networks that are not visited again
  std::size_t patience;                   ///< moves without a better network
};

/// Takes the best move to a network that was not among the last `tabu_length` ones, even if it
/// loses (Glover 1989), until `patience` moves in a row have brought nothing better.
DagSearchResult search_with_tabu(const Inputs& inputs, const TabuOptions& options,
                                 const Resources& resources, RunControl& control);

}  // namespace dagwright::dag
