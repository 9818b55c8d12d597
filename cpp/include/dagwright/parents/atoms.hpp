#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/data/table.hpp"

namespace dagwright::parents {

/// The bounds g and h of Correia, Cussens & de Campos (AISTATS 2020) on the BDeu score of every
/// strict superset of a set of parents.
///
/// An atom is the vector of positive child counts of one instantiation of all other variables:
/// however many parents are added, a configuration never gets smaller than an atom. For a
/// configuration j the authors add the second smallest g of its atoms; only the smallest is a
/// bound (spec, P5), so that is what is used here.
class Atoms {
 public:
  Atoms(const data::Table& table, Variable child, double equivalent_sample_size);

  /// Upper bound for the strict supersets of `parents`, which has `configurations` of them;
  /// needs equivalent_sample_size <= configurations.
  double superset_bound(std::span<const Variable> parents, double configurations,
                        std::int64_t occupied_cells);

 private:
  /// What one atom contributes at a given pseudo-count a configuration.
  struct Bounds {
    std::vector<double> g;       ///< ln(2 min/A + 1) - sum ln(2 x/A + 1)
    std::vector<double> excess;  ///< min(0, U - ML)
  };
  const Bounds& bounds_at(double configurations);
  void number_configurations(std::span<const Variable> parents, double configurations);
  void renumber();

  const data::Table& table_;
  std::uint32_t arity_;
  double log_arity_;
  double equivalent_sample_size_;
  double total_likelihood_ = 0.0;            ///< sum of ML over all atoms
  std::vector<std::uint32_t> rows_;          ///< a row of each atom
  std::vector<std::vector<double>> counts_;  ///< its positive child counts
  std::vector<double> likelihoods_;          ///< ML
  std::map<double, Bounds> bounds_;          ///< by number of configurations
  // Scratch: the configuration of each atom, and the smallest g and excess of each configuration.
  std::vector<std::uint64_t> codes_;
  std::uint64_t n_codes_ = 1;
  std::vector<std::pair<double, double>> smallest_;
};

}  // namespace dagwright::parents
