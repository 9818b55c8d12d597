#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "dagwright/data/table.hpp"
#include "dagwright/scores/oracle.hpp"
#include "dagwright/scores/score.hpp"
#include "dagwright/scores/set_counter.hpp"
#include "dagwright/scores/set_function_store.hpp"

namespace dagwright::scores {

/// The oracle over data: counts, scores, and remembers set functions in a bounded memo.
class LocalScores final : public ScoreOracle {
 public:
  /// `most_tabulated`: the largest count of which cell functions are tabulated. A small one pays
  /// where counts are small and few families have as many configurations as another.
  LocalScores(std::shared_ptr<const data::Table> table, ScoreKind kind,
              double equivalent_sample_size, std::size_t memo_bytes,
              CountingKernel kernel = CountingKernel::automatic,
              std::uint64_t most_tabulated = std::numeric_limits<std::uint64_t>::max());

  std::size_t n_variables() const override { return table_->n_variables(); }
  double score(Variable child, std::span<const Variable> parents) const override;
  void score_additions(Variable child, std::span<const Variable> parents,
                       std::span<const Variable> candidates, double floor,
                       std::span<double> scores) const override;
  std::size_t additions_at_once() const override;
  double upper_bound(Variable child) const override;

  /// The scores, and how many cells of each family occur: what the bounds of BDeu are made of.
  void score_additions_and_cells(Variable child, std::span<const Variable> parents,
                                 std::span<const Variable> candidates, std::span<double> scores,
                                 std::span<std::int64_t> occupied) const;

  /// Set function of a penalised likelihood: the sum of n ln n over the cells of a set, in units of
  /// 2^-fraction_bits() nats. A memo remembers it.
  std::int64_t set_function(std::span<const Variable> set) const;
  /// functions[i] = that of set + extras[i].
  void set_functions(std::span<const Variable> set, std::span<const Variable> extras,
                     std::span<std::int64_t> functions) const;
  /// Another part of the library has counted sets of these data.
  void report_counted(std::uint64_t sets) const { sets_counted_ += sets; }

  const Score& score_function() const { return score_; }
  /// N H(X) in nats.
  double entropy(Variable v) const { return entropies_[v]; }

  const data::Table& table() const { return *table_; }
  InstructionSet instruction_set() const { return instruction_set_; }

  /// Sets that had to be counted, and set functions that the memo knew.
  std::uint64_t sets_counted() const { return sets_counted_.load(); }
  std::uint64_t memo_hits() const { return memo_hits_.load(); }
  std::size_t memo_bytes() const { return store_->bytes(); }

  /// Forgets all set functions and gives scratch memory back, between two uses; the table stays
  /// packed.
  void release_memory();

  /// Nearly all sets are going to be asked for: remember them in dense tables where they fit.
  void expect_all_sets() const { store_->expect_all_sets(); }

 private:
  /// Scratch memory that threads borrow for a while.
  class BorrowedCounter;
  struct Request;

  double combine(std::int64_t joint, std::int64_t margin, std::uint32_t child_arity,
                 double parent_cells) const;
  std::int64_t sum_of_states(Variable variable, const CellFunction& function) const;
  double score_without_parents(Variable child) const;
  bool cannot_exceed(double floor, Variable child, Variable candidate, double parent_cells,
                     double unexplained) const;
  void evaluate(Variable child, std::span<const Variable> parents,
                std::span<const Variable> candidates, double floor, std::span<double> scores,
                std::span<std::int64_t> occupied) const;

  std::shared_ptr<const data::Table> table_;
  Score score_;
  InstructionSet instruction_set_;
  CountingKernel kernel_;
  std::vector<double> entropies_;  ///< N H(X) in nats, for bounds of the likelihood
  std::map<std::uint32_t, std::size_t> n_with_arity_;  ///< variables, by states from 2
  std::size_t memo_bytes_;
  std::unique_ptr<SetFunctionStore> store_;
  mutable std::atomic<std::uint64_t> sets_counted_{0};
  mutable std::atomic<std::uint64_t> memo_hits_{0};
  mutable std::mutex counters_mutex_;
  mutable std::vector<std::unique_ptr<SetCounter>> idle_counters_;
};

}  // namespace dagwright::scores
