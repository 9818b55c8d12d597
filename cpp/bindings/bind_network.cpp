#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bindings.hpp"
#include "dagwright/core/resources.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/network/forward_sampler.hpp"
#include "python_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dagwright {
namespace {

using Probabilities = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using OutputColumn = nb::ndarray<nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<network::Family> make_families(const std::vector<Probabilities>& tables,
                                           const std::vector<std::vector<Variable>>& parents) {
  if (tables.size() != parents.size()) throw std::invalid_argument("one table a variable");
  std::vector<network::Family> families(tables.size());
  for (std::size_t v = 0; v < tables.size(); ++v) {
    if (tables[v].ndim() != parents[v].size() + 1 || tables[v].size() == 0) {
      throw std::invalid_argument("one axis a parent and one for the child");
    }
    families[v].arity = static_cast<std::uint32_t>(tables[v].shape(parents[v].size()));
    families[v].parents = parents[v];
    families[v].probabilities = {tables[v].data(), tables[v].size()};
  }
  for (std::size_t v = 0; v < families.size(); ++v) {
    for (std::size_t axis = 0; axis < parents[v].size(); ++axis) {
      if (tables[v].shape(axis) != families.at(parents[v][axis]).arity) {
        throw std::invalid_argument("an axis differs from its parent's arity");
      }
    }
  }
  return families;
}

void sample(const std::vector<Probabilities>& tables,
            const std::vector<std::vector<Variable>>& parents, const std::vector<Variable>& order,
            const std::vector<OutputColumn>& output, const Resources& resources,
            RunControl& control) {
  if (output.empty() || output.size() != tables.size() || order.size() != tables.size()) {
    throw std::invalid_argument("one column and one place in the order a variable");
  }
  std::vector<network::Family> families = make_families(tables, parents);
  std::vector<network::SampledColumn> columns;
  for (std::size_t v = 0; v < output.size(); ++v) {
    const auto bytes = static_cast<unsigned>(output[v].itemsize());
    const std::uint64_t largest = bytes >= 4 ? UINT32_MAX : (1U << (8 * bytes)) - 1;
    if (output[v].shape(0) != output[0].shape(0) || bytes > 4 || families[v].arity - 1 > largest ||
        order[v] >= order.size()) {
      throw std::invalid_argument("a column does not fit its variable");
    }
    columns.push_back({output[v].data(), bytes});
  }
  std::vector<bool> drawn(order.size(), false);
  for (const Variable v : order) {
    for (const Variable parent : parents[v]) {
      if (!drawn[parent]) throw std::invalid_argument("a parent after its child in the order");
    }
    drawn[v] = true;
  }
  const WithoutPython no_lock;
  const network::ForwardSampler sampler(std::move(families), order);
  sampler.sample(output[0].shape(0), resources.seed, resources.threads, control, columns);
}

}  // namespace

void bind_network(nb::module_& m) {
  m.def("sample", &sample, "tables"_a, "parents"_a, "order"_a, "output"_a, "resources"_a,
        "control"_a,
        "Draw rows by forward sampling into columns of unsigned codes, one a variable.");
}

}  // namespace dagwright
