#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/scores/prefix_counter.hpp"
#include "joint_judge.hpp"

namespace dagwright::parents {

/// Visits the sets that begin alike, P + v for all later v, with the scratch memory of one thread.
class JointSequential::Walker {
 public:
  explicit Walker(JointSequential& owner)
      : owner_(owner),
        judge_(owner),
        counter_(owner.table_, scores::kernels_for(owner.scores_.instruction_set()),
                 owner.scores_.score_function().joint(1.0)),
        found_(owner.n_) {
    if (owner.zeros_) {
      binary_counter_ = std::make_unique<scores::BinaryCounter>(
          owner.table_, scores::kernels_for(owner.scores_.instruction_set()),
          owner.scores_.score_function().joint(1.0), *owner.zeros_);
    }
  }

  /// Visits every prefix of that size with this beginning, which must fit.
  void walk(std::span<const Variable> beginning, std::size_t prefix_size, Visit visit) {
    judge_.begin_size();
    prefix_.assign(beginning.begin(), beginning.end());
    while (prefix_.size() < prefix_size) {
      prefix_.push_back(static_cast<Variable>(prefix_.back() + 1));
    }
    do {
      do_visit(visit);
      if (++visits_ % kVisitsPerCheck == 0 && owner_.control_.should_stop()) break;
    } while (!owner_.over_memory() && next_combination(prefix_, beginning.size(), owner_.n_ - 1));
    owner_.control_.should_stop();
  }

  /// Hands over what was found; the caller sees to it that no other thread does.
  void report() {
    std::uint64_t evaluations = 0;
    for (std::size_t x = 0; x < found_.size(); ++x) {
      Found& found = found_[x];
      Child& child = owner_.children_[x];
      child.list.evaluations += found.evaluations;
      child.alive += found.alive;
      child.fewest_configurations =
          std::min(child.fewest_configurations, found.fewest_configurations);
      for (std::size_t i = 0; i < found.kept.size(); ++i) {
        child.list.sets.add(found.kept.members(i), found.kept.score(i));
      }
      evaluations += found.evaluations;
      found = Found();
    }
    owner_.control_.report_iterations(evaluations);
    owner_.scores_.report_counted(counted_);
    counted_ = 0;
  }

 private:
  using Mask = Judge::Mask;
  static constexpr std::uint64_t kVisitsPerCheck = 32;

  /// What was found for one child since the last report.
  struct Found {
    std::uint64_t evaluations = 0;
    std::uint64_t alive = 0;
    double fewest_configurations = std::numeric_limits<double>::infinity();
    ScoredSets kept;
  };

  void do_visit(Visit visit) {
    switch (visit) {
      case Visit::mark_gaps:
        return mark_gaps();
      case Visit::count_marked:
        return count_marked();
      case Visit::evaluate:
        return evaluate();
    }
  }

  /// Marks the sets of one member less that are needed and were not counted.
  void mark_gaps() {
    judge_.prepare(prefix_);
    const std::size_t size = judge_.size();
    bests_.resize(size);
    for (std::size_t v = judge_.first(); v < owner_.n_; ++v) {
      Mask unknown = 0;
      for (std::size_t x = 0; x < size; ++x) {
        if (judge_.sum_without(x, v) == kUnknown) unknown |= Judge::bit(x);
      }
      if (unknown == 0) continue;
      unknown &= judge_.judge(v, bests_.data());
      for (std::size_t x = 0; x < size; ++x) {
        if ((unknown & Judge::bit(x)) == 0) continue;
        owner_.wanted_[judge_.rank_without(x, v)].store(true, std::memory_order_relaxed);
      }
    }
  }

  /// Counts the sets that are marked.
  void count_marked() {
    const std::size_t first = prefix_.back() + 1U;
    set_ = prefix_;
    set_.push_back(static_cast<Variable>(first));
    const std::uint64_t rank = owner_.ranks_.rank(set_);
    DAGWRIGHT_ASSERT(rank + owner_.n_ - first <= owner_.wanted_.size());
    lasts_.clear();
    for (std::size_t v = first; v < owner_.n_; ++v) {
      if (owner_.wanted_[rank + v - first].load(std::memory_order_relaxed)) {
        lasts_.push_back(static_cast<Variable>(v));
      }
    }
    count_lasts();
    for (std::size_t i = 0; i < lasts_.size(); ++i) {
      owner_.last_.sums[rank + lasts_[i] - first] = sums_[i];
    }
  }

