#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dagwright/data/text_column.hpp"

namespace dagwright::data {

/// The text is not the CSV it should be. The message starts with "line N: ", N being the 1-based
/// line on which the offending record starts.
class CsvError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The bytes are not UTF-8: the text is in another encoding.
class NotUtf8Error : public CsvError {
 public:
  using CsvError::CsvError;
};

/// What is known of a table of text before its records are read.
struct TableLayout {
  char delimiter = ',';
  char decimal = '.';
  std::size_t n_columns = 1;
  std::uint64_t first_line = 1;                    ///< number of the line that the text starts with
  std::uint32_t max_labels = LabelIndex::kAbsent;  ///< columns of more labels are not coded
  std::vector<std::size_t> keep_labels;            ///< except these
};

/// Turns delimiter-separated UTF-8 text without header into one coded column per field, in one
/// pass.
///
/// Text arrives in pieces cut anywhere: `feed` each, then `finish`. The grammar is RFC 4180, read
/// generously: lines end in LF, CRLF or CR; the last line needs no end; blanks (space, tab) around
/// a cell are trimmed; a quote inside an unquoted cell is an ordinary character. The delimiter ' '
/// stands for any run of blanks, and blanks at the ends of a line then separate nothing. Refused,
/// with a CsvError: an unterminated quote, text after a closing quote, NUL bytes, bytes that are
/// not UTF-8.
///
/// Records without any text are left out. So are records of another length, if no whole record
/// follows them; in the midst of others they are refused. Empty surplus cells are accepted if all
/// records have them.
///
/// After an error the encoder is spent: only the destructor may be called.
class CsvEncoder {
 public:
  static constexpr std::size_t kMaxColumns = std::size_t{1} << 18;
  /// More records of another length than this are not a footer.
  static constexpr std::size_t kMaxOdd = 50;

  /// A record of another length, behind the last whole one.
  struct OddRecord {
    std::uint64_t line;
    std::size_t n_cells;
  };

  /// Throws std::invalid_argument for a delimiter that is a quote, a line end, NUL or not ASCII,
  /// and for no or too many columns.
  explicit CsvEncoder(const TableLayout& layout);

  void feed(std::string_view bytes);
  void finish();

  bool finished() const { return state_ == State::kFinished; }
  std::uint64_t n_records() const { return n_records_; }
  std::uint64_t n_blank() const { return n_blank_; }
  /// The number of the line that the text ends in.
  std::uint64_t last_line() const { return line_; }
  const std::vector<OddRecord>& odd_records() const { return odd_; }
  std::size_t n_columns() const { return columns_.size(); }
  const TextColumn& column(std::size_t index) const { return columns_.at(index); }
  /// The 1-based line on which a record starts; records count from 0.
  std::uint64_t line_of(std::uint64_t record) const;

 private:
  enum class State { kCellStart, kUnquoted, kQuoted, kQuoteSeen, kAfterQuote, kFinished, kFailed };
  enum class Kind : std::uint8_t { kOther, kBlank, kQuote, kEnd };

  template <bool kBlanks>
  const char* read_plain_cells(const char* at, const char* end);
  const char* read_short_quoted(const char* at, const char* end, TextColumn& column, bool& filled);
  const char* start_cell(const char* at, const char* end);
  const char* read_unquoted(const char* at, const char* end);
  const char* read_quoted(const char* at, const char* end);
  const char* read_after_quote(const char* at);

  Kind kind(char byte) const { return kinds_[static_cast<unsigned char>(byte)]; }
  bool separates(char byte) const { return byte == delimiter_ || (blanks_ && byte == '\t'); }
  void close_cell(std::string_view cell);
  void add_cell(TextColumn& column, std::string_view cell);
  void add_unseen(TextColumn& column, std::string_view cell);
  void pass_terminator(char byte);
  void pass_line_end(char byte);
  void close_record();
  void take_back_record(std::size_t cells);
  void count_surplus(bool has_surplus);
  std::string wrong_length(std::size_t cells) const;
  [[noreturn]] void fail(const std::string& what) { fail_at(record_line_, what); }
  [[noreturn]] void fail_at(std::uint64_t line, const std::string& what);

  /// From this record on, a record's line is its number plus a constant.
  struct LineMark {
    std::uint64_t record;
    std::uint64_t line;
  };

  char delimiter_;
  bool blanks_;  // runs of blanks separate cells
  std::array<Kind, 256> kinds_{};
  State state_ = State::kCellStart;
  // The part of the current cell that earlier pieces held, or its quoted text.
  std::string pending_;
  bool after_carriage_return_ = false;  // a line feed now would belong to the same line end
  std::uint64_t line_;
  std::uint64_t record_line_;
  std::size_t cell_ = 0;         // index of the current cell in its record
  bool filled_ = false;          // whether a cell of the record has text
  bool surplus_filled_ = false;  // whether a cell behind the last column has
  bool taken_back_ = false;      // whether labels may have lost their cells
  std::uint64_t n_records_ = 0;
  std::uint64_t n_blank_ = 0;
  std::uint64_t surplus_line_ = 0;  // first record with surplus cells; 0 if none
  std::uint64_t exact_line_ = 0;    // first record without
  std::vector<OddRecord> odd_;
  std::vector<LineMark> line_marks_;
  std::vector<TextColumn> columns_;
};

}  // namespace dagwright::data
