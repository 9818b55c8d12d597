#include "dagwright/data/fine_cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "dagwright/core/radix_sort.hpp"

namespace dagwright::data {
namespace {

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

/// A word that grows with the number; not for NaN.
std::uint64_t ascending_key(double value) {
  const double largest = std::numeric_limits<double>::max();
  const double finite = std::clamp(value, -largest, largest);
  const auto bits = std::bit_cast<std::uint64_t>(finite + 0.0);  // -0 becomes 0
  // All bits of a negative number, otherwise the sign alone: without a branch.
  const auto negative = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63);
  return bits ^ (negative | kSign);
}

double value_of(std::uint64_t key) {
  return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
}

/// Sorts by the upper half of the bits, then the few that are equal there: half as many passes.
template <typename Item>
void sort_keys(std::vector<Item>& items) {
  constexpr unsigned kLowerBits = 31;
  radix_sort(items, kLowerBits);
  const auto less = [](const Item& a, const Item& b) { return radix_key(a) < radix_key(b); };
  for (auto begin = items.begin(); begin != items.end();) {
    const std::uint64_t upper = radix_key(*begin) >> kLowerBits;
    auto end = begin + 1;
    bool sorted = true;
    for (; end != items.end() && radix_key(*end) >> kLowerBits == upper; ++end) {
      sorted = sorted && !less(*end, *(end - 1));
    }
    if (!sorted) std::sort(begin, end, less);
    begin = end;
  }
}

/// The different values in ascending order, and what all up to each of them weigh together.
struct Distinct {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> below{0};  ///< below[i]: the weight of the first i

  explicit Distinct(std::size_t most) {
    keys.reserve(most);
    below.reserve(most + 1);
  }

  void add(std::uint64_t key, std::uint64_t weight) {
    if (keys.empty() || keys.back() != key) {
      keys.push_back(key);
      below.push_back(below.back());
    }
    below.back() += weight;
  }

  std::size_t size() const { return keys.size(); }
  std::uint64_t weight(std::size_t begin, std::size_t end) const {
    return below[end] - below[begin];
  }
};

Distinct sort_distinct(std::span<const double> values) {
  std::vector<std::uint64_t> keys;
  keys.reserve(values.size());
  for (const double value : values) {
    if (!std::isnan(value)) keys.push_back(ascending_key(value));
  }
  sort_keys(keys);
  Distinct distinct(keys.size());
  for (const std::uint64_t key : keys) distinct.add(key, 1);
  return distinct;
}

Distinct sort_distinct(std::span<const double> values, std::span<const std::int64_t> weights) {
  std::vector<RadixKey> keys;
  keys.reserve(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row]) || weights[row] <= 0) continue;
    keys.push_back({ascending_key(values[row]), static_cast<std::uint64_t>(weights[row])});
  }
  sort_keys(keys);
  Distinct distinct(keys.size());
  for (const RadixKey& key : keys) distinct.add(key.key, key.place);
  return distinct;
}

/// Shares values out among cells: heavy ones and required cuts are barriers, and each run of values
/// between two barriers is divided evenly.
class Sharing {
 public:
  Sharing(const Distinct& distinct, std::span<const double> required_cuts) : distinct_(distinct) {
    for (const double cut : required_cuts) {
      const auto at =
          std::lower_bound(distinct.keys.begin(), distinct.keys.end(), ascending_key(cut));
      cuts_.push_back(static_cast<std::size_t>(at - distinct.keys.begin()));
    }
    const double share = total() / static_cast<double>(kMostFineCells);
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      if (static_cast<double>(distinct.weight(i, i + 1)) > share) heavy_.push_back(i);
    }
  }

  /// Where each cell begins.
  std::vector<std::size_t> starts() const {
    // Values that stand alone and cuts may leave runs that weigh less than a share; then there
    // are too many cells, and the share has to grow.
    constexpr double kGrowth = 1.02;
    double share = total() / static_cast<double>(kMostFineCells);
    std::vector<std::size_t> starts = starts_for(share);
    while (starts.size() > kMostFineCells) starts = starts_for(share *= kGrowth);
    return starts;
  }

 private:
  double total() const { return static_cast<double>(distinct_.below.back()); }

  std::vector<std::size_t> starts_for(double share) const {
    std::vector<std::size_t> barriers = cuts_;
    for (const std::size_t value : heavy_) {
      if (static_cast<double>(distinct_.weight(value, value + 1)) <= share) continue;
      barriers.push_back(value);
      barriers.push_back(value + 1);
    }
    barriers.push_back(distinct_.size());
    std::sort(barriers.begin(), barriers.end());
    std::vector<std::size_t> starts;
    std::size_t begin = 0;
    for (const std::size_t end : barriers) {
      if (end == begin) continue;
      share_out(begin, end, share, starts);
      begin = end;
    }
    return starts;
  }

  void share_out(std::size_t begin, std::size_t end, double share,
                 std::vector<std::size_t>& starts) const {
    const auto weight = static_cast<double>(distinct_.weight(begin, end));
    // The whole column divided by its share is 255, also after rounding.
    const double fit = std::floor(weight / share * (1 + 1e-12));
    const std::size_t cells =
        std::clamp<std::size_t>(static_cast<std::size_t>(fit), 1, end - begin);
    std::size_t start = begin;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      starts.push_back(start);
      const double part = static_cast<double>(cell + 1) / static_cast<double>(cells);
      const double goal = static_cast<double>(distinct_.below[begin]) + weight * part;
      const std::size_t last = end - (cells - cell - 1);  // a value must be left for each cell
      start = std::clamp(nearest(goal), start + 1, std::max(last, start + 1));
    }
  }

  /// The number of values that together weigh about as much as the goal.
  std::size_t nearest(double goal) const {
    const auto& below = distinct_.below;
    const auto at = std::lower_bound(
        below.begin(), below.end(), goal,
        [](std::uint64_t sum, double wanted) { return static_cast<double>(sum) < wanted; });
    if (at == below.begin()) return 0;
    if (at == below.end()) return below.size() - 1;
    const bool before = goal - static_cast<double>(*(at - 1)) < static_cast<double>(*at) - goal;
    return static_cast<std::size_t>(at - below.begin()) - (before ? 1 : 0);
  }

  const Distinct& distinct_;
  std::vector<std::size_t> cuts_;   ///< values that begin a cell
  std::vector<std::size_t> heavy_;  ///< values that weigh more than the smallest share
};