  /// Counts and scores the sets that no rule excludes.
  void evaluate() {
    judge_.prepare(prefix_);
    const std::size_t size = judge_.size();
    const std::size_t first = judge_.first();
    const std::size_t n_sets = owner_.n_ - first;
    Level& next = owner_.next_;
    if (!next.bests) bests_.resize(n_sets * size);
    double* bests = next.bests ? next.bests.get() + judge_.next_rank() * size : bests_.data();
    alive_.resize(n_sets);
    lasts_.clear();
    for (std::size_t i = 0; i < n_sets; ++i) {
      alive_[i] = judge_.judge(first + i, bests + i * size);
      if (alive_[i] != 0) lasts_.push_back(static_cast<Variable>(first + i));
    }
    if (next.bests && size < owner_.zero_sizes()) binary_counter_->fill(prefix_);
    count_lasts();
    for (std::size_t l = 0; l < lasts_.size(); ++l) {
      const std::size_t i = lasts_[l] - first;
      score(lasts_[l], sums_[l], bests + i * size, alive_[i]);
      if (next.bests) next.sums[judge_.next_rank() + i] = sums_[l];
    }
    if (lasts_.size() < n_sets) owner_.gaps_.store(true, std::memory_order_relaxed);
  }

  void count_lasts() {
    sums_.resize(lasts_.size());
    if (lasts_.empty()) return;
    if (prefix_.size() < owner_.zero_sizes()) {
      binary_counter_->count(prefix_, lasts_, sums_);
    } else {
      counter_.count(prefix_, lasts_, sums_);
    }
    counted_ += lasts_.size();
  }

  void score(Variable v, std::int64_t sum, double* bests, Mask alive) {
    judge_.set_last(v);
    for (; alive != 0; alive &= alive - 1) {
      const auto x = static_cast<std::size_t>(std::countr_zero(alive));
      const Judge::Family& family = judge_.family(x);
      const Variable child = judge_.member(x, v);
      Found& found = found_[child];
      const std::int64_t without = judge_.sum_without(x, v);
      DAGWRIGHT_ASSERT(sum != kUnknown && without != kUnknown);
      const double value = owner_.scale_ * static_cast<double>(sum - without) - family.penalty;
      if (judge_.is_plain() || !judge_.is_root(owner_.children_[child])) ++found.evaluations;
      if (value > bests[x]) {
        bests[x] = value;
        keep(x, v, value, found);
      }
      if (bests[x] >= family.closing) {
        bests[x] = std::numeric_limits<double>::infinity();
      } else {
        ++found.alive;
        found.fewest_configurations = std::min(found.fewest_configurations, family.configurations);
      }
    }
  }

  void keep(std::size_t x, Variable v, double value, Found& found) {
    set_.clear();
    for (std::size_t y = 0; y < judge_.size(); ++y) {
      if (y != x) set_.push_back(judge_.member(y, v));
    }
    found.kept.add(set_, value);
    // A score, a start and the members; growing and sorting take copies of them.
    const std::size_t bytes = sizeof(double) + sizeof(std::size_t) + set_.size() * sizeof(Variable);
    owner_.kept_bytes_.fetch_add(3 * bytes, std::memory_order_relaxed);
  }

  JointSequential& owner_;
  Judge judge_;
  scores::PrefixCounter counter_;
  std::unique_ptr<scores::BinaryCounter> binary_counter_;  ///< null unless all variables are binary
  std::vector<Found> found_;                               ///< by child
  std::uint64_t visits_ = 0;
  std::uint64_t counted_ = 0;
  std::vector<Variable> prefix_;
  std::vector<Variable> set_, lasts_;
  std::vector<std::int64_t> sums_;
  std::vector<double> bests_;
  std::vector<Mask> alive_;
};

/// Visits all prefixes of that size that a later variable extends, on threads.
void JointSequential::walk(std::size_t prefix_size, Visit visit) {
  if (prefix_size >= n_) return;
  // Enough beginnings to keep all threads busy to the end.
  const std::size_t fixed = std::min<std::size_t>(prefix_size, n_ <= 64 ? 2 : 1);
  std::vector<std::vector<Variable>> beginnings;
  std::vector<Variable> beginning(fixed);
  for (std::size_t i = 0; i < fixed; ++i) beginning[i] = static_cast<Variable>(i);
  do {
    if (beginning.back() + (prefix_size - fixed) + 1 < n_) beginnings.push_back(beginning);
  } while (next_combination(beginning, 0, n_));
  parallel_for(threads_, beginnings.size(), control_, [&](std::size_t item) {
    std::shared_ptr<Walker> walker;
    {
      const std::lock_guard lock(walkers_mutex_);
      if (!idle_walkers_.empty()) {
        walker = std::move(idle_walkers_.back());
        idle_walkers_.pop_back();
      }
    }
    if (!walker) walker = std::make_shared<Walker>(*this);
    walker->walk(beginnings[item], prefix_size, visit);
    const std::lock_guard lock(walkers_mutex_);
    walker->report();
    idle_walkers_.push_back(std::move(walker));
  });
}

}  // namespace dagwright::parents
