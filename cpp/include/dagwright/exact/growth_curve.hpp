#pragma once

#include <cstdint>
#include <vector>

#include "dagwright/exact/order_graph.hpp"

namespace dagwright::exact {

/// How the number of nodes that A* has expanded grows with f, by depth; and where that leads.
///
/// A* expands by rising f. The nodes below an f multiply by nearly the same factor for each step
/// of f, as Korf, Reid & Edelkamp (2001) found of iterative deepening, so the curve drawn so far
/// tells how many lie below the cost of the incumbent: all that A* or breadth-first branch and
/// bound have to look at.
class GrowthCurve {
 public:
  explicit GrowthCurve(std::size_t n_variables) : by_depth_(n_variables + 1) {}

  void count(unsigned depth) { ++by_depth_[depth]; }

  /// All nodes below `floor` have been counted.
  void mark(Cost floor);

  /// Nodes counted so far, by depth.
  std::vector<double> counted() const { return {by_depth_.begin(), by_depth_.end()}; }

  /// Expected nodes below `limit`, by depth; empty if too little is known.
  std::vector<double> forecast(Cost limit) const;

 private:
  struct Mark {
    Cost floor;
    double total;
    std::vector<std::uint64_t> by_depth;
  };

  std::vector<std::uint64_t> by_depth_;
  std::vector<Mark> marks_;
};

}  // namespace dagwright::exact
