#include "dagwright/exact/parent_queries.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "dagwright/exact/extraction_kernels.hpp"

namespace dagwright::exact {
namespace {

/// Indexed parents of a table: 128 KiB a child. More of them save little scanning and cost cache.
constexpr std::size_t kIndexedParents = 16;
/// The full parent graph of a child has 2^(n - 1) entries of two bytes.
constexpr std::size_t kMostFull = 30;

template <class Set>
std::vector<PricedSet<Set>> priced_list(const ParentList<Set>& list) {
  std::vector<PricedSet<Set>> priced(list.sets.size() + 1);
  for (std::size_t i = 0; i < list.sets.size(); ++i) priced[i] = {list.sets[i], list.costs[i]};
  priced.back() = {Set{}, kNoCost};
  return priced;
}

/// The candidate parents that decide most: those in many sets near the top of the list.
template <class Set>
Set most_telling(const ParentList<Set>& list, std::size_t most) {
  std::vector<double> weight(8 * sizeof(Set), 0.0);
  for (std::size_t i = 0; i < list.sets.size(); ++i) {
    for_each_member(list.sets[i],
                    [&](Variable v) { weight[v] += 1.0 / (static_cast<double>(i) + 1.0); });
  }
  std::vector<Variable> order;
  for_each_member(list.candidates, [&](Variable v) { order.push_back(v); });
  std::stable_sort(order.begin(), order.end(),
                   [&](Variable a, Variable b) { return weight[a] > weight[b]; });
  order.resize(std::min(order.size(), most));
  Set chosen{};
  for (const Variable v : order) chosen |= single<Set>(v);
  return chosen;
}

/// begin[P] = the first position whose set has no indexed parent outside P.
template <class Set>
std::vector<std::uint16_t> scan_begins(const ParentList<Set>& list,
                                       const BitExtractor<Set>& extract) {
  constexpr std::size_t kLast = 0xffff;
  const unsigned bits = size_of(extract.mask);
  std::vector<std::uint16_t> begin(std::size_t{1} << bits,
                                   static_cast<std::uint16_t>(std::min(kLast, list.sets.size())));
  for (std::size_t i = std::min(kLast, list.sets.size()); i-- > 0;) {
    begin[extract(list.sets[i])] = static_cast<std::uint16_t>(i);
  }
  for (unsigned b = 0; b < bits; ++b) {
    const std::size_t bit = std::size_t{1} << b;
    for (std::size_t p = 0; p < begin.size(); ++p) {
      if ((p & bit) != 0) begin[p] = std::min(begin[p], begin[p ^ bit]);
    }
  }
  return begin;
}

template <class Set>
class TableQueries final : public ParentQueries<Set> {
 public:
  TableQueries(const OrderGraph<Set>& graph, bool full)
      : kernels_(extraction_kernels<Set>(choose_instruction_set())) {
    const std::size_t n = graph.n_variables();
    for (std::size_t v = 0; v < n; ++v) {
      const ParentList<Set>& list = graph.list(static_cast<Variable>(v));
      const Set others = graph.all() & ~single<Set>(v);
      extractors_.emplace_back(full ? others : most_telling(list, kIndexedParents));
      begins_.push_back(scan_begins(list, extractors_.back()));
      lists_.push_back(priced_list(list));
      tables_.push_back({extractors_[v].mask, extractors_[v].by_byte.data(), begins_[v].data(),
                         lists_[v].data()});
    }
  }

  void costs_after(Set placed, std::span<const Variable> children, Cost* costs) const override {
    kernels_.costs_after(tables_.data(), placed, children.data(), children.size(), costs);
  }
  void costs_of(Variable child, std::span<const Set> placed, Cost* costs) const override {
    kernels_.costs_of(tables_[child], placed.data(), placed.size(), costs);
  }
  std::size_t bytes() const override {
    std::size_t sum = 0;
    for (std::size_t v = 0; v < tables_.size(); ++v) {
      sum += begins_[v].size() * sizeof(std::uint16_t) + extractors_[v].by_byte.size() * 4 +
             lists_[v].size() * sizeof(PricedSet<Set>);
    }
    return sum;
  }

