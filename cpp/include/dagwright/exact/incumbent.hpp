#pragma once

#include <cstdint>
#include <vector>

#include "dagwright/core/improvements.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/exact/order_graph.hpp"

namespace dagwright::exact {

/// The best network known, in a form that can only get better. Its cost is never saturated.
template <class Set>
class Incumbent {
 public:
  /// `start` lists the parents of every variable; each must be one of its candidate sets. If the
  /// graph knows a better network, that one comes next: with saturated sets the cost of `start`
  /// would be too low, and nothing that costs more than the known network is worth a proof.
  Incumbent(const OrderGraph<Set>& graph, const std::vector<std::vector<Variable>>& start,
            RunControl& control);

  /// Takes the best network of an order if it is better. A score at or above the target ends the
  /// run. Orders in which required parents come too late are ignored.
  void offer(const std::vector<Variable>& order, std::uint64_t iterations);

  Cost cost() const { return cost_; }
  double score() const { return trace().back().score; }
  /// An order of the network at hand, parents first.
  std::vector<Variable> order() const;
  std::vector<std::vector<Variable>> parents() const;
  const Trace& trace() const { return improvements_.trace(); }

 private:
  void take(std::vector<std::size_t> chosen, Cost cost, std::uint64_t iterations);
  void note(std::uint64_t iterations);
  double add_up() const;
  bool adds_up_to(const std::vector<std::size_t>& chosen, Cost cost) const;

  const OrderGraph<Set>& graph_;
  RunControl& control_;
  std::vector<std::size_t> chosen_;  ///< position in the list of each child
  Cost cost_ = 0;
  Improvements improvements_;
};

extern template class Incumbent<NarrowSet>;
extern template class Incumbent<WideSet>;

}  // namespace dagwright::exact
