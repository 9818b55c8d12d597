// Lists of candidate sets, open lists, and the oracle that reads lists.

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "brute_force.hpp"
#include "check.hpp"
#include "dagwright/parents/best_first.hpp"
#include "dagwright/parents/candidate_list.hpp"
#include "dagwright/parents/candidate_oracle.hpp"
#include "dagwright/parents/known_network.hpp"
#include "random_candidates.hpp"

using namespace dagwright;

namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();

bool is_strict_subset(std::span<const Variable> inner, std::span<const Variable> outer) {
  return inner.size() < outer.size() &&
         std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

void dominated_sets_are_dropped() {
  Rng rng(51);
  for (int round = 0; round < 300; ++round) {
    parents::ScoredSets sets;
    std::set<std::vector<Variable>> members;
    for (std::size_t count = 1 + rng.below(40); members.size() < count;) {
      std::vector<Variable> set;
      for (Variable v = 0; v < 6; ++v) {
        if (rng.below(3) == 0) set.push_back(v);
      }
      if (members.insert(set).second) sets.add(set, -static_cast<double>(rng.below(8)));
    }
    const parents::ScoredSets kept = parents::without_dominated(sets);
    std::set<std::vector<Variable>> found;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (i > 0) CHECK(kept.score(i) <= kept.score(i - 1));
      found.insert({kept.members(i).begin(), kept.members(i).end()});
    }
    for (std::size_t i = 0; i < sets.size(); ++i) {
      bool dominated = false;
      for (std::size_t j = 0; j < sets.size(); ++j) {
        dominated = dominated || (is_strict_subset(sets.members(j), sets.members(i)) &&
                                  sets.score(j) >= sets.score(i));
      }
      CHECK(found.contains({sets.members(i).begin(), sets.members(i).end()}) == !dominated);
    }
  }
}

struct Entry {
  double score;
  std::size_t number;
  static bool worse(const Entry& a, const Entry& b) {
    return a.score != b.score ? a.score < b.score : a.number > b.number;
  }
};

void open_lists_give_the_best_first_and_drop_the_worst() {
  Rng rng(52);
  for (const std::size_t most : {1U, 7U, 40U}) {
    parents::OpenList<Entry> open(most);
    std::vector<Entry> expected;
    for (std::size_t i = 0; i < 500; ++i) {
      const Entry entry{static_cast<double>(rng.below(20)), i};
      open.push(entry);
      expected.push_back(entry);
      std::sort(expected.begin(), expected.end(),
                [](const Entry& a, const Entry& b) { return Entry::worse(b, a); });
      CHECK(open.trim() == (expected.size() > most));
      if (expected.size() > most) expected.resize(most / 2 + 1);
      CHECK(open.entries().size() == expected.size());
      if (rng.below(3) > 0) continue;
      CHECK(open.pop().number == expected.front().number);
      expected.erase(expected.begin());
      CHECK(open.empty() == expected.empty());
    }
  }
}

void the_oracle_knows_what_is_listed() {
  Rng rng(53);
  for (int round = 0; round < 40; ++round) {
    const std::size_t n = 1 + rng.below(7);
    const RandomCandidates candidates(n, 12, 4, rng);
    const parents::CandidateSets& sets = candidates.get();
    const parents::CandidateOracle oracle(sets);
    CHECK(oracle.n_variables() == n);
    for (std::size_t v = 0; v < n; ++v) {
      const auto child = static_cast<Variable>(v);
      CHECK(oracle.upper_bound(child) == sets.score(sets.begin(child)));
      for (std::size_t bits = 0; bits < std::size_t{1} << n; ++bits) {
        std::vector<Variable> set;
        for (std::size_t m = 0; m < n; ++m) {
          if ((bits >> m & 1) != 0) set.push_back(static_cast<Variable>(m));
        }
        if ((bits >> v & 1) != 0) continue;
        std::set<double> listed;  // a set that is listed twice has two scores
        for (std::size_t s = sets.begin(child); s < sets.end(child); ++s) {
          if (std::ranges::equal(sets.members(s), set)) listed.insert(sets.score(s));
        }
        const double score = oracle.score(child, set);
        CHECK(listed.empty() ? score == kForbidden : listed.contains(score));
      }
    }
  }
}

void a_known_network_avoids_forbidden_sets_where_it_can() {
  Rng rng(54);
  int avoided = 0;
  for (int round = 0; round < 300; ++round) {
    const RandomCandidates candidates(1 + rng.below(6), 8, 3, rng, round % 3 == 0, 1e6);
    const parents::CandidateSets& sets = candidates.get();
    const std::vector<std::size_t> known = sets.known_network();
    CHECK(known.size() == sets.n_variables());
    double score = 0.0;
    std::vector<std::vector<Variable>> lists(known.size());
    for (std::size_t v = 0; v < known.size(); ++v) {
      const std::size_t set = known[v];
      CHECK(sets.begin(static_cast<Variable>(v)) <= set &&
            set < sets.end(static_cast<Variable>(v)));
      score += sets.score(set);
      lists[v].assign(sets.members(set).begin(), sets.members(set).end());
    }
    CHECK(is_acyclic(lists));
    const auto best = static_cast<double>(BruteForce(sets).best());
    CHECK(score <= best + 1e-6);
    if (best > -5e5) {
      CHECK(score > -5e5);
      ++avoided;
    }
  }
  CHECK(avoided > 20);
}

}  // namespace

int main() {
  dominated_sets_are_dropped();
  open_lists_give_the_best_first_and_drop_the_worst();
  the_oracle_knows_what_is_listed();
  a_known_network_avoids_forbidden_sets_where_it_can();
}
