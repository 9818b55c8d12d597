#include "dagwright/data/csv_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "dagwright/data/utf8.hpp"

namespace dagwright {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;

// Sets the high bit of each zero byte of a word. Bytes above the lowest zero byte may be set
// wrongly; only the lowest one is used.
std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - kOnes) & ~word & kHighs;
}

}  // namespace

CsvEncoder::CsvEncoder(char delimiter, ColumnRules rules)
    : delimiter_(delimiter), blanks_(delimiter == ' '), rules_(std::move(rules)) {
  const auto code = static_cast<unsigned char>(delimiter);
  if (code == 0 || code >= 0x80 || delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
    throw std::invalid_argument("the delimiter must be an ASCII character, not a quote or newline");
  }
  if (rules_.max_labels == 0) throw std::invalid_argument("at least one label a column");
  const auto set = [this](char byte, Kind kind) {
    kinds_[static_cast<unsigned char>(byte)] = kind;
  };
  set(' ', Kind::kBlank);
  set('\t', blanks_ ? Kind::kEnd : Kind::kBlank);
  set('"', Kind::kQuote);
  set('\n', Kind::kEnd);
  set('\r', Kind::kEnd);
  set(delimiter, Kind::kEnd);
}

void CsvEncoder::feed(std::string_view bytes) {
  if (state_ == State::kFinished || state_ == State::kFailed) {
    throw std::logic_error("feed() after finish() or an error");
  }
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  if (mark_possible_) at = skip_byte_order_mark(at, end);
  while (at != end) {
    switch (state_) {
      case State::kCellStart:
        at = start_cell(at, end);
        break;
      case State::kUnquoted:
        at = read_unquoted(at, end);
        break;
      case State::kQuoted:
        at = read_quoted(at, end);
        break;
      default:
        at = read_after_quote(at);
    }
  }
}

void CsvEncoder::finish() {
  if (state_ == State::kFinished || state_ == State::kFailed) {
    throw std::logic_error("finish() after finish() or an error");
  }
  if (mark_possible_ && mark_bytes_ > 0) fail("not UTF-8 text: save the file as UTF-8");
  if (state_ == State::kQuoted) fail("a quote is opened and never closed");
  if (state_ != State::kCellStart || cell_ > 0) {
    if (state_ == State::kCellStart) pending_.clear();
    if (state_ != State::kCellStart || !blanks_) {
      close_cell(state_ == State::kUnquoted ? trimmed(pending_) : std::string_view(pending_));
    }
    close_record();
  }
  state_ = State::kFinished;
}

const char* CsvEncoder::skip_byte_order_mark(const char* at, const char* end) {
  while (at != end && mark_bytes_ < kByteOrderMark.size() && *at == kByteOrderMark[mark_bytes_]) {
    ++at;
    ++mark_bytes_;
  }
  if (mark_bytes_ == kByteOrderMark.size()) {
    mark_possible_ = false;
  } else if (at != end) {
    mark_possible_ = false;
    if (mark_bytes_ > 0) {  // not a mark after all: these bytes start the first cell
      pending_ = kByteOrderMark.substr(0, mark_bytes_);
      state_ = State::kUnquoted;
    }
  }
  return at;
}

// The hot path: whole runs of plain cells of at most seven bytes, eight bytes at a time, without
// leaving registers for anything but the column's table and codes. It stops at the first cell that
// it cannot take: a long, quoted, padded or surplus one, a blank line, or the end of the piece.
template <bool kBlanks>
const char* CsvEncoder::read_short_cells(const char* at, const char* end) {
  if constexpr (std::endian::native != std::endian::little) return at;
  if (n_records_ == 0) return at;
  const std::uint64_t delimiters = kOnes * static_cast<unsigned char>(delimiter_);
  const std::uint64_t tabs = kOnes * static_cast<unsigned char>('\t');
  const std::uint64_t line_feeds = kOnes * static_cast<unsigned char>('\n');
  const std::uint64_t carriage_returns = kOnes * static_cast<unsigned char>('\r');
  // Locals, for a store of a code may alias any member and would force it to be read again.
  const char delimiter = delimiter_;
  TextColumn* const first = columns_.data();
  TextColumn* const last = first + columns_.size();
  TextColumn* column = first + cell_;
  while (end - at >= 8 && column < last) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    std::uint64_t ends = zero_bytes(word ^ delimiters) | zero_bytes(word ^ line_feeds) |
                         zero_bytes(word ^ carriage_returns);
    if constexpr (kBlanks) ends |= zero_bytes(word ^ tabs);
    if (ends == 0) break;
    const auto length = static_cast<std::size_t>(std::countr_zero(ends)) / 8;
    const char terminator = at[length];
    if (length == 0) {
      if (kBlanks || (column == first && terminator != delimiter)) break;
    } else if (kind(*at) != Kind::kOther || kind(at[length - 1]) == Kind::kBlank) {
      break;
    }
    const std::uint64_t label = word & ((std::uint64_t{1} << (8 * length)) - 1);
    const std::uint32_t code = column->find_short(LabelIndex::short_key(label, length));
    if (code == LabelIndex::kAbsent) {
      add_unseen(*column, {at, length});
    } else {
      column->push(code);
    }
    ++column;
    at += length + 1;
    if (terminator == delimiter || (kBlanks && terminator == '\t')) continue;
    cell_ = static_cast<std::size_t>(column - first);
    close_record();
    pass_line_end(terminator);
    if (after_carriage_return_ && at != end) {
      if (*at == '\n') ++at;
      after_carriage_return_ = false;
    }
    column = first;
  }
  cell_ = static_cast<std::size_t>(column - first);
  return at;
}

