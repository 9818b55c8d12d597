#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright::dag {

/// Two gains within this are equal. Moves between score-equivalent graphs gain exactly 0 but for
/// rounding, which grows with the local scores that are subtracted (not with the network's).
inline double gain_tolerance(double local_score) {
  return std::isfinite(local_score) ? 1e-9 * std::max(1.0, std::abs(local_score)) : 0.0;
}

enum class Operation : std::uint8_t { add, remove, reverse, swap };

/// One elementary operation on the edge from -> to, which is the edge as it is before a removal or
/// a reversal, and after an addition or a swap.
struct Step {
  Operation operation;
  Variable from;
  Variable to;
  Variable replaced = 0;  ///< the parent of `to` whose place `from` takes; swaps only

  bool operator==(const Step&) const = default;
};

/// How a move is counted (S4, Table 6).
enum class MoveKind : std::uint8_t { add, remove, reverse, swap, add_chain, swap_chain };
inline constexpr std::size_t kMoveKinds = 6;

/// A change of the DAG: one operation, and what has to follow it. Only the graph after all of
/// them is sure to be acyclic.
struct Move {
  Step first;
  std::vector<Step> rest;
  double gain = 0.0;
  double slack = 0.0;  ///< the tolerance of the gain

  std::size_t length() const { return 1 + rest.size(); }
};

/// An addition that only has to remove the opposite edge is a reversal; other operations that had
/// to break cycles have kinds of their own.
inline MoveKind kind_of(const Move& move) {
  if (move.rest.empty()) return static_cast<MoveKind>(move.first.operation);
  if (move.first.operation == Operation::swap) return MoveKind::swap_chain;
  const Step opposite{Operation::remove, move.first.to, move.first.from};
  return move.rest.size() == 1 && move.rest.front() == opposite ? MoveKind::reverse
                                                                : MoveKind::add_chain;
}

}  // namespace dagwright::dag
