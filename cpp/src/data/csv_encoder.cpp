#include "dagwright/data/csv_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "dagwright/data/scan_decimal.hpp"
#include "dagwright/data/utf8.hpp"

namespace dagwright::data {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;

// Sets the high bit of each zero byte of a word. Bytes above the lowest zero byte may be set
// wrongly; only the lowest one is used.
std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - kOnes) & ~word & kHighs;
}

std::uint64_t load_word(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, 8);
  return word;
}

bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

std::string_view trimmed(std::string_view cell) {
  while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
  return cell;
}

}  // namespace

CsvEncoder::CsvEncoder(const TableLayout& layout)
    : delimiter_(layout.delimiter),
      blanks_(layout.delimiter == ' '),
      line_(layout.first_line),
      record_line_(layout.first_line) {
  const auto code = static_cast<unsigned char>(delimiter_);
  if (code == 0 || code >= 0x80 || delimiter_ == '"' || delimiter_ == '\n' || delimiter_ == '\r') {
    throw std::invalid_argument("the delimiter must be an ASCII character, not a quote or newline");
  }
  if (layout.n_columns == 0 || layout.n_columns > kMaxColumns || layout.max_labels == 0) {
    throw std::invalid_argument("no columns, too many of them, or no labels");
  }
  columns_.assign(layout.n_columns, TextColumn(layout.max_labels, layout.decimal));
  for (const std::size_t j : layout.keep_labels) {
    columns_.at(j) = TextColumn(LabelIndex::kAbsent, layout.decimal);
  }
  const auto set = [this](char byte, Kind kind) {
    kinds_[static_cast<unsigned char>(byte)] = kind;
  };
  set(' ', Kind::kBlank);
  set('\t', blanks_ ? Kind::kEnd : Kind::kBlank);
  set('"', Kind::kQuote);
  set('\n', Kind::kEnd);
  set('\r', Kind::kEnd);
  set(delimiter_, Kind::kEnd);
}

void CsvEncoder::feed(std::string_view bytes) {
  if (state_ == State::kFinished || state_ == State::kFailed) {
    throw std::logic_error("feed() after finish() or an error");
  }
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
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
  if (state_ == State::kQuoted) fail("a quote is opened and never closed");
  if (state_ != State::kCellStart || cell_ > 0) {
    if (state_ == State::kCellStart) pending_.clear();
    if (state_ != State::kCellStart || !blanks_) close_cell(pending_);
    close_record();
  }
  if (taken_back_) {
    for (TextColumn& column : columns_) column.settle();
  }
  state_ = State::kFinished;
}

// The hot path: whole runs of cells that need no state, eight bytes at a time, without leaving
// registers for anything but the column's table, codes and numbers. It stops at the first cell that
// it cannot take: a padded, surplus or oddly quoted one, a blank line, or the end of the piece.
template <bool kBlanks>
const char* CsvEncoder::read_plain_cells(const char* at, const char* end) {
  if constexpr (std::endian::native != std::endian::little) return at;
  const std::uint64_t delimiters = kOnes * static_cast<unsigned char>(delimiter_);
  const std::uint64_t tabs = kOnes * static_cast<unsigned char>('\t');
  const std::uint64_t line_feeds = kOnes * static_cast<unsigned char>('\n');
  const std::uint64_t carriage_returns = kOnes * static_cast<unsigned char>('\r');
  const auto ends_of = [&](std::uint64_t word) {
    std::uint64_t ends = zero_bytes(word ^ delimiters) | zero_bytes(word ^ line_feeds) |
                         zero_bytes(word ^ carriage_returns);
    if constexpr (kBlanks) ends |= zero_bytes(word ^ tabs);
    return ends;
  };
  // Locals, for a store of a code may alias any member and would force it to be read again.
  const char delimiter = delimiter_;
  TextColumn* const first = columns_.data();
  TextColumn* const last = first + columns_.size();
  TextColumn* column = first + cell_;
  bool filled = filled_;
  while (end - at >= 8 && column < last) {
    const char* stop = nullptr;
    if (*at == '"') {
      stop = read_short_quoted(at, end, *column, filled);
      if (stop == nullptr) break;
    } else if (column->storage() == TextColumn::Storage::kNumbers) {
      double value = 0;
      stop = scan_decimal(at, end, column->decimal(), value);
      if (stop != nullptr && (stop == end || kind(*stop) != Kind::kEnd)) stop = nullptr;
      if (stop != nullptr) {
        column->push_number(value, static_cast<std::size_t>(stop - at));
        filled = true;
      }
    }
    if (stop == nullptr) {
      const std::uint64_t word = load_word(at);
      std::uint64_t ends = ends_of(word);
      const char* from = at;
      while (ends == 0 && end - from >= 16) ends = ends_of(load_word(from += 8));
      if (ends == 0) break;
      stop = from + static_cast<std::size_t>(std::countr_zero(ends)) / 8;
      const auto length = static_cast<std::size_t>(stop - at);
      if (length == 0) {
        if (kBlanks || (column == first && *stop != delimiter)) break;
      } else if (kind(*at) != Kind::kOther || kind(stop[-1]) == Kind::kBlank) {
        break;
      }
      if (length <= LabelIndex::kShort && column->storage() == TextColumn::Storage::kCodes) {
        const std::uint64_t label = word & ((std::uint64_t{1} << (8 * length)) - 1);
        const std::uint32_t code = column->find_short(LabelIndex::short_key(label, length));
        if (code == LabelIndex::kAbsent) {
          add_unseen(*column, {at, length});
        } else {
          column->push(code);
        }
      } else {
        add_cell(*column, {at, length});
      }
      filled = filled || length > 0;
    }
    ++column;
    const char terminator = *stop;
    at = stop + 1;
    if (terminator == delimiter || (kBlanks && terminator == '\t')) continue;
    cell_ = static_cast<std::size_t>(column - first);
    filled_ = filled;
    close_record();
    filled = false;
    pass_line_end(terminator);
    if (after_carriage_return_ && at != end) {
      if (*at == '\n') ++at;
      after_carriage_return_ = false;
    }
    column = first;
  }
  filled_ = filled;
  cell_ = static_cast<std::size_t>(column - first);
  return at;
}

