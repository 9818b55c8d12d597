#include "dagwright/parents/set_collector.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "dagwright/core/hash.hpp"

namespace dagwright::parents {
namespace {

constexpr std::size_t kNumberLabels = 100000;
constexpr std::size_t kMaxMembers = UINT32_MAX;
constexpr double kMostScore = 1e15;  // as in scores/base.py

// The value of a plain decimal number below kNumberLabels, without leading zeros, else -1.
int small_number(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text.size() > 1 && text[0] == '0')) return -1;
  int value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return -1;
    value = 10 * value + (digit - '0');
  }
  return value;
}

// Members are small numbers, and sums of their hashes must not collide.
std::uint64_t hash_of(std::uint64_t member) {
  return mix(member + kGoldenRatio);
}

[[noreturn]] void fail(std::size_t line, const std::string& what) {
  throw SetFileError(line, what);
}

}  // namespace

SetFileError::SetFileError(std::size_t line, const std::string& what)
    : std::runtime_error("line " + std::to_string(line) + ": " + what) {}

SetCollector::SetCollector() : number_index_(kNumberLabels, kNone) {}

std::string quoted_label(std::string_view label) {
  constexpr std::size_t kLongest = 80;
  std::size_t length = std::min(label.size(), kLongest);
  // Not in the middle of a UTF-8 sequence.
  while (length < label.size() && length > 0 &&
         (static_cast<unsigned char>(label[length]) & 0xC0U) == 0x80U) {
    --length;
  }
  std::string quoted(1, '\'');
  quoted.append(label.substr(0, length));
  quoted.push_back('\'');
  return quoted;
}

std::uint32_t SetCollector::new_label(std::string_view text, std::size_t line) {
  if (labels_.size() == kMaxVariables) {
    fail(line, "more than " + std::to_string(kMaxVariables) + " variables");
  }
  labels_.push_back({std::string(text), line});
  return static_cast<std::uint32_t>(labels_.size() - 1);
}

std::uint32_t SetCollector::intern(std::string_view text, std::size_t line) {
  const int number = small_number(text);
  if (number >= 0) {
    std::uint32_t& known = number_index_[static_cast<std::size_t>(number)];
    if (known == kNone) known = new_label(text, line);
    return known;
  }
  if (const auto found = index_.find(text); found != index_.end()) return found->second;
  const std::uint32_t label = new_label(text, line);
  index_.emplace(std::string(text), label);
  return label;
}

void SetCollector::begin_child(std::string_view text, std::size_t line) {
  const std::uint32_t label = intern(text, line);
  if (labels_[label].child != kNone) {
    fail(line, "variable " + quoted_label(text) + " was already declared in line " +
                   std::to_string(children_[labels_[label].child].line));
  }
  labels_[label].child = static_cast<std::uint32_t>(children_.size());
  children_.push_back({label, line, scores_.size()});
}

void SetCollector::add_set(double score, std::span<const std::string_view> parents,
                           std::size_t line) {
  if (!(std::abs(score) <= kMostScore)) fail(line, "the score is no finite number up to 1e15");
  if (members_.size() + parents.size() > kMaxMembers) {
    throw SetFileError("more than 2^32 parents in all: the file is too large");
  }
  const std::size_t start = members_.size();
  const std::uint32_t child = children_.back().label;
  for (const std::string_view parent : parents) {
    const std::uint32_t label = intern(parent, line);
    if (label == child) fail(line, quoted_label(parent) + " is a parent of itself");
    const auto first = members_.begin() + static_cast<std::ptrdiff_t>(start);
    if (std::find(first, members_.end(), label) != members_.end()) {
      fail(line, "parent " + quoted_label(parent) + " is there twice");
    }
    members_.push_back(static_cast<std::uint16_t>(label));
  }
  scores_.push_back(score);
  starts_.push_back(static_cast<std::uint32_t>(members_.size()));
  lines_.push_back(static_cast<std::uint32_t>(line));
}

void SetCollector::check_declared() const {
  for (const Label& label : labels_) {
    if (label.child == kNone) {
      fail(label.first_line,
           "unknown variable " + quoted_label(label.text) + ": it has no list of sets");
    }
  }
}

bool SetCollector::labels_are_positions() const {
  // Distinct labels below n are all the numbers below n.
  return std::all_of(labels_.begin(), labels_.end(), [&](const Label& label) {
    const int number = small_number(label.text);
    return number >= 0 && static_cast<std::size_t>(number) < labels_.size();
  });
}

std::vector<std::uint16_t> SetCollector::ranks(bool numbered) const {
  std::vector<std::uint16_t> rank;
  for (const Label& label : labels_) {
    const auto number = static_cast<std::uint32_t>(small_number(label.text));
    rank.push_back(static_cast<std::uint16_t>(numbered ? number : label.child));
  }
  return rank;
}

