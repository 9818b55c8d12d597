#include "dagwright/data/text_summary.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "dagwright/core/hash.hpp"
#include "dagwright/data/number.hpp"

namespace dagwright::data {
namespace {

std::uint64_t hash_of(std::string_view cell) {
  std::uint64_t hash = cell.size() * kGoldenRatio;
  for (std::size_t i = 0; i < cell.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, cell.data() + i, std::min<std::size_t>(cell.size() - i, 8));
    hash = (hash ^ word) * kGoldenRatio;
    hash ^= hash >> 29;
  }
  return hash * kGoldenRatio;
}

std::uint64_t count_words(std::string_view cell) {
  std::uint64_t words = 0;
  bool inside = false;
  for (const char byte : cell) {
    const bool blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    words += static_cast<std::uint64_t>(!blank && !inside);
    inside = !blank;
  }
  return words;
}

bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

enum class Word { kMonth, kFiller, kOther };

// Months are known by their first three letters; other words that dates have in them are fillers.
Word meaning(std::string_view word) {
  constexpr std::string_view kMonths = "janfebmaraprmayjunjulaugsepoctnovdec";
  constexpr std::array<std::string_view, 8> kFillers = {"t",   "z",   "am", "pm",
                                                        "utc", "gmt", "st", "th"};
  std::string start(word.substr(0, 4));
  for (char& byte : start) byte = static_cast<char>(byte | 0x20);
  if (word.size() >= 3 && word.size() <= 9) {
    const auto at = kMonths.find(start.substr(0, 3));
    if (at != std::string_view::npos && at % 3 == 0) return Word::kMonth;
  }
  const bool filler = std::find(kFillers.begin(), kFillers.end(), start) != kFillers.end();
  return filler ? Word::kFiller : Word::kOther;
}

/// The parts of a cell that may be a date.
struct Parts {
  std::size_t numbers = 0;
  std::size_t months = 0;
  std::size_t dashes = 0;  // of - / . between numbers
  std::size_t colons = 0;
  bool sound = true;
};

Parts parts_of(std::string_view cell) {
  Parts parts;
  std::size_t at = 0;
  while (at < cell.size() && parts.sound) {
    const std::size_t start = at;
    if (is_digit(cell[at])) {
      while (at < cell.size() && is_digit(cell[at])) ++at;
      ++parts.numbers;
      const bool fraction = parts.colons > 1;  // of a second
      parts.sound = at - start <= (fraction ? 9 : 4);
    } else if (is_letter(cell[at])) {
      while (at < cell.size() && is_letter(cell[at])) ++at;
      const Word word = meaning(cell.substr(start, at - start));
      parts.months += static_cast<std::size_t>(word == Word::kMonth);
      parts.sound = word != Word::kOther;
    } else {
      const char byte = cell[at++];
      parts.dashes += static_cast<std::size_t>(byte == '-' || byte == '/' || byte == '.');
      parts.colons += static_cast<std::size_t>(byte == ':');
      parts.sound = std::string_view("-/.: ,+").find(byte) != std::string_view::npos;
    }
  }
  return parts;
}

}  // namespace

bool looks_like_date(std::string_view cell) {
  constexpr std::size_t kLongest = 40;
  if (cell.size() < 4 || cell.size() > kLongest || !(is_digit(cell[0]) || is_letter(cell[0]))) {
    return false;
  }
  const Parts parts = parts_of(cell);
  if (!parts.sound || parts.numbers == 0 || parts.numbers > 8) return false;
  const bool day = parts.numbers >= 3 && parts.dashes >= 2;  // 2020-01-31, 31.1.2020
  const bool time = parts.numbers >= 2 && parts.colons >= 1 && parts.numbers <= 4;
  return day || time || parts.months == 1;
}

void TextSummary::add(std::string_view cell, bool is_number, std::uint64_t times) {
  before_ = counts_;
  if (cell.empty()) {
    counts_.empty += times;
    return;
  }
  counts_.cells += times;
  counts_.bytes += times * cell.size();
  if (is_number) {
    counts_.numbers += times;
    counts_.words += times;
    return;
  }
  counts_.words += times * count_words(cell);
  counts_.dates += looks_like_date(cell) ? times : 0;
  offer(cell);
}

void TextSummary::take_back() {
  counts_ = before_;
}

void TextSummary::offer(std::string_view cell) {
  const std::uint64_t hash = hash_of(cell);
  if (sample_.size() == kSample && hash >= std::prev(sample_.end())->first) return;
  sample_.try_emplace(hash, cell);
  if (sample_.size() > kSample) sample_.erase(std::prev(sample_.end()));
}

}  // namespace dagwright::data
