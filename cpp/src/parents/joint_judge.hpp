#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dagwright/parents/joint_sequential.hpp"

namespace dagwright::parents {

/// Says which families of the sets P + v are worth scoring, for one prefix P and all later v, from
/// the tables of the sizes before. Scratch memory of one thread.
class JointSequential::Judge {
 public:
  /// Members of a set, by position.
  using Mask = std::uint64_t;
  static Mask bit(std::size_t x) { return Mask{1} << x; }

  /// A family by the number of configurations of its parents.
  struct Family {
    double configurations = 0.0;
    double penalty = 0.0;
    double excluding = 0.0;  ///< useless if a subset scores this or more
    double closing = 0.0;    ///< larger sets are useless if it or a subset scores this or more
  };

  explicit Judge(const JointSequential& selection);

  /// To be called before the first prefix of a size.
  void begin_size() { families_.assign(owner_.n_, Family{}); }

  /// Everything that the sets P + v share.
  void prepare(std::span<const Variable> prefix);

  /// Fills in the best score over the subsets of each family of P + v, infinite where the family
  /// is useless; returns which families are to be scored.
  Mask judge(std::size_t v, double* bests);

  /// For family(): v is the last variable.
  void set_last(Variable v);
  const Family& family(std::size_t x) const {
    return is_last(x) ? last_family_ : members_[x].family;
  }

  std::size_t size() const { return size_; }    ///< of P + v
  std::size_t first() const { return first_; }  ///< v
  /// Whether neither required parents nor forbidden ones are to be looked at.
  bool is_plain() const { return plain_; }
  std::uint64_t next_rank() const { return next_rank_; }  ///< of P + v, for the first v
  Variable member(std::size_t x, std::size_t v) const {
    return is_last(x) ? static_cast<Variable>(v) : prefix_[x];
  }
  /// Of P + v without a member.
  std::uint64_t rank_without(std::size_t x, std::size_t v) const {
    return is_last(x) ? rank_ : members_[x].rank + v - first_;
  }
  std::int64_t sum_without(std::size_t x, std::size_t v) const {
    return is_last(x) ? sum_ : members_[x].sums[v - first_];
  }
  /// Whether the sets in hand are of the required parents alone, which every list begins with.
  bool is_root(const Child& its) const { return size_ == its.task->required.size() + 1; }

 private:
  /// What the sets P + v have in common for one member of P.
  struct Member {
    Family family;             ///< its own, for v of states_ states
    double others;             ///< configurations of P without it
    std::uint64_t rank;        ///< of P + v without it, for the first v
    const std::int64_t* sums;  ///< of P + v without it, from the first v on
    const double* bests;       ///< likewise
  };
  /// Two members of T, of which one is a parent of the other.
  struct Pair {
    std::size_t x, y;
    double cost;               ///< as parent and child, for each configuration of P + v - x
    double least;              ///< what they must tell of each other, in units of set functions
    const std::int64_t* rest;  ///< sums of P + v without the two, from the first v on
  };

  double arity(Variable v) const { return owner_.table_.arity(v); }
  double penalty_weight(Variable v) const;
  double units(double nats) const { return nats * owner_.units_; }
  bool is_last(std::size_t x) const { return x + 1 == size_; }
  static bool is_required(const Child& its, Variable parent) {
    const auto& required = its.task->required;
    return std::binary_search(required.begin(), required.end(), parent);
  }

  const Family& family_of(Variable x, double configurations);
  void find_ranks();
  bool ranks_are_right() const;
  void set_states(double states);
  void collect_bests(std::size_t v, double* bests) const;
  template <std::size_t... kPlaces>
  void collect_bests_of(std::size_t v, double* bests, std::index_sequence<kPlaces...>) const;
  Mask judge_with_constraints(std::size_t v, double* bests) const;
  bool has_required(const Child& its, std::size_t x, std::size_t v) const;
  Mask apply_entropies(std::size_t v, Mask alive) const;
  static bool tell_too_little(std::int64_t rest, std::int64_t larger, double least);
  Mask killed(std::size_t x, std::size_t y, std::size_t v) const;

  const JointSequential& owner_;
  std::vector<Variable> prefix_;
  std::size_t size_ = 0;
  std::size_t first_ = 0;
  bool plain_ = true;
  double states_ = 0;                       ///< of v: what members_ and pairs_ are made for
  std::uint64_t rank_ = 0, next_rank_ = 0;  ///< of P and of P + v, for the first v
  std::int64_t sum_ = 0;
  const double* prefix_bests_ = nullptr;
  double configurations_ = 1.0;
  std::vector<Member> members_;
  std::vector<Pair> pairs_;
  std::int64_t ends_[kMaxSize];       ///< sums of P without each member
  double least_with_last_[kMaxSize];  ///< Pair::least of each member and v
  Family last_family_;                ///< of v
  std::vector<Family> families_;      ///< by child; see family_of
};

}  // namespace dagwright::parents