 private:
  const ExtractionKernels<Set>& kernels_;
  std::vector<BitExtractor<Set>> extractors_;
  std::vector<std::vector<std::uint16_t>> begins_;
  std::vector<std::vector<PricedSet<Set>>> lists_;
  std::vector<ChildTable<Set>> tables_;
};

/// What scanning and bit vectors share: one look-up at a time.
template <class Set, class Self>
class SingleQueries : public ParentQueries<Set> {
 public:
  void costs_after(Set placed, std::span<const Variable> children, Cost* costs) const final {
    for (const Variable child : children) *costs++ = self().look_up(child, placed);
  }
  void costs_of(Variable child, std::span<const Set> placed, Cost* costs) const final {
    for (const Set set : placed) *costs++ = self().look_up(child, set);
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

template <class Set>
class ScanQueries final : public SingleQueries<Set, ScanQueries<Set>> {
 public:
  explicit ScanQueries(const OrderGraph<Set>& graph) {
    for (std::size_t v = 0; v < graph.n_variables(); ++v) {
      lists_.push_back(priced_list(graph.list(static_cast<Variable>(v))));
    }
  }

  Cost look_up(Variable child, Set placed) const {
    const PricedSet<Set>* found = lists_[child].data();
    while (!is_subset(found->set, placed)) ++found;
    return found->cost;
  }
  std::size_t bytes() const override {
    std::size_t sum = 0;
    for (const auto& list : lists_) sum += list.size() * sizeof(PricedSet<Set>);
    return sum;
  }

 private:
  std::vector<std::vector<PricedSet<Set>>> lists_;
};

/// For each block of 64 sets and each candidate parent, the sets of the block that it is in. A set
/// is available if none of the missing parents is in it; the first available bit is the answer.
template <class Set>
class BitQueries final : public SingleQueries<Set, BitQueries<Set>> {
 public:
  explicit BitQueries(const OrderGraph<Set>& graph) {
    for (std::size_t v = 0; v < graph.n_variables(); ++v) {
      children_.emplace_back(graph.list(static_cast<Variable>(v)));
    }
  }

  Cost look_up(Variable child, Set placed) const {
    const Child& lookup = children_[child];
    const Set missing = lookup.candidates & ~placed;
    for (std::size_t block = 0; block < lookup.n_blocks; ++block) {
      std::uint64_t excluded = 0;
      for_each_member(missing, [&](Variable v) { excluded |= lookup.sets_with(block, v); });
      const std::uint64_t available = ~excluded;
      if (available != 0) return lookup.costs[64 * block + lowest(available)];
    }
    return kNoCost;
  }
  std::size_t bytes() const override {
    std::size_t sum = 0;
    for (const Child& child : children_) sum += 8 * (child.bits.size() + child.costs.size());
    return sum;
  }

 private:
  struct Child {
    explicit Child(const ParentList<Set>& list)
        : candidates(list.candidates),
          n_candidates(size_of(candidates)),
          n_blocks((list.sets.size() + 63) / 64),
          costs(list.costs),
          row(8 * sizeof(Set)),
          bits(n_blocks * n_candidates) {
      costs.resize(64 * n_blocks, kNoCost);
      std::size_t next = 0;
      for_each_member(candidates, [&](Variable v) { row[v] = static_cast<Variable>(next++); });
      for (std::size_t i = 0; i < list.sets.size(); ++i) {
        for_each_member(list.sets[i], [&](Variable v) {
          bits[i / 64 * n_candidates + row[v]] |= std::uint64_t{1} << (i % 64);
        });
      }
    }

    std::uint64_t sets_with(std::size_t block, Variable v) const {
      return bits[block * n_candidates + row[v]];
    }

    Set candidates;
    std::size_t n_candidates;
    std::size_t n_blocks;
    std::vector<Cost> costs;
    std::vector<Variable> row;
    std::vector<std::uint64_t> bits;
  };

  std::vector<Child> children_;
};

}  // namespace

template <class Set>
std::size_t query_bytes(const OrderGraph<Set>& graph, QueryKind kind) {
  const std::size_t n = graph.n_variables();
  if (kind == QueryKind::full && n > kMostFull) {
    throw std::overflow_error("full parent graphs of " + std::to_string(n) +
                              " variables do not fit any memory: use sparse ones");
  }
  std::size_t sum = 0;
  for (std::size_t v = 0; v < n; ++v) {
    const ParentList<Set>& list = graph.list(static_cast<Variable>(v));
    const std::size_t candidates = size_of(list.candidates);
    const std::size_t indexed =
        kind == QueryKind::full ? n - 1 : std::min(candidates, kIndexedParents);
    const std::size_t extractor = sizeof(Set) * 256 * sizeof(std::uint32_t);
    if (kind == QueryKind::bits) {
      sum += (list.sets.size() + 63) / 64 * (8 * candidates + 64 * sizeof(Cost));
      continue;
    }
    sum += (list.sets.size() + 1) * sizeof(PricedSet<Set>);
    if (kind != QueryKind::scan) sum += extractor + (sizeof(std::uint16_t) << indexed);
  }
  return sum;
}

template <class Set>
std::unique_ptr<ParentQueries<Set>> make_queries(const OrderGraph<Set>& graph, QueryKind kind) {
  switch (kind) {
    case QueryKind::scan:
      return std::make_unique<ScanQueries<Set>>(graph);
    case QueryKind::bits:
      return std::make_unique<BitQueries<Set>>(graph);
    default:
      return std::make_unique<TableQueries<Set>>(graph, kind == QueryKind::full);
  }
}

template std::size_t query_bytes(const OrderGraph<NarrowSet>&, QueryKind);
template std::size_t query_bytes(const OrderGraph<WideSet>&, QueryKind);
template std::unique_ptr<ParentQueries<NarrowSet>> make_queries(const OrderGraph<NarrowSet>&,
                                                                QueryKind);
template std::unique_ptr<ParentQueries<WideSet>> make_queries(const OrderGraph<WideSet>&,
                                                              QueryKind);

}  // namespace dagwright::exact
