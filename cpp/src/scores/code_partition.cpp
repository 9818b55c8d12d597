#include "dagwright/scores/code_partition.hpp"

#include <algorithm>

#include "dagwright/core/assert.hpp"
#include "dagwright/scores/buffers.hpp"

namespace dagwright::scores {
namespace {

constexpr std::size_t kSteps = 32768;  // only the first few are touched often

// Keys (cell, state) counted at a time: their counters stay in a first-level cache.
constexpr std::size_t kBlockKeys = 4096;
constexpr std::size_t kRowsPerFewCells = 16;
constexpr std::size_t kCellsPerGroup = 16;
constexpr std::size_t kRowsPerDenseKey = 2;  // with so many, counters are summed one by one
constexpr std::size_t kKeysPerRow = 64;      // beyond, counters are cleared row by row
constexpr std::size_t kManyKeys = 65536;     // for rows in the order of the table

template <class Count>
bool are_zero(const std::vector<Count>& counts) {
  return std::all_of(counts.begin(), counts.end(), [](Count count) { return count == 0; });
}

template <class Count, class KeyOf>
void clear_counts(std::vector<Count>& counts, std::size_t n_keys, std::size_t n_rows,
                  KeyOf key_of) {
  if (n_keys <= kKeysPerRow * n_rows) {
    std::fill_n(counts.begin(), n_keys, Count{0});
  } else {
    for (std::size_t i = 0; i < n_rows; ++i) counts[key_of(i)] = 0;
  }
}

}  // namespace

CodePartitioner::CodePartitioner(const data::Table& table, const CellFunction& function)
    : table_(table), function_(function) {
  const auto steps = std::min<std::uint64_t>(kSteps, table.total_weight());
  for (std::uint32_t n = 0; n < steps; ++n) steps_.push_back(function(n + 1) - function(n));
}

/// The rows stay where they are, and a key is the number of its cell.
void CodePartitioner::append(const CodePartition& from, const data::Column& column,
                             CodePartition& to) {
  to.ready = true;
  to.whole = from.whole;
  to.alone = from.alone;
  to.rows = from.rows;
  to.starts = from.starts;
  to.n_groups = from.n_groups;
  to.group_cells = from.group_cells * column.arity;
  const std::size_t n_rows = from.cells.size();
  to.cells.resize(n_rows);
  data::visit_codes(column, [&](const auto* states) {
    const std::uint32_t* cells = from.cells.data();
    const std::uint32_t* rows = from.rows.data();
    if (from.whole) {
      for (std::size_t i = 0; i < n_rows; ++i) to.cells[i] = cells[i] * column.arity + states[i];
    } else {
      for (std::size_t i = 0; i < n_rows; ++i) {
        to.cells[i] = cells[i] * column.arity + states[rows[i]];
      }
    }
  });
}

/// The same partition with a group for each cell, by counting sort.
const CodePartition& CodePartitioner::group_by_cell(const CodePartition& partition) {
  const std::size_t n_rows = partition.cells.size();
  sorted_.whole = false;
  sorted_.alone = partition.alone;
  sorted_.n_groups = partition.group_cells;
  sorted_.rows.resize(n_rows);
  sorted_.cells.resize(n_rows);
  sorted_.starts.assign(sorted_.n_groups + 1, 0);
  for (const std::uint32_t cell : partition.cells) ++sorted_.starts[cell];
  std::uint32_t end = 0;
  for (std::uint32_t& start : sorted_.starts) start = end += start;
  for (std::size_t row = n_rows; row-- > 0;) {
    const std::uint32_t cell = partition.cells[row];
    const std::uint32_t place = --sorted_.starts[cell];
    sorted_.rows[place] = static_cast<std::uint32_t>(row);
    sorted_.cells[place] = cell;
  }
  return sorted_;
}

/// Calls work for blocks of groups, each with the number of its rows and of its keys (cell, state)
/// and functions from a row's place in the block to its number and its key.
template <class Work>
void CodePartitioner::for_each_block(const CodePartition& partition, const data::Column& column,
                                     Work&& work) {
  const std::size_t arity = column.arity;
  const std::size_t n_rows = partition.cells.size();
  const std::size_t group_keys = partition.group_cells * arity;
  DAGWRIGHT_ASSERT(partition.whole || partition.starts.size() == partition.n_groups + 1);
  if (partition.whole && group_keys > std::max(kManyKeys, 2 * n_rows)) {
    for_each_block(group_by_cell(partition), column, work);
    return;
  }
  const std::uint32_t* cells = partition.cells.data();
  data::visit_codes(column, [&](const auto* states) {
    if (partition.whole) {
      work(
          n_rows, group_keys, [](std::size_t i) { return i; },
          [=](std::size_t i) -> std::size_t {
            DAGWRIGHT_ASSERT(cells[i] * arity + states[i] < group_keys);
            return cells[i] * arity + states[i];
          });
      return;
    }
    const std::size_t per_block = std::max<std::size_t>(1, kBlockKeys / group_keys);
    for (std::size_t group = 0; group < partition.n_groups; group += per_block) {
      const std::size_t end = std::min(group + per_block, partition.n_groups);
      const std::size_t begin = partition.starts[group];
      const std::size_t first_cell = group * partition.group_cells;
      const std::uint32_t* block_cells = cells + begin;
      const std::uint32_t* rows = partition.rows.data() + begin;
      work(
          partition.starts[end] - begin, (end - group) * group_keys,
          [=](std::size_t i) -> std::size_t { return rows[i]; },
          [=](std::size_t i) -> std::size_t {
            DAGWRIGHT_ASSERT(block_cells[i] >= first_cell && states[rows[i]] < arity);
            return (block_cells[i] - first_cell) * arity + states[rows[i]];
          });
    }
  });
}

/// Sorting the rows costs several times a sum. It pays where many rows turn out to be alone, and
/// must be done before the keys of a group outgrow the cache.
void CodePartitioner::divide(const CodePartition& from, Variable variable, CodePartition& to) {
  const std::size_t n_rows = from.cells.size();
  const data::Column& column = table_.column(variable);
  const std::size_t limit = from.whole ? n_rows / kRowsPerFewCells : kCellsPerGroup;
  if (from.group_cells * column.arity <= limit) {
    append(from, column, to);
    return;
  }
  to.ready = true;
  to.whole = false;
  to.alone = from.alone;
  to.n_groups = 0;
  to.group_cells = 1;
  to.rows.resize(n_rows + 1);  // the last one for rows that are not kept
  to.cells.resize(n_rows + 1);
  to.starts.resize(n_rows / 2 + 2);
  to.starts[0] = 0;
  for_each_block(from, column, [&](std::size_t rows, std::size_t keys, auto row_of, auto key_of) {
    divide_block(rows, keys, row_of, key_of, to);
  });
  const std::size_t kept = to.starts[to.n_groups];
  if (table_.weights() == nullptr) {
    to.alone += static_cast<std::int64_t>(n_rows - kept) * function_(1);
  }
  to.rows.resize(kept);
  to.cells.resize(kept);
  to.starts.resize(to.n_groups + 1);
}

/// Counts the keys; then the first row of a key that has more makes a place for all of them. A
/// counter turns into the place of its key's next row, which is marked.
template <class RowOf, class KeyOf>
void CodePartitioner::divide_block(std::size_t n_rows, std::size_t n_keys, RowOf row_of,
                                   KeyOf key_of, CodePartition& to) {
  constexpr std::uint32_t kPlaced = std::uint32_t{1} << 31;
  grow_to(counts_, n_keys);
  std::uint32_t* counts = counts_.data();
  for (std::size_t i = 0; i < n_rows; ++i) ++counts[key_of(i)];
  std::uint32_t* rows = to.rows.data();
  std::uint32_t* cells = to.cells.data();
  std::uint32_t* starts = to.starts.data();
  const auto nowhere = static_cast<std::uint32_t>(to.rows.size() - 1);
  std::size_t n_groups = to.n_groups;
  std::uint32_t next = starts[n_groups];
  for (std::size_t i = 0; i < n_rows; ++i) {
    std::uint32_t& count = counts[key_of(i)];
    const auto row = static_cast<std::uint32_t>(row_of(i));
    const bool alone = count == 1;
    const bool first = count < kPlaced && !alone;
    const std::uint32_t place = alone ? nowhere : first ? next : count & ~kPlaced;
    rows[place] = row;
    cells[place] = static_cast<std::uint32_t>(n_groups);
    if (!alone && !first) cells[place] = cells[place - 1];
    next += first ? count : 0;
    n_groups += first ? 1 : 0;
    starts[n_groups] = next;
    count = alone ? 1 : (place + 1) | kPlaced;
    if (table_.weights() != nullptr && alone) to.alone += function_(weight(row));
  }
  to.n_groups = n_groups;
  clear_counts(counts_, n_keys, n_rows, key_of);
}

/// With many rows a key, they take turns with two or four histograms: rows of one cell that follow
/// each other would otherwise wait for each other's store.
template <class KeyOf>
std::int64_t CodePartitioner::sum_histogram(std::size_t n_keys, std::size_t n_rows, KeyOf key_of) {
  const std::size_t turns = n_keys <= 1024 ? 4 : n_keys <= 4096 ? 2 : 1;
  grow_to(narrow_counts_, turns * n_keys);
  std::uint16_t* counts = narrow_counts_.data();
  std::size_t row = 0;
  if (turns == 4) {
    for (; row + 4 <= n_rows; row += 4) {
      ++counts[key_of(row)];
      ++counts[n_keys + key_of(row + 1)];
      ++counts[2 * n_keys + key_of(row + 2)];
      ++counts[3 * n_keys + key_of(row + 3)];
    }
  } else if (turns == 2) {
    for (; row + 2 <= n_rows; row += 2) {
      ++counts[key_of(row)];
      ++counts[n_keys + key_of(row + 1)];
    }
  }
  for (; row < n_rows; ++row) ++counts[key_of(row)];
  for (std::size_t i = n_keys; i < turns * n_keys; i += n_keys) {
    for (std::size_t key = 0; key < n_keys; ++key) {
      counts[key] = static_cast<std::uint16_t>(counts[key] + counts[i + key]);
    }
  }
  std::int64_t sum = 0;
  for (std::size_t key = 0; key < n_keys; ++key) sum += function_(counts[key]);
  std::fill_n(counts, turns * n_keys, std::uint16_t{0});
  return sum;
}

/// A row adds to the sum what it adds to its cell's term: no second pass over the keys, which are
/// many more than the rows. Rows come from four places in turn, since those that stand together
/// share counters.
template <class KeyOf>
std::int64_t CodePartitioner::sum_steps(std::size_t n_keys, std::size_t n_rows, KeyOf key_of) {
  grow_to(narrow_counts_, n_keys);
  std::uint16_t* counts = narrow_counts_.data();
  const std::int64_t* steps = steps_.data();
  std::int64_t sum = 0;
  const std::size_t quarter = n_rows / 4;
  for (std::size_t i = 0; i < quarter; ++i) {
    sum += steps[counts[key_of(i)]++];
    sum += steps[counts[key_of(quarter + i)]++];
    sum += steps[counts[key_of(2 * quarter + i)]++];
    sum += steps[counts[key_of(3 * quarter + i)]++];
  }
  for (std::size_t i = 4 * quarter; i < n_rows; ++i) sum += steps[counts[key_of(i)]++];
  clear_counts(narrow_counts_, n_keys, n_rows, key_of);
  return sum;
}

/// For weighted rows, and for more of them than a narrow counter holds.
template <class RowOf, class KeyOf>
std::int64_t CodePartitioner::sum_wide(std::size_t n_keys, std::size_t n_rows, RowOf row_of,
                                       KeyOf key_of) {
  grow_to(counts_, n_keys);
  std::uint32_t* counts = counts_.data();
  for (std::size_t i = 0; i < n_rows; ++i) counts[key_of(i)] += weight(row_of(i));
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n_rows; ++i) {
    std::uint32_t& count = counts[key_of(i)];
    sum += function_(count);  // nothing where an earlier row of the cell has taken it
    count = 0;
  }
  return sum;
}

std::int64_t CodePartitioner::sum(const CodePartition& partition, Variable last) {
  DAGWRIGHT_CHECK_EVERY(16, are_zero(counts_) && are_zero(narrow_counts_));
  std::int64_t sum = partition.alone;
  for_each_block(partition, table_.column(last),
                 [&](std::size_t n_rows, std::size_t n_keys, auto row_of, auto key_of) {
                   if (table_.weights() != nullptr || n_rows > steps_.size()) {
                     sum += sum_wide(n_keys, n_rows, row_of, key_of);
                   } else if (kRowsPerDenseKey * n_keys <= n_rows) {
                     sum += sum_histogram(n_keys, n_rows, key_of);
                   } else {
                     sum += sum_steps(n_keys, n_rows, key_of);
                   }
                 });
  return sum;
}

}  // namespace dagwright::scores
