#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dagwright::parents {

/// A file of parent sets is not what it should be. The message starts with "line N: ", N being
/// 1-based, unless it is about the file as a whole.
class SetFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  SetFileError(std::size_t line, const std::string& what);
};

/// A label in quotes for a message, cut if it is long.
std::string quoted_label(std::string_view label);

/// Lists of parent sets of all variables, in the layout of ParentSets: the sets of variable i are
/// child_starts[i] to child_starts[i + 1], best first; the members of set s, ascending, are
/// set_starts[s] to set_starts[s + 1].
struct SetLists {
  std::vector<std::string> labels;
  /// The labels are the numbers 0 to n - 1, in order: they are positions, not names.
  bool numbered = false;
  std::vector<std::int64_t> child_starts;
  std::vector<double> scores;
  std::vector<std::uint32_t> set_starts;
  std::vector<std::uint16_t> members;
};

/// Gathers the parent sets of a file whose variables are known by labels, and puts them in order.
///
/// A label may be used before its variable is declared. Refused, with a SetFileError: a variable
/// declared twice or never, a parent that is the child or is named twice, a score that is not
/// finite, the same set twice, a list without a smallest set (the empty one, or required parents
/// that all its sets have).
class SetCollector {
 public:
  static constexpr std::size_t kMaxVariables = 65535;

  SetCollector();

  /// The sets that follow belong to this variable.
  void begin_child(std::string_view label, std::size_t line);
  /// One more set of the current variable; `parents` are labels.
  void add_set(double score, std::span<const std::string_view> parents, std::size_t line);

  std::size_t n_children() const { return children_.size(); }
  /// The label of the current variable.
  const std::string& child_label() const { return labels_[children_.back().label].text; }
  bool has_children() const { return !children_.empty(); }

  /// The lists in canonical order: variables by number if `numbers_are_positions` and the labels
  /// are 0 to n - 1, else as they were declared; sets by score (descending), size, members. The
  /// collector is spent.
  SetLists finish(bool numbers_are_positions);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Label {
    std::string text;
    std::size_t first_line;
    std::uint32_t child = kNone;
  };
  struct Child {
    std::uint32_t label;
    std::size_t line;
    std::size_t first_set;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::uint32_t intern(std::string_view text, std::size_t line);
  std::uint32_t new_label(std::string_view text, std::size_t line);
  std::vector<std::uint16_t> ranks(bool numbered) const;
  bool labels_are_positions() const;
  void check_declared() const;
  void append(const Child& child, std::size_t end, const std::vector<std::uint16_t>& rank,
              SetLists& out);
  /// Expects members in ascending order.
  void check_duplicates(const Child& child, std::size_t end) const;
  void check_smallest(const Child& child, std::size_t end) const;
  std::span<const std::uint16_t> set(std::size_t index) const;
  bool before(std::size_t left, std::size_t right) const;

  std::vector<Label> labels_;
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> index_;
  // Most labels are small numbers: they are found without hashing.
  std::vector<std::uint32_t> number_index_;
  std::vector<Child> children_;
  std::vector<double> scores_;
  std::vector<std::uint32_t> starts_{0};
  std::vector<std::uint16_t> members_;
  std::vector<std::uint32_t> lines_;
};

}  // namespace dagwright::parents
