#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace dagwright::data {

/// What is known of a column whose cells are too many to be kept. It does not depend on their
/// order.
class TextSummary {
 public:
  static constexpr std::size_t kSample = 64;

  /// Counts cells that are alike; `is_number` says whether parse_number takes them.
  void add(std::string_view cell, bool is_number, std::uint64_t times = 1);
  /// Counts numbers by their length in all.
  void add_numbers(std::uint64_t count, std::uint64_t bytes) {
    counts_.cells += count;
    counts_.numbers += count;
    counts_.words += count;
    counts_.bytes += bytes;
  }
  /// Forgets the last cell that was added; it may stay in the sample.
  void take_back();

  std::uint64_t n_cells() const { return counts_.cells; }      ///< that are not empty
  std::uint64_t n_empty() const { return counts_.empty; }      ///< that are
  std::uint64_t n_numbers() const { return counts_.numbers; }  ///< that are numbers
  std::uint64_t n_dates() const { return counts_.dates; }      ///< that look like dates or times
  std::uint64_t n_words() const { return counts_.words; }      ///< a number being one word
  std::uint64_t n_bytes() const { return counts_.bytes; }
  /// Some different cells that are not numbers: those of the smallest hash values.
  const std::map<std::uint64_t, std::string>& sample() const { return sample_; }

 private:
  struct Counts {
    std::uint64_t cells = 0;
    std::uint64_t empty = 0;
    std::uint64_t numbers = 0;
    std::uint64_t dates = 0;
    std::uint64_t words = 0;
    std::uint64_t bytes = 0;
  };

  void offer(std::string_view cell);

  Counts counts_;
  Counts before_;  // the last cell
  std::map<std::uint64_t, std::string> sample_;
};

/// Whether a cell looks like a date, a time or both, in one of the usual notations.
bool looks_like_date(std::string_view cell);

}  // namespace dagwright::data
