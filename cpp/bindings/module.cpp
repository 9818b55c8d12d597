#include "bindings.hpp"
#include "dagwright/core/assert.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The C++ core of dagwright. Private: use the names of the package.";
  m.attr("version") = DAGWRIGHT_VERSION;
  m.attr("checked") = dagwright::kChecked;
  dagwright::bind_core(m);
  dagwright::bind_cells(m);
  dagwright::bind_csv(m);
  dagwright::bind_data(m);
  dagwright::bind_kmeans(m);
  dagwright::bind_scores(m);
  dagwright::bind_independence(m);
  dagwright::bind_parents(m);
  dagwright::bind_parents_files(m);
  dagwright::bind_clusters(m);
  dagwright::bind_exact(m);
  dagwright::bind_order(m);
  dagwright::bind_dag(m);
  dagwright::bind_network(m);
}
