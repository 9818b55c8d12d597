#include "dagwright/data/fine_cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"

using namespace dagwright;

namespace {

const double kNone = std::nan("");

void check(const data::FineCells& cells, const std::vector<double>& values) {
  CHECK(cells.codes.size() == values.size());
  CHECK(cells.lows.size() <= data::kMostFineCells && cells.lows.size() == cells.highs.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    const std::uint8_t cell = cells.codes[row];
    CHECK(std::isnan(values[row]) == (cell == data::kMissingCell));
    if (cell == data::kMissingCell) continue;
    CHECK(cells.lows[cell] <= values[row] && values[row] <= cells.highs[cell]);
  }
  for (std::size_t cell = 1; cell < cells.lows.size(); ++cell) {
    CHECK(cells.highs[cell - 1] < cells.lows[cell]);
  }
}

void random_columns_fit_their_cells() {
  Rng rng(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> values;
    const std::size_t rows = rng.below(3000);
    const std::uint32_t different = 1 + static_cast<std::uint32_t>(rng.below(2000));
    const bool lumps = round % 3 == 0;
    for (std::size_t row = 0; row < rows; ++row) {
      auto value = static_cast<double>(rng.below(different)) / 8 - 40;
      if (lumps && rng.below(2) == 0) value = std::floor(value);
      values.push_back(rng.below(20) == 0 ? kNone : value);
    }
    const std::vector<double> cuts{-20.06, 0, 3.3};
    const data::FineCells cells = data::make_fine_cells(values, {}, cuts);
    check(cells, values);
    for (const double cut : cuts) {
      for (std::size_t cell = 0; cell < cells.lows.size(); ++cell) {
        CHECK(cells.highs[cell] < cut || cells.lows[cell] >= cut);
      }
    }
    // Weights of one, and rows the other way round, change nothing.
    const std::vector<std::int64_t> ones(rows, 1);
    CHECK(data::make_fine_cells(values, ones, cuts).codes == cells.codes);
    std::reverse(values.begin(), values.end());
    data::FineCells reversed = data::make_fine_cells(values, {}, cuts);
    std::reverse(reversed.codes.begin(), reversed.codes.end());
    CHECK(reversed.codes == cells.codes && reversed.lows == cells.lows);
  }
}

void cells_weigh_about_the_same() {
  std::vector<double> values;
  for (int i = 0; i < 2550; ++i) values.push_back(i * 0.1);
  std::vector<int> counts(data::kMostFineCells, 0);
  for (const std::uint8_t cell : data::make_fine_cells(values, {}, {}).codes) ++counts[cell];
  CHECK(std::all_of(counts.begin(), counts.end(), [](int count) { return count == 10; }));
}

void the_ends_of_the_line_have_a_place() {
  const double infinity = std::numeric_limits<double>::infinity();
  const data::FineCells cells =
      data::make_fine_cells(std::vector<double>{infinity, 0.0, -0.0, -infinity}, {}, {});
  CHECK((cells.codes == std::vector<std::uint8_t>{2, 1, 1, 0}));
  CHECK(std::isfinite(cells.lows.front()) && std::isfinite(cells.highs.back()));
  CHECK(data::make_fine_cells({}, {}, {}).lows.empty());
  CHECK(data::make_fine_cells(std::vector<double>{kNone}, {}, {}).codes[0] == data::kMissingCell);
}

}  // namespace

int main() {
  random_columns_fit_their_cells();
  cells_weigh_about_the_same();
  the_ends_of_the_line_have_a_place();
}
