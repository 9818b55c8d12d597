#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "dagwright/core/combinations.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/core/types.hpp"
#include "dagwright/parents/candidate_list.hpp"
#include "dagwright/parents/family_scorer.hpp"
#include "dagwright/parents/parent_rules.hpp"
#include "dagwright/parents/selection.hpp"
#include "dagwright/scores/binary_counter.hpp"
#include "dagwright/scores/local_scores.hpp"

namespace dagwright::parents {

/// Sequential selection for all variables at once, under a penalised likelihood.
///
/// A set T of m variables, counted once, is a family of each of its members: X given T - X. Tables
/// indexed by the rank of T hold its set function F(T) and, for each member X, the best score of X
/// over the subsets of T - X. The subsets of P + v stand in a row in these tables while v runs, so
/// that all families of a set are judged with contiguous reads. Only the tables of two sizes are
/// kept, and those of the largest size are never made.
///
/// A size whose tables have no room is left to select_sequential, child by child.
class JointSequential {
 public:
  /// `bytes` are for the tables and the lists.
  JointSequential(const scores::LocalScores& scores, const std::vector<Variable>& children,
                  const ParentRules& parents, const PruningRules& rules, std::size_t bytes,
                  unsigned threads, RunControl& control);

  /// Whether the score and the tasks are of the right kind: a set should serve many of its members.
  static bool suits(const scores::LocalScores& scores, const std::vector<Variable>& children);

  /// Size by size, until all is done, a limit is reached or the next size has no room.
  void run();

  /// Whether there is nothing left to do for a child.
  bool finished(Variable child) const { return children_[child].finished; }
  /// Where select_sequential continues with a child that is not finished.
  SequentialStart take_start(Variable child);
  /// No more is going to be done for any child.
  void end();
  /// The list of a child that is finished.
  CandidateList take_list(Variable child);
  /// Of the tables and the lists.
  std::size_t bytes() const { return table_bytes() + kept_bytes_; }

 private:
  class Judge;
  class Walker;
  /// What a walk does with each prefix.
  enum class Visit { mark_gaps, count_marked, evaluate };

  static constexpr std::size_t kMaxSize = 40;
  static constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::min();

  /// F and best scores of all sets of one size, by rank.
  struct Level {
    std::size_t size = 0;
    std::vector<std::int64_t> sums;  ///< kUnknown: not counted
    /// One per member of each set. Plus infinity: the family and all larger ones are useless.
    std::unique_ptr<double[]> bests;
    std::size_t bytes() const {
      return sums.size() * (sizeof(std::int64_t) + (bests ? size * sizeof(double) : 0));
    }
  };
  struct Child {
    std::optional<ChildTask> task;
    bool finished = true;
    bool constant = false;
    LikelihoodRules rules;
    ScoredFamily root{};
    double upper_bound = 0.0;
    std::size_t largest = 0;  ///< by P2 no set of more parents is of use
    std::vector<char> may;    ///< by parent, the required ones included
    CandidateList list;
    std::uint64_t alive = 0;  ///< sets of the last size that may be extended
    double fewest_configurations = std::numeric_limits<double>::infinity();  ///< among them
  };

  void make_child(ChildTask given, const PruningRules& rules);
  void make_first_levels();
  std::size_t largest_useful(const Child& child) const;
  bool anything_open() const;
  bool has_room(std::size_t size, bool with_bests) const;
  void open_level(std::size_t size, bool store);
  void fill_gaps();
  void walk(std::size_t prefix_size, Visit visit);
  void close_size(std::size_t size);
  std::size_t zero_sizes() const;
  std::size_t table_bytes() const;
  bool over_memory() const;

  const scores::LocalScores& scores_;
  const data::Table& table_;
  std::size_t n_;
  std::size_t bytes_;
  unsigned threads_;
  RunControl& control_;
  bool entropy_rule_;
  bool has_required_ = false;        ///< some child has required parents
  double scale_;                     ///< nats of one unit of a set function
  double units_;                     ///< the other way round
  std::size_t bytes_for_lists_ = 0;  ///< what the tables leave of bytes_
  CombinationRanks ranks_;
  std::vector<Child> children_;                ///< by variable
  Level before_, last_, next_;                 ///< of sizes m - 2, m - 1 and m
  std::unique_ptr<scores::ZeroCounts> zeros_;  ///< where all variables are binary, else null
  std::atomic<bool> gaps_{false};              ///< a sum of next_ is not counted
  std::vector<std::atomic<bool>> wanted_;      ///< sets of last_ whose sum is needed after all
  std::atomic<std::size_t> kept_bytes_{0};
  std::mutex walkers_mutex_;
  std::vector<std::shared_ptr<Walker>> idle_walkers_;  ///< shared: incomplete here
};

}  // namespace dagwright::parents
