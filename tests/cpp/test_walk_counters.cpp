// The counters of lexicographic walks, on every instruction set, against a map from configurations
// to counts.
#include <map>
#include <vector>

#include "check.hpp"
#include "dagwright/core/combinations.hpp"
#include "dagwright/scores/binary_counter.hpp"
#include "dagwright/scores/prefix_counter.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

std::int64_t naive_sum(const data::Table& table, const std::vector<Variable>& set,
                       const scores::CellFunction& function) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> cells;
  for (std::size_t row = 0; row < table.stored_rows(); ++row) {
    std::vector<std::uint32_t> values;
    for (const Variable v : set) values.push_back(table.column(v).at(row));
    cells[values] += table.weights() == nullptr ? 1 : table.weights()[row];
  }
  std::int64_t sum = 0;
  for (const auto& [values, count] : cells) sum += function(count);
  return sum;
}

std::shared_ptr<data::Table> binary_table(std::uint64_t seed, std::size_t variables,
                                          std::size_t rows, data::Table::Merge merge) {
  Rng rng(seed);
  auto codes = std::make_shared<std::vector<std::vector<std::uint8_t>>>();
  std::vector<data::Column> columns;
  for (std::size_t v = 0; v < variables; ++v) {
    std::vector<std::uint8_t> column(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const bool copy = v > 0 && rng.below(3) != 0;
      column[row] = copy ? codes->back()[row] : static_cast<std::uint8_t>(rng.below(2));
    }
    codes->push_back(std::move(column));
  }
  for (const auto& column : *codes) columns.push_back({column.data(), 1, 2});
  return std::make_shared<data::Table>(columns, rows, std::vector<std::int64_t>{}, codes, merge);
}

/// All prefixes of a size in lexicographic order that a later variable can extend.
template <class Visit>
void walk(std::size_t n, std::size_t size, std::vector<Variable>& prefix, Visit visit) {
  if (prefix.size() == size) {
    visit();
    return;
  }
  const std::size_t first = prefix.empty() ? 0 : prefix.back() + 1U;
  for (std::size_t v = first; v + 1 < n; ++v) {
    prefix.push_back(static_cast<Variable>(v));
    walk(n, size, prefix, visit);
    prefix.pop_back();
  }
}

template <class Counter>
void check_sums(const data::Table& table, const scores::CellFunction& function, std::size_t size,
                Rng& rng, Counter& counter) {
  std::vector<Variable> prefix;
  walk(table.n_variables(), size, prefix, [&] {
    if (rng.below(4) == 0) return;  // a walk leaves prefixes out, too
    std::vector<Variable> lasts;
    for (std::size_t v = prefix.back() + 1U; v < table.n_variables(); ++v) {
      if (rng.below(3) != 0) lasts.push_back(static_cast<Variable>(v));
    }
    std::vector<std::int64_t> sums(lasts.size());
    if (!lasts.empty()) counter.count(prefix, lasts, sums);
    for (std::size_t i = 0; i < lasts.size(); ++i) {
      std::vector<Variable> set = prefix;
      set.push_back(lasts[i]);
      CHECK(sums[i] == naive_sum(table, set, function));
    }
  });
}

void check_prefix_counter(const data::Table& table, InstructionSet instruction_set, Rng& rng) {
  const scores::CellFunction function =
      scores::CellFunction::count_log_count(30, table.total_weight());
  scores::PrefixCounter counter(table, scores::kernels_for(instruction_set), function);
  for (const std::size_t size : {1U, 2U, 4U, 3U, 5U}) {
    check_sums(table, function, size, rng, counter);
  }
}

/// Sizes one after the other, as they are filled in; the last one has no table.
void check_binary_counter(const data::Table& table, InstructionSet instruction_set, Rng& rng) {
  CHECK(scores::ZeroCounts::suits(table));
  const scores::CellFunction function =
      scores::CellFunction::count_log_count(30, table.total_weight());
  const CombinationRanks ranks(table.n_variables(), table.n_variables());
  scores::ZeroCounts zeros(table, ranks);
  scores::BinaryCounter counter(table, scores::kernels_for(instruction_set), function, zeros);
  for (std::size_t size = 2; size <= 6; ++size) {
    if (size < 6) {
      zeros.add_size();
      std::vector<Variable> prefix;
      walk(table.n_variables(), size - 1, prefix, [&] { counter.fill(prefix); });
    }
    check_sums(table, function, size - 1, rng, counter);
  }
}

}  // namespace

int main() {
  Rng rng(17);
  std::vector<InstructionSet> sets{InstructionSet::baseline};
  if (choose_instruction_set() == InstructionSet::avx2) sets.push_back(InstructionSet::avx2);
  for (const InstructionSet set : sets) {
    for (const data::Table::Merge merge : {data::Table::Merge::never, data::Table::Merge::always}) {
      for (const std::size_t rows : {1U, 63U, 64U, 257U, 2000U}) {
        check_prefix_counter(*random_table(rows, 7, rows, 3, merge), set, rng);
        check_prefix_counter(*random_table(rows + 1, 7, rows, 11, merge), set, rng);
        check_prefix_counter(*random_table(rows + 2, 6, rows, 250, merge), set, rng);
        check_binary_counter(*binary_table(rows + 3, 8, rows, merge), set, rng);
      }
      // More rows than a tile, a table of logarithms or a counter of 16 bits holds.
      check_prefix_counter(*random_table(99, 5, 70000, 3, merge), set, rng);
      check_prefix_counter(*random_table(98, 5, 70000, 40, merge), set, rng);
      check_binary_counter(*binary_table(97, 7, 70000, merge), set, rng);
    }
  }
}
