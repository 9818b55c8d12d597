#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dagwright/data/text_column.hpp"

namespace dagwright {

/// The text is not the CSV it should be. The message starts with "line N: ", N being the 1-based
/// line on which the offending record starts.
class CsvError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Turns delimiter-separated UTF-8 text into one coded column per field, in one pass.
///
/// Text arrives in pieces cut anywhere: `feed` each, then `finish`. The grammar is RFC 4180, read
/// generously: lines end in LF, CRLF or CR; blank lines and a byte order mark are skipped; the last
/// line needs no end; blanks (space, tab) around a cell are trimmed unless quoted; a quote inside
/// an unquoted cell is an ordinary character. The delimiter ' ' stands for any run of blanks, and
/// blanks at the ends of a line then separate nothing. Refused, with a CsvError: records of unequal
/// length, an unterminated quote, text after a closing quote, NUL bytes, bytes that are not UTF-8.
///
/// Every record is coded, the first one too, for only the caller can tell whether it is a header.
/// Codes count labels from 0 in order of first appearance, so the first record's cells have code 0
/// in their columns: a header is dropped by skipping the first code and, if it occurs nowhere else,
/// the first label.
///
/// After an error the encoder is spent: only the destructor may be called.
class CsvEncoder {
 public:
  /// More cells than this in the first record are refused: that is no table.
  static constexpr std::size_t kMaxColumns = std::size_t{1} << 18;

  /// Throws std::invalid_argument for a quote, a line end, NUL or a byte that is not ASCII.
  explicit CsvEncoder(char delimiter = ',', ColumnRules rules = {});

  void feed(std::string_view bytes);
  void finish();

  bool finished() const { return state_ == State::kFinished; }
  std::uint64_t n_records() const { return n_records_; }
  std::size_t n_columns() const { return columns_.size(); }
  const TextColumn& column(std::size_t index) const { return columns_.at(index); }
  /// The 1-based line on which a record starts; records count from 0.
  std::uint64_t line_of(std::uint64_t record) const;

 private:
  enum class State { kCellStart, kUnquoted, kQuoted, kQuoteSeen, kAfterQuote, kFinished, kFailed };
  enum class Kind : std::uint8_t { kOther, kBlank, kQuote, kEnd };

  const char* skip_byte_order_mark(const char* at, const char* end);
  template <bool kBlanks>
  const char* read_short_cells(const char* at, const char* end);
  const char* start_cell(const char* at, const char* end);
  const char* read_unquoted(const char* at, const char* end);
  const char* read_quoted(const char* at, const char* end);
  const char* read_after_quote(const char* at);

  Kind kind(char byte) const { return kinds_[static_cast<unsigned char>(byte)]; }
  bool separates(char byte) const { return byte == delimiter_ || (blanks_ && byte == '\t'); }
  std::string_view trimmed(std::string_view cell) const;
  void close_cell(std::string_view cell);
  void add_unseen(TextColumn& column, std::string_view cell);
  void pass_terminator(char byte);
  void pass_line_end(char byte);
  void close_record();
  [[noreturn]] void fail(const std::string& what);

  /// From this record on, a record's line is its number plus a constant.
  struct LineMark {
    std::uint64_t record;
    std::uint64_t line;
  };

  char delimiter_;
  bool blanks_;  // runs of blanks separate cells
  ColumnRules rules_;
  std::array<Kind, 256> kinds_{};
  State state_ = State::kCellStart;
  // The part of the current cell that earlier pieces held, or its quoted text.
  std::string pending_;
  std::size_t mark_bytes_ = 0;  // bytes of the byte order mark matched so far
  bool mark_possible_ = true;
  bool after_carriage_return_ = false;  // a line feed now would belong to the same line end
  std::uint64_t line_ = 1;
  std::uint64_t record_line_ = 1;
  std::size_t cell_ = 0;  // index of the current cell in its record
  std::uint64_t n_records_ = 0;
  std::vector<LineMark> line_marks_;
  std::vector<TextColumn> columns_;
};

}  // namespace dagwright