/// Finds the cell of a value: the last one that begins at or below it, otherwise the first.
///
/// Keys are divided evenly into buckets; most lie in one where no cell begins, and need no search.
/// Few rows get few buckets: making them would take longer than all searches.
class CellFinder {
 public:
  /// `lows` are the keys at which cells begin, at least one.
  CellFinder(std::vector<std::uint64_t> lows, std::size_t n_rows)
      : lows_(std::move(lows)),
        buckets_(std::size_t{1} << std::min(kMostBits, static_cast<int>(std::bit_width(n_rows)))) {
    const std::uint64_t range = lows_.back() - lows_.front();
    const int bits = static_cast<int>(std::bit_width(buckets_.size())) - 1;
    shift_ = std::max(0, static_cast<int>(std::bit_width(range)) - bits);
    const std::size_t last = lows_.size() - 1;
    std::size_t cell = 0;
    for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
      // Up to the bucket's end, which is where the next one begins.
      buckets_[bucket].first = static_cast<std::uint8_t>(cell);
      while (cell < last && (lows_[cell + 1] - lows_.front()) >> shift_ <= bucket) ++cell;
      buckets_[bucket].last = static_cast<std::uint8_t>(cell);
    }
  }

  std::uint8_t operator()(std::uint64_t key) const {
    if (key < lows_.front()) return 0;
    const std::uint64_t bucket = (key - lows_.front()) >> shift_;
    const auto [first, last] = buckets_[std::min<std::uint64_t>(bucket, buckets_.size() - 1)];
    if (first == last) return first;
    const auto begin = lows_.begin() + first;
    const auto above = std::upper_bound(begin + 1, lows_.begin() + last + 1, key);
    return static_cast<std::uint8_t>(above - lows_.begin() - 1);
  }

 private:
  static constexpr int kMostBits = 16;
  struct Bucket {
    std::uint8_t first, last;  ///< the cells that its keys can be in
  };

  std::vector<std::uint64_t> lows_;
  int shift_ = 0;
  std::vector<Bucket> buckets_;
};

}  // namespace

FineCells make_fine_cells(std::span<const double> values, std::span<const std::int64_t> weights,
                          std::span<const double> required_cuts) {
  const Distinct distinct =
      weights.empty() ? sort_distinct(values) : sort_distinct(values, weights);
  std::vector<std::size_t> starts;
  if (distinct.size() <= kMostFineCells) {
    for (std::size_t i = 0; i < distinct.size(); ++i) starts.push_back(i);
  } else {
    starts = Sharing(distinct, required_cuts).starts();
  }
  FineCells cells;
  std::vector<std::uint64_t> first_keys;
  for (std::size_t cell = 0; cell < starts.size(); ++cell) {
    const std::size_t end = cell + 1 < starts.size() ? starts[cell + 1] : distinct.size();
    first_keys.push_back(distinct.keys[starts[cell]]);
    cells.lows.push_back(value_of(distinct.keys[starts[cell]]));
    cells.highs.push_back(value_of(distinct.keys[end - 1]));
  }
  cells.codes.assign(values.size(), kMissingCell);
  if (starts.empty()) return cells;
  const CellFinder find(std::move(first_keys), values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!std::isnan(values[row])) cells.codes[row] = find(ascending_key(values[row]));
  }
  return cells;
}

}  // namespace dagwright::data
