#pragma once

#include <cstdint>
#include <vector>

#include "dagwright/dag/class_operators.hpp"
#include "dagwright/dag/neighbourhood.hpp"

namespace dagwright::dag {

/// A move, and the network that it leads to.
struct MoveView {
  Move move;
  ParentLists parents;
};

/// Every move of a network: what tests compare with brute force.
std::vector<MoveView> list_moves(const scores::ScoreOracle& oracle, const Rules& rules,
                                 const ParentLists& parents, Neighbourhood neighbourhood,
                                 bool losses, std::uint64_t seed);

/// An insertion or a deletion, and a network of the class that it leads to.
struct OperatorView {
  bool inserts;
  ClassOperator operation;
  ParentLists parents;
};

/// Every valid operator that gains on the class of a network.
std::vector<OperatorView> list_class_operators(const scores::ScoreOracle& oracle,
                                               const Rules& rules, const ParentLists& parents);

}  // namespace dagwright::dag
