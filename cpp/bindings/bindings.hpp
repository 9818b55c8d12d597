#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright {

/// Throws std::invalid_argument unless this names each of n variables once.
void check_order(const std::vector<Variable>& order, std::size_t n);

void bind_core(nanobind::module_& m);
void bind_cells(nanobind::module_& m);
void bind_csv(nanobind::module_& m);
void bind_data(nanobind::module_& m);
void bind_kmeans(nanobind::module_& m);
void bind_scores(nanobind::module_& m);
void bind_independence(nanobind::module_& m);
void bind_parents(nanobind::module_& m);
void bind_parents_files(nanobind::module_& m);
void bind_clusters(nanobind::module_& m);
void bind_exact(nanobind::module_& m);
void bind_order(nanobind::module_& m);
void bind_dag(nanobind::module_& m);
void bind_network(nanobind::module_& m);

}  // namespace dagwright