std::span<const std::uint16_t> SetCollector::set(std::size_t index) const {
  return std::span(members_).subspan(starts_[index], starts_[index + 1] - starts_[index]);
}

bool SetCollector::before(std::size_t left, std::size_t right) const {
  if (scores_[left] != scores_[right]) return scores_[left] > scores_[right];
  const auto a = set(left);
  const auto b = set(right);
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

void SetCollector::check_duplicates(const Child& child, std::size_t end) const {
  std::vector<std::pair<std::uint64_t, std::size_t>> hashes;
  hashes.reserve(end - child.first_set);
  for (std::size_t s = child.first_set; s < end; ++s) {
    const auto members = set(s);
    const std::uint64_t hash = std::accumulate(
        members.begin(), members.end(), std::uint64_t{0},
        [](std::uint64_t sum, std::uint16_t member) { return sum + hash_of(member); });
    hashes.emplace_back(hash, s);
  }
  std::sort(hashes.begin(), hashes.end());
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (std::size_t j = i; j > 0 && hashes[j - 1].first == hashes[i].first; --j) {
      const std::size_t one = hashes[j - 1].second;
      const std::size_t two = hashes[i].second;
      if (std::ranges::equal(set(one), set(two))) {
        fail(lines_[two], "variable " + quoted_label(labels_[child.label].text) +
                              " has the same set as in line " + std::to_string(lines_[one]));
      }
    }
  }
}

void SetCollector::check_smallest(const Child& child, std::size_t end) const {
  // A smallest set is contained in all others iff as many members as it has are in every set.
  const std::string& label = labels_[child.label].text;
  const std::size_t count = end - child.first_set;
  if (count == 0) fail(child.line, "variable " + quoted_label(label) + " has no sets");
  std::size_t smallest = SIZE_MAX;
  for (std::size_t s = child.first_set; s < end; ++s) smallest = std::min(smallest, set(s).size());
  if (smallest == 0) return;
  std::unordered_map<std::uint16_t, std::size_t> occurrences;
  for (std::size_t s = child.first_set; s < end; ++s) {
    for (const std::uint16_t member : set(s)) ++occurrences[member];
  }
  const auto common = std::count_if(occurrences.begin(), occurrences.end(),
                                    [&](const auto& entry) { return entry.second == count; });
  if (static_cast<std::size_t>(common) != smallest) {
    fail(child.line,
         "variable " + quoted_label(label) +
             " lacks the empty set (or one of required parents that all its sets have)");
  }
}

void SetCollector::append(const Child& child, std::size_t end,
                          const std::vector<std::uint16_t>& rank, SetLists& out) {
  check_smallest(child, end);
  for (std::size_t i = starts_[child.first_set]; i < starts_[end]; ++i) {
    members_[i] = rank[members_[i]];
  }
  std::vector<std::size_t> order(end - child.first_set);
  std::iota(order.begin(), order.end(), child.first_set);
  for (const std::size_t s : order) {
    std::sort(members_.begin() + starts_[s], members_.begin() + starts_[s + 1]);
  }
  check_duplicates(child, end);
  const auto compare = [this](std::size_t a, std::size_t b) { return before(a, b); };
  if (!std::is_sorted(order.begin(), order.end(), compare)) {
    std::sort(order.begin(), order.end(), compare);
  }
  for (const std::size_t s : order) {
    out.scores.push_back(scores_[s]);
    const auto members = set(s);
    out.members.insert(out.members.end(), members.begin(), members.end());
    out.set_starts.push_back(static_cast<std::uint32_t>(out.members.size()));
  }
  out.child_starts.push_back(static_cast<std::int64_t>(out.scores.size()));
}

SetLists SetCollector::finish(bool numbers_are_positions) {
  check_declared();
  SetLists out;
  out.numbered = numbers_are_positions && labels_are_positions();
  const std::vector<std::uint16_t> rank = ranks(out.numbered);
  std::vector<std::size_t> order(children_.size());
  for (std::size_t c = 0; c < children_.size(); ++c) order[rank[children_[c].label]] = c;
  out.scores.reserve(scores_.size());
  out.set_starts.reserve(scores_.size() + 1);
  out.members.reserve(members_.size());
  out.set_starts.push_back(0);
  out.child_starts.push_back(0);
  for (const std::size_t c : order) {
    const std::size_t end = c + 1 < children_.size() ? children_[c + 1].first_set : scores_.size();
    append(children_[c], end, rank, out);
    out.labels.push_back(labels_[children_[c].label].text);
  }
  return out;
}

}  // namespace dagwright::parents
