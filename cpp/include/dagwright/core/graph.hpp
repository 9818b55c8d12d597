#pragma once

#include <cstddef>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright {

/// For each vertex a list of vertices: its parents, children, or whatever else it leads to.
using VertexLists = std::vector<std::vector<Variable>>;
/// The parents of each vertex, ascending.
using ParentLists = VertexLists;

/// Adds a vertex to a list that ascends.
void insert_sorted(std::vector<Variable>& list, Variable v);

/// Parents to children and back; each list comes out ascending.
VertexLists reversed(const VertexLists& lists);

/// Every vertex after its parents (Kahn 1962); those on or behind a cycle are missing.
std::vector<Variable> topological_order(const ParentLists& parents);

/// The same; of those that could be next, the earliest in `preferred` is.
std::vector<Variable> topological_order(const ParentLists& parents, const VertexLists& children,
                                        const std::vector<Variable>& preferred);

bool is_acyclic(const ParentLists& parents);

/// The strong component of each vertex (Tarjan 1972). They are numbered in the order in which
/// depth-first searches from the `roots`, one after the other, leave them: those that a component
/// leads to have smaller numbers. All vertices must be among the roots.
std::vector<std::size_t> strong_components(const VertexLists& successors,
                                           const std::vector<Variable>& roots);
/// From the first vertex to the last.
std::vector<std::size_t> strong_components(const VertexLists& successors);

}  // namespace dagwright
