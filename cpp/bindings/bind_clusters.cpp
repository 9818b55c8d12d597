#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "dagwright/exact/cluster_separation.hpp"
#include "dagwright/exact/cluster_sets.hpp"
#include "dagwright/exact/guided_order.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

template <typename T>
using Array = nb::ndarray<nb::numpy, const T, nb::ndim<1>, nb::c_contig>;

template <typename T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), array.size()};
}

void check_columns(const exact::ClusterSets& sets, const Array<std::int64_t>& columns) {
  for (const std::int64_t column : view(columns)) {
    if (column < 0 || static_cast<std::size_t>(column) >= sets.n_sets()) {
      throw nb::index_error("no such set");
    }
  }
}

void check_clusters(const exact::ClusterSets& sets, const Array<std::uint64_t>& clusters) {
  if (clusters.size() % sets.words() != 0) throw nb::value_error("clusters have other widths");
}

std::span<const std::uint8_t> allowed_sets(const exact::ClusterSets& sets,
                                           const std::optional<Array<std::uint8_t>>& allowed) {
  if (!allowed) return {};
  if (allowed->size() != sets.n_sets()) throw nb::value_error("one entry of allowed a set");
  return view(*allowed);
}

void make(exact::ClusterSets* self, const Array<std::int64_t>& child_starts,
          const Array<std::int64_t>& excess, const Array<std::uint32_t>& set_starts,
          const Array<std::uint16_t>& members) {
  if (child_starts.size() < 2 || set_starts.size() != excess.size() + 1 ||
      child_starts.data()[child_starts.size() - 1] != static_cast<std::int64_t>(excess.size()) ||
      set_starts.data()[excess.size()] > members.size()) {
    throw nb::value_error("the arrays do not fit together");
  }
  const InCore in_core;
  new (self) exact::ClusterSets(view(child_starts), view(excess), view(set_starts), view(members));
}

nb::tuple price(const exact::ClusterSets& sets, const Array<std::uint64_t>& clusters,
                const Array<std::int64_t>& multipliers,
                const std::optional<Array<std::uint8_t>>& allowed) {
  check_clusters(sets, clusters);
  if (multipliers.size() * sets.words() != clusters.size()) {
    throw nb::value_error("one multiplier a cluster");
  }
  exact::Pricing pricing = [&] {
    const InCore in_core;
    return sets.price(view(clusters), view(multipliers), allowed_sets(sets, allowed));
  }();
  return nb::make_tuple(pricing.bound, to_read_only(std::move(pricing.minimum)),
                        to_read_only(std::move(pricing.reduced)));
}

nb::tuple rows(const exact::ClusterSets& sets, const Array<std::uint64_t>& clusters,
               const Array<std::int64_t>& columns) {
  check_clusters(sets, clusters);
  check_columns(sets, columns);
  exact::SparseRows found = sets.rows(view(clusters), view(columns));
  return nb::make_tuple(to_read_only(std::move(found.starts)),
                        to_read_only(std::move(found.entries)));
}

nb::tuple appearances(const exact::ClusterSets& sets, const Array<std::uint64_t>& clusters,
                      const Array<std::int64_t>& columns) {
  check_clusters(sets, clusters);
  check_columns(sets, columns);
  exact::SparseRows found = sets.appearances(view(clusters), view(columns));
  return nb::make_tuple(to_read_only(std::move(found.starts)),
                        to_read_only(std::move(found.entries)));
}

Array<std::int64_t> components(const exact::ClusterSets& sets, const Array<std::uint8_t>& allowed) {
  return to_read_only(sets.components(allowed_sets(sets, allowed)));
}

/// The sets that are left, or None if a child has none.
std::optional<Array<std::uint8_t>> propagate(const exact::ClusterSets& sets,
                                             const Array<std::uint8_t>& allowed) {
  const auto given = allowed_sets(sets, allowed);
  std::vector<std::uint8_t> left(given.begin(), given.end());
  if (!sets.propagate(left)) return std::nullopt;
  return to_read_only(std::move(left));
}

std::vector<Variable> follow(const exact::ClusterSets& sets, const Array<std::int64_t>& reduced,
                             const Array<std::int64_t>& minimum,
                             const std::optional<Array<std::uint8_t>>& allowed,
                             RunControl* control) {
  if (reduced.size() != sets.n_sets() || minimum.size() != sets.n_variables()) {
    throw nb::value_error("these are no reduced costs of these sets");
  }
  return exact::guided_order(sets, view(reduced), view(minimum), allowed_sets(sets, allowed),
                             control);
}

nb::tuple broken_clusters(const exact::ClusterSets& sets, const Array<std::int64_t>& columns,
                          const Array<double>& values, double least, std::size_t limit,
                          RunControl* control) {
  check_columns(sets, columns);
  if (values.size() != columns.size()) throw nb::value_error("one value a column");
  exact::BrokenClusters found;
  {
    const WithoutPython no_lock;
    found = exact::find_broken_clusters(sets, view(columns), view(values), least, limit, control);
  }
  return nb::make_tuple(to_read_only(std::move(found.clusters)),
                        to_read_only(std::move(found.violation)));
}

}  // namespace

void bind_clusters(nb::module_& m) {
  nb::class_<exact::ClusterSets>(m, "ClusterSets",
                                 "Candidate sets, and what clusters say about them.")
      .def("__init__", &make, "child_starts"_a, "excess"_a, "set_starts"_a, "members"_a)
      .def_prop_ro("words", &exact::ClusterSets::words)
      .def_prop_ro("n_variables", &exact::ClusterSets::n_variables)
      .def_prop_ro("n_sets", &exact::ClusterSets::n_sets)
      .def("price", &price, "clusters"_a, "multipliers"_a, "allowed"_a = nb::none(),
           "The bound, each child's least reduced cost, and the reduced costs.")
      .def("rows", &rows, "clusters"_a, "columns"_a)
      .def("appearances", &appearances, "clusters"_a, "columns"_a)
      .def("components", &components, "allowed"_a,
           "The strong component of each variable; those of its parents have smaller numbers.")
      .def("propagate", &propagate, "allowed"_a)
      .def("guided_order", &follow, "reduced"_a, "minimum"_a, "allowed"_a = nb::none(),
           "control"_a = nb::none())
      .def("broken_clusters", &broken_clusters, "columns"_a, "values"_a, "least"_a, "limit"_a,
           "control"_a = nb::none());
}

}  // namespace dagwright
