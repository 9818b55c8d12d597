// Every kernel on every instruction set, against a map from configurations to counts.
#include <map>
#include <vector>

#include "check.hpp"
#include "dagwright/scores/set_counter.hpp"
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

void check(const data::Table& table, Rng& rng, InstructionSet instruction_set,
           scores::CountingKernel kernel) {
  const scores::CellFunction joint =
      scores::CellFunction::log_rising(0.25, 30, table.total_weight());
  const scores::CellFunction margin =
      scores::CellFunction::count_log_count(30, table.total_weight());
  scores::SetCounter counter(table, scores::kernels_for(instruction_set), kernel);
  for (int repetition = 0; repetition < 4; ++repetition) {
    std::vector<Variable> variables;
    for (std::size_t v = 0; v < table.n_variables(); ++v)
      variables.push_back(static_cast<Variable>(v));
    rng.shuffle(variables);
    const Variable child = variables[0];
    const std::vector<Variable> parents(
        variables.begin() + 1, variables.begin() + 1 + static_cast<std::ptrdiff_t>(rng.below(5)));
    std::vector<scores::Extension> extensions;
    for (std::size_t i = parents.size() + 1; i < variables.size(); ++i) {
      extensions.push_back({variables[i], table.arity(variables[i]), &joint, &margin});
    }
    counter.count(scores::Base(table, child, parents), extensions);
    for (const scores::Extension& extension : extensions) {
      std::vector<Variable> set = parents;
      set.push_back(extension.parent);
      CHECK(extension.margin == naive_sum(table, set, margin));
      set.push_back(child);
      CHECK(extension.joint == naive_sum(table, set, joint));
    }
  }
}

}  // namespace

int main() {
  Rng rng(11);
  std::vector<InstructionSet> sets{InstructionSet::baseline};
  if (choose_instruction_set() == InstructionSet::avx2) sets.push_back(InstructionSet::avx2);
  for (const InstructionSet set : sets) {
    for (const scores::CountingKernel kernel :
         {scores::CountingKernel::automatic, scores::CountingKernel::bits,
          scores::CountingKernel::codes, scores::CountingKernel::rows}) {
      for (const data::Table::Merge merge :
           {data::Table::Merge::never, data::Table::Merge::always}) {
        for (const std::size_t rows : {1U, 63U, 64U, 257U, 2000U}) {
          check(*random_table(rows, 8, rows, 3, merge), rng, set, kernel);
          check(*random_table(rows + 1, 7, rows, 11, merge), rng, set, kernel);
        }
      }
    }
    // More rows than fit one tile of the bit counter.
    check(*random_table(99, 7, 40000, 3, data::Table::Merge::never), rng, set,
          scores::CountingKernel::bits);
    check(*random_table(99, 7, 40000, 3, data::Table::Merge::always), rng, set,
          scores::CountingKernel::bits);
  }
}
