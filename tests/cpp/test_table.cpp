#include <map>
#include <vector>

#include "check.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

/// Weight of each distinct row, however the table stores it.
std::map<std::vector<std::uint32_t>, std::uint64_t> contents(const data::Table& table) {
  std::map<std::vector<std::uint32_t>, std::uint64_t> rows;
  for (std::size_t row = 0; row < table.stored_rows(); ++row) {
    std::vector<std::uint32_t> values;
    for (std::size_t v = 0; v < table.n_variables(); ++v) {
      values.push_back(table.column(static_cast<Variable>(v)).at(row));
    }
    rows[values] += table.weights() == nullptr ? 1 : table.weights()[row];
  }
  return rows;
}

void merging_changes_nothing() {
  std::vector<std::int64_t> weights;
  for (int i = 0; i < 300; ++i) weights.push_back(i % 4);  // some are 0
  for (const bool weighted : {false, true}) {
    const auto given = weighted ? weights : std::vector<std::int64_t>{};
    const auto plain = random_table(5, 4, 300, 3, data::Table::Merge::never, given);
    const auto merged = random_table(5, 4, 300, 3, data::Table::Merge::always, given);
    CHECK(contents(*plain) == contents(*merged));
    CHECK(plain->total_weight() == merged->total_weight());
    CHECK(merged->stored_rows() == contents(*merged).size());
  }
}

void planes_add_up_to_the_weights() {
  const auto table = random_table(6, 3, 500, 2, data::Table::Merge::always);
  CHECK(table->weights() != nullptr);
  for (std::size_t row = 0; row < table->stored_rows(); ++row) {
    std::uint32_t weight = 0;
    for (const data::Table::Plane& plane : table->planes()) {
      if (row / 64 < plane.words) {
        weight += static_cast<std::uint32_t>((plane.mask[row / 64] >> (row % 64)) & 1U)
                  << plane.shift;
      }
    }
    CHECK(weight == table->weights()[row]);
  }
}

void rows_that_differ_are_not_merged_for_nothing() {
  CHECK(random_table(7, 30, 400, 8)->weights() == nullptr);
  CHECK(random_table(7, 3, 4000, 2)->weights() != nullptr);
}

}  // namespace

int main() {
  merging_changes_nothing();
  planes_add_up_to_the_weights();
  rows_that_differ_are_not_merged_for_nothing();
}
