// Bitsets kept edge by edge, against bitsets built from scratch.
#include <algorithm>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/dag/ancestors.hpp"

using namespace dagwright;

int main() {
  Rng rng(13);
  constexpr std::size_t kVariables = 70;  // more than one word
  ParentLists parents(kVariables);
  dag::Ancestors ancestors(parents);
  int added = 0, removed = 0, refused = 0;
  for (int step = 0; step < 4000; ++step) {
    const auto from = static_cast<Variable>(rng.below(kVariables));
    const auto to = static_cast<Variable>(rng.below(kVariables));
    std::vector<Variable>& list = parents[to];
    const auto place = std::lower_bound(list.begin(), list.end(), from);
    if (place != list.end() && *place == from) {
      ParentLists turned = parents;
      std::erase(turned[to], from);
      const bool other_path = dag::Ancestors(turned).is_ancestor(from, to);
      CHECK(ancestors.can_reverse(from, to, parents) == !other_path);
      list.erase(place);
      ancestors.removed(to, parents);
      ++removed;
    } else if (ancestors.can_add(from, to)) {
      list.insert(place, from);
      ancestors.added(from, to);
      ++added;
    } else {
      ++refused;
    }
    if (step % 10 == 0) CHECK(ancestors.check(parents));
  }
  CHECK(added > 100 && removed > 20 && refused > 100);
}
