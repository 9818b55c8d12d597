#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <span>

#include "bindings.hpp"
#include "dagwright/data/kmeans.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<std::size_t> checked_optimal_runs(const Doubles& values, const Doubles& weights,
                                              std::size_t clusters) {
  const std::span<const double> value_span(values.data(), values.shape(0));
  const std::span<const double> weight_span(weights.data(), weights.shape(0));
  if (weight_span.size() != value_span.size()) throw nb::value_error("one weight for each value");
  if (clusters < 1 || clusters > value_span.size() || value_span.size() >= UINT32_MAX) {
    throw nb::value_error("at least one cluster and at most one for each value");
  }
  const WithoutPython no_lock;
  return data::optimal_runs(value_span, weight_span, clusters);
}

}  // namespace

void bind_kmeans(nb::module_& m) {
  m.def("optimal_runs", &checked_optimal_runs, "values"_a, "weights"_a, "clusters"_a,
        "Where each of the runs starts that split ascending values with the least squared error.");
}

}  // namespace dagwright
