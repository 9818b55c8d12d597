#include <map>
#include <vector>

#include "check.hpp"
#include "dagwright/data/row_partition.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "dagwright/scores/stage_oracle.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

/// Rows are in the same part exactly if they agree on the variables from `first` on.
void parts_are_joint_values() {
  for (const auto merge : {data::Table::Merge::never, data::Table::Merge::always}) {
    const auto table = random_table(3, 6, 400, 4, merge);
    data::RowPartition partition(*table);
    CHECK(partition.parts() == 1);
    for (Variable first = 6; first-- > 0;) {
      partition.refine(first);
      const std::vector<std::uint32_t> numbers = partition.numbers();
      std::map<std::vector<std::uint32_t>, std::uint32_t> number_of;
      for (std::size_t row = 0; row < table->stored_rows(); ++row) {
        std::vector<std::uint32_t> values;
        for (Variable v = first; v < 6; ++v) values.push_back(table->column(v).at(row));
        CHECK(numbers[row] < partition.parts());
        CHECK(number_of.try_emplace(values, numbers[row]).first->second == numbers[row]);
      }
      CHECK(number_of.size() == partition.parts());
    }
  }
}

void one_row_is_one_part() {
  const auto table = random_table(3, 2, 1, 2);
  data::RowPartition partition(*table);
  partition.refine(1);
  CHECK(partition.parts() == 1);
  CHECK(partition.numbers() == std::vector<std::uint32_t>{0});
}

std::shared_ptr<const data::Table> with_segments(const data::Table& table, Variable first) {
  data::RowPartition partition(table);
  for (std::size_t v = first; v < table.n_variables(); ++v) {
    partition.refine(static_cast<Variable>(v));
  }
  const auto numbers = std::make_shared<std::vector<std::uint32_t>>(partition.numbers());
  const data::Column column{numbers->data(), 4, static_cast<std::uint32_t>(partition.parts())};
  return std::make_shared<const data::Table>(table.with_column(column, numbers));
}

/// A stage scores as its base does with the segment as one more parent, less the penalty, and
/// does not see what is not selected.
void a_stage_is_its_base_with_one_more_parent() {
  constexpr std::size_t kVariables = 6;
  constexpr Variable kSelected = 4;
  const auto table = with_segments(*random_table(9, kVariables, 500, 3), kSelected);
  const scores::LocalScores base(table, scores::ScoreKind::bdeu, 10.0, 1 << 20,
                                 scores::CountingKernel::automatic, 16);
  const scores::LocalScores plain(table, scores::ScoreKind::bdeu, 10.0, 1 << 20);
  const std::vector<bool> selected{true, true, true, true, false, false};
  const scores::StageOracle stage(base, selected, kVariables, 0.25);
  const double expected = plain.score(1, std::vector<Variable>{0, 2, kVariables}) - 0.5;
  CHECK(std::abs(stage.score(1, std::vector<Variable>{0, 2}) - expected) < 1e-9);
  CHECK(std::abs(stage.score(1, std::vector<Variable>{0, 2, 5}) - expected) < 1e-9);
  CHECK(stage.score(4, std::vector<Variable>{0}) == 0.0);
  CHECK(stage.n_variables() == kVariables);
  for (const std::vector<Variable>& candidates :
       {std::vector<Variable>{2, 3}, std::vector<Variable>{2, 4}}) {
    std::vector<double> scores(2);
    stage.score_additions(1, std::vector<Variable>{0}, candidates,
                          -std::numeric_limits<double>::infinity(), scores);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(scores[i] == stage.score(1, std::vector<Variable>{0, candidates[i]}));
    }
  }
}

}  // namespace

int main() {
  parts_are_joint_values();
  one_row_is_one_part();
  a_stage_is_its_base_with_one_more_parent();
}
