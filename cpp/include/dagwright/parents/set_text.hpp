#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dagwright/parents/set_collector.hpp"

namespace dagwright::parents {

/// Reads parent sets from text, line by line.
///
/// Text arrives in pieces cut anywhere: `feed` each, then `finish`. Lines end in LF or CRLF; blank
/// lines, and lines whose first character is '#', are skipped anywhere. After an error the reader
/// is spent.
class SetTextReader {
 public:
  SetTextReader(const SetTextReader&) = delete;
  SetTextReader& operator=(const SetTextReader&) = delete;
  virtual ~SetTextReader() = default;

  void feed(std::string_view piece);
  SetLists finish();

  /// Lines that are not data but may say something of it: our own comment, META of the file.
  struct Remark {
    std::size_t line;
    std::string text;
  };
  const std::vector<Remark>& remarks() const { return remarks_; }

 protected:
  /// See SetCollector::finish.
  explicit SetTextReader(bool numbers_are_positions)
      : numbers_are_positions_(numbers_are_positions) {}

  using Tokens = std::span<const std::string_view>;

  /// One line that is neither blank nor a comment.
  virtual void line(Tokens tokens, std::string_view text) = 0;
  /// The text is complete: throw if it is not.
  virtual void end() = 0;

  [[noreturn]] void fail(const std::string& what) const { throw SetFileError(line_, what); }
  double parse_score(std::string_view token) const;
  std::size_t parse_count(std::string_view token, const char* what) const;
  std::size_t line_number() const { return line_; }
  void remark(std::string_view text) { remarks_.push_back({line_, std::string(text)}); }

  SetCollector& sets() { return sets_; }

 private:
  void take(std::string_view line);

  SetCollector sets_;
  std::vector<Remark> remarks_;
  std::vector<std::string_view> tokens_;
  std::string pending_;
  std::size_t line_ = 0;
  bool numbers_are_positions_;
};

/// Jaakkola's format: the number of variables; for each `label count` and lines
/// `score k parent_1 .. parent_k`.
class JklReader final : public SetTextReader {
 public:
  JklReader() : SetTextReader(true) {}

 private:
  void line(Tokens tokens, std::string_view text) override;
  void end() override;

  std::size_t variables_ = 0;
  std::size_t waiting_ = 0;
  bool started_ = false;
};

/// URLearning's format: lines `META key = value`; `VAR name` begins a variable; lines
/// `score parent_1 .. parent_k`. META before the first VAR becomes a remark, later ones are
/// skipped.
class PssReader final : public SetTextReader {
 public:
  PssReader() : SetTextReader(false) {}

 private:
  void line(Tokens tokens, std::string_view text) override;
  void end() override;
};

/// Writes sets as lines of either format; scores are the shortest text that reads back exactly.
class SetFormatter {
 public:
  /// `with_size`: whether the number of parents follows the score, as in Jaakkola's format.
  SetFormatter(std::vector<std::string> labels, bool with_size);

  /// The lines of sets `starts[i]` to `starts[i + 1]` of `members`, i < scores.size().
  std::string lines(std::span<const double> scores, std::span<const std::uint32_t> starts,
                    std::span<const std::uint16_t> members) const;

 private:
  std::vector<std::string> labels_;
  bool with_size_;
};

}  // namespace dagwright::parents
