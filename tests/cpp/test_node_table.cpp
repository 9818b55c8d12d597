// The table of A* and the layers of BFBnB say of themselves whether they are in order.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "aborts.hpp"
#include "check.hpp"
#include "dagwright/core/assert.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/exact/layer.hpp"
#include "dagwright/exact/node_table.hpp"

using namespace dagwright;

namespace {

template <class Set>
Set random_set(Rng& rng, std::size_t n) {
  Set set{};
  for (std::size_t v = 0; v < n; ++v) {
    if (rng.below(2) == 0) set |= exact::single<Set>(v);
  }
  return set;
}

template <class Set>
void test_table(std::size_t n) {
  Rng rng(1, {n});
  exact::NodeTable<Set> table;
  std::map<Set, exact::Cost> known;
  CHECK(table.check());
  for (int i = 0; i < 20000; ++i) {
    const Set key = exact::scramble_set(random_set<Set>(rng, n));
    const exact::Cost cost = rng.below(1000);
    if (table.is_tight(1)) table.grow();
    exact::Node<Set>* node = table.find_or_add(key);
    while (node == nullptr) {
      table.grow();
      node = table.find_or_add(key);
    }
    CHECK(node->is_used() == known.contains(key));
    node->reach(cost, static_cast<Variable>(cost % n));
    known[key] = cost;
    if (i % 5000 == 0) CHECK(table.check());
  }
  CHECK(table.check() && table.size() == known.size());
  for (const auto& [key, cost] : known) {
    const exact::Node<Set>* node = table.find(key);
    CHECK(node != nullptr && node->cost() == cost && node->last() == cost % n);
  }
  // What was written over is noticed.
  exact::Node<Set>* const first = table.find(known.begin()->first);
  first->key = ~Set{};
  CHECK(!table.check());
}

template <class Set>
void test_layer(exact::NodeLayer<Set>& layer) {
  Rng rng(2);
  std::set<Set> sets;
  while (sets.size() < 10000) {
    const Set set = random_set<Set>(rng, 20);
    if (!exact::is_empty(set)) sets.insert(set);
  }
  std::vector<exact::LayerNode<Set>> nodes;
  for (const Set set : sets) {
    nodes.emplace_back(set, rng.below(100), static_cast<Variable>(exact::lowest(set)));
  }
  const std::span<const exact::LayerNode<Set>> all(nodes);
  layer.append(all.first(7000));
  layer.append(all.subspan(7000));
  if (kChecked) CHECK(aborts([&] { layer.append(all.first(1)); }));
  layer.finish();
  CHECK(layer.check() && layer.size() == nodes.size());
  for (std::size_t i = 0; i < nodes.size(); i += 97) {
    const auto found = layer.find(nodes[i].set);
    CHECK(found && found->info == nodes[i].info);
  }
  CHECK(!layer.find(Set{}));
}

template <class Set>
void test_layers() {
  exact::MemoryLayer<Set> in_memory;
  test_layer<Set>(in_memory);
  const auto path = std::filesystem::temp_directory_path() /
                    ("dagwright-test-" + std::to_string(getpid()) + ".layer");
  {
    exact::FileLayer<Set> in_file(path.string(), exact::LayerFacts{});
    test_layer<Set>(in_file);
    CHECK(exact::FileLayer<Set>(path.string()).check());
  }
  std::filesystem::remove(path);
}

}  // namespace

int main() {
  test_table<exact::NarrowSet>(40);
  test_table<exact::WideSet>(100);
  test_layers<exact::NarrowSet>();
  test_layers<exact::WideSet>();
  return 0;
}