// A quoted cell without quotes or line ends in it. Returns where it is terminated, or nullptr.
const char* CsvEncoder::read_short_quoted(const char* at, const char* end, TextColumn& column,
                                          bool& filled) {
  const char* stop = ++at;
  while (stop != end && *stop != '"' && *stop != '\n' && *stop != '\r') ++stop;
  if (end - stop < 2 || *stop != '"' || kind(stop[1]) != Kind::kEnd) return nullptr;
  const std::string_view cell = trimmed({at, static_cast<std::size_t>(stop - at)});
  add_cell(column, cell);
  filled = filled || !cell.empty() || columns_.size() == 1;
  return stop + 1;
}

const char* CsvEncoder::start_cell(const char* at, const char* end) {
  if (after_carriage_return_ && *at == '\n') {
    pass_line_end('\n');
    return at + 1;
  }
  after_carriage_return_ = false;
  at = blanks_ ? read_plain_cells<true>(at, end) : read_plain_cells<false>(at, end);
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
    close_cell(part);
  } else {
    pending_.append(part);
    close_cell(pending_);
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

void CsvEncoder::close_cell(std::string_view cell) {
  cell = trimmed(cell);
  // In a single column a quoted empty cell is a value, where a blank line is not.
  const bool quoted = state_ == State::kQuoteSeen || state_ == State::kAfterQuote;
  if (!cell.empty() || (quoted && columns_.size() == 1)) filled_ = true;
  if (cell_ < columns_.size()) {
    add_cell(columns_[cell_], cell);
  } else if (!cell.empty()) {  // surplus cells are only counted, for the message
    surplus_filled_ = true;
  }
  ++cell_;
}

void CsvEncoder::add_cell(TextColumn& column, std::string_view cell) {
  const bool coded = column.storage() == TextColumn::Storage::kCodes;
  const std::uint32_t code = coded ? column.find(cell) : LabelIndex::kAbsent;
  if (code == LabelIndex::kAbsent) {
    add_unseen(column, cell);
  } else {
    column.push(code);
  }
}

// Text is checked here and nowhere else: a cell that repeats a label is as valid as the label.
void CsvEncoder::add_unseen(TextColumn& column, std::string_view cell) {
  if (!is_plain_ascii(cell)) {
    if (cell.find('\0') != std::string_view::npos) {
      fail("a NUL byte: this looks like a binary file, not a table of text");
    }
    if (!is_utf8(cell)) {
      state_ = State::kFailed;
      throw NotUtf8Error("line " + std::to_string(record_line_) + ": not UTF-8 text");
    }
  }
  if (column.labels().size() == LabelIndex::kAbsent) {
    fail("too many distinct values in a column");
  }
  column.add(cell);
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
  const std::size_t cells = cell_;
  const bool filled = filled_;
  const bool surplus_filled = surplus_filled_;
  cell_ = 0;
  filled_ = surplus_filled_ = false;
  if (!filled) {
    take_back_record(cells);
    ++n_blank_;
    return;
  }
  if (cells < columns_.size() || surplus_filled) {
    take_back_record(cells);
    odd_.push_back({record_line_, cells});
    if (odd_.size() > kMaxOdd) fail_at(odd_.front().line, wrong_length(odd_.front().n_cells));
    return;
  }
  if (!odd_.empty()) fail_at(odd_.front().line, wrong_length(odd_.front().n_cells));
  count_surplus(cells > columns_.size());
  if (line_marks_.empty() ||
      record_line_ - line_marks_.back().line != n_records_ - line_marks_.back().record) {
    line_marks_.push_back({n_records_, record_line_});
  }
  ++n_records_;
}

void CsvEncoder::take_back_record(std::size_t cells) {
  for (std::size_t j = 0; j < std::min(cells, columns_.size()); ++j) columns_[j].take_back();
  taken_back_ = true;
}

// A delimiter at the end of every line does no harm; at the end of some it may be a cell that
// slipped, because an earlier one has a delimiter in it.
void CsvEncoder::count_surplus(bool has_surplus) {
  std::uint64_t& first = has_surplus ? surplus_line_ : exact_line_;
  if (first != 0) return;
  first = record_line_;
  if (surplus_line_ != 0 && exact_line_ != 0) {
    fail_at(surplus_line_, wrong_length(columns_.size() + 1));
  }
}

std::string CsvEncoder::wrong_length(std::size_t cells) const {
  return std::to_string(cells) + (cells == 1 ? " cell" : " cells") + " where " +
         std::to_string(columns_.size()) + (columns_.size() == 1 ? " was" : " were") +
         " expected (a cell that contains the delimiter must be quoted)";
}

std::uint64_t CsvEncoder::line_of(std::uint64_t record) const {
  if (record >= n_records_) throw std::out_of_range("no such record");
  const auto after = std::upper_bound(
      line_marks_.begin(), line_marks_.end(), record,
      [](std::uint64_t wanted, const LineMark& mark) { return wanted < mark.record; });
  const LineMark& mark = *(after - 1);
  return mark.line + (record - mark.record);
}

void CsvEncoder::fail_at(std::uint64_t line, const std::string& what) {
  state_ = State::kFailed;
  throw CsvError("line " + std::to_string(line) + ": " + what);
}

}  // namespace dagwright::data