const char* CsvEncoder::start_cell(const char* at, const char* end) {
  if (after_carriage_return_ && *at == '\n') {
    pass_line_end('\n');
    return at + 1;
  }
  after_carriage_return_ = false;
  at = blanks_ ? read_short_cells<true>(at, end) : read_short_cells<false>(at, end);
  while (at != end && (kind(*at) == Kind::kBlank || (blanks_ && separates(*at)))) ++at;
  if (at == end) return at;
  const bool line_end = kind(*at) == Kind::kEnd && !separates(*at);
  if (line_end && (cell_ == 0 || blanks_)) {  // a blank line, or blanks at the end of one
    if (cell_ > 0) close_record();
    pass_line_end(*at);
    return at + 1;
  }
  pending_.clear();
  if (kind(*at) == Kind::kQuote) {
    state_ = State::kQuoted;
    return at + 1;
  }
  state_ = State::kUnquoted;
  return at;
}

const char* CsvEncoder::read_unquoted(const char* at, const char* end) {
  const char* stop = at;
  while (stop != end && kind(*stop) != Kind::kEnd) ++stop;
  const std::string_view part(at, static_cast<std::size_t>(stop - at));
  if (stop == end) {
    pending_.append(part);
    return stop;
  }
  if (pending_.empty()) {
    close_cell(trimmed(part));
  } else {
    pending_.append(part);
    close_cell(trimmed(pending_));
  }
  pass_terminator(*stop);
  return stop + 1;
}

const char* CsvEncoder::read_quoted(const char* at, const char* end) {
  const auto size = static_cast<std::size_t>(end - at);
  const auto* quote = static_cast<const char*>(std::memchr(at, '"', size));
  const char* const stop = quote == nullptr ? end : quote;
  pending_.append(at, stop);
  const std::uint64_t start_of_record = record_line_;
  for (; at != stop; ++at) {
    if (*at == '\n' || *at == '\r') {
      pass_line_end(*at);
    } else {
      after_carriage_return_ = false;
    }
  }
  record_line_ = start_of_record;
  if (quote == nullptr) return end;
  after_carriage_return_ = false;
  state_ = State::kQuoteSeen;
  return quote + 1;
}

const char* CsvEncoder::read_after_quote(const char* at) {
  if (state_ == State::kQuoteSeen && *at == '"') {
    pending_.push_back('"');
    state_ = State::kQuoted;
    return at + 1;
  }
  state_ = State::kAfterQuote;
  if (kind(*at) == Kind::kEnd) {
    close_cell(pending_);
    pass_terminator(*at);
  } else if (kind(*at) != Kind::kBlank) {
    fail("text after the closing quote of cell " + std::to_string(cell_ + 1) +
         " (a quote inside quotes is written twice)");
  }
  return at + 1;
}

std::string_view CsvEncoder::trimmed(std::string_view cell) const {
  while (!cell.empty() && kind(cell.front()) == Kind::kBlank) cell.remove_prefix(1);
  while (!cell.empty() && kind(cell.back()) == Kind::kBlank) cell.remove_suffix(1);
  return cell;
}

void CsvEncoder::close_cell(std::string_view cell) {
  if (n_records_ == 0) {
    if (columns_.size() == kMaxColumns) {
      fail("more than " + std::to_string(kMaxColumns) + " cells: is this a table?");
    }
    columns_.emplace_back();
  }
  if (cell_ < columns_.size()) {  // surplus cells are only counted, for the message
    TextColumn& column = columns_[cell_];
    const std::uint32_t code = column.find(cell);
    if (code == LabelIndex::kAbsent) {
      add_unseen(column, cell);
    } else {
      column.push(code);
    }
  }
  ++cell_;
}

// Text is checked here and nowhere else: a cell that repeats a label is as valid as the label.
void CsvEncoder::add_unseen(TextColumn& column, std::string_view cell) {
  if (!is_plain_ascii(cell)) {
    if (cell.find('\0') != std::string_view::npos) {
      fail("a NUL byte: this looks like a binary file, not a table of text");
    }
    if (!is_utf8(cell)) fail("not UTF-8 text: save the file as UTF-8");
  }
  if (column.labels().size() == LabelIndex::kAbsent) {
    fail("too many distinct values in a column");
  }
  column.add(cell, n_records_, rules_);
}

void CsvEncoder::pass_terminator(char byte) {
  state_ = State::kCellStart;
  if (separates(byte)) return;
  close_record();
  pass_line_end(byte);
}

void CsvEncoder::pass_line_end(char byte) {
  if (byte == '\n' && after_carriage_return_) {
    after_carriage_return_ = false;
    return;
  }
  after_carriage_return_ = byte == '\r';
  ++line_;
  record_line_ = line_;
}

void CsvEncoder::close_record() {
  if (cell_ != columns_.size()) {
    fail(std::to_string(cell_) + (cell_ == 1 ? " cell" : " cells") + " where " +
         std::to_string(columns_.size()) + (columns_.size() == 1 ? " was" : " were") + " expected");
  }
  cell_ = 0;
  if (line_marks_.empty() ||
      record_line_ - line_marks_.back().line != n_records_ - line_marks_.back().record) {
    line_marks_.push_back({n_records_, record_line_});
  }
  ++n_records_;
}

std::uint64_t CsvEncoder::line_of(std::uint64_t record) const {
  if (record >= n_records_) throw std::out_of_range("no such record");
  const auto after = std::upper_bound(
      line_marks_.begin(), line_marks_.end(), record,
      [](std::uint64_t wanted, const LineMark& mark) { return wanted < mark.record; });
  const LineMark& mark = *(after - 1);
  return mark.line + (record - mark.record);
}

void CsvEncoder::fail(const std::string& what) {
  state_ = State::kFailed;
  throw CsvError("line " + std::to_string(record_line_) + ": " + what);
}

}  // namespace dagwright
