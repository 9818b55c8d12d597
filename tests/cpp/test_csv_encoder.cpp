#include "dagwright/data/csv_encoder.hpp"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/data/number.hpp"

using namespace dagwright;

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::uint32_t code_at(const data::CodeArray& codes, std::size_t row) {
  if (codes.width() == 1) return codes.bytes()[row];
  return codes.width() == 2 ? codes.halves()[row] : codes.words()[row];
}

data::TableLayout layout(std::size_t n_columns, char delimiter = ',') {
  data::TableLayout result;
  result.n_columns = n_columns;
  result.delimiter = delimiter;
  return result;
}

data::CsvEncoder encoded(const std::string& text, const data::TableLayout& how) {
  data::CsvEncoder encoder(how);
  encoder.feed(text);
  encoder.finish();
  return encoder;
}

/// The rows that come out when text is fed in pieces of the given size.
Rows encode(const std::string& text, std::size_t piece, std::size_t n_columns,
            char delimiter = ',') {
  data::CsvEncoder encoder(layout(n_columns, delimiter));
  for (std::size_t at = 0; at < text.size(); at += piece) {
    // A copy of exactly the piece, so that the sanitizer sees any read beyond it.
    const std::vector<char> exact(
        text.begin() + static_cast<std::ptrdiff_t>(at),
        text.begin() + static_cast<std::ptrdiff_t>(std::min(at + piece, text.size())));
    encoder.feed({exact.data(), exact.size()});
  }
  encoder.finish();
  Rows rows(encoder.n_records());
  for (std::size_t j = 0; j < encoder.n_columns(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].push_back(encoder.column(j).labels()[code_at(encoder.column(j).codes(), i)]);
    }
  }
  return rows;
}

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const data::CsvError& error) {
    return error.what();
  }
  return "no error";
}

void pieces_of_any_size_give_the_same_rows() {
  const std::string text =
      "a,bb,\"c,\"\"c\"\n1,longer than eight bytes,\r\n\n  x , y,\"\"\r\xC3\xA9,\t,z";
  const Rows expected = {{"a", "bb", "c,\"c"},
                         {"1", "longer than eight bytes", ""},
                         {"x", "y", ""},
                         {"\xC3\xA9", "", "z"}};
  for (std::size_t piece = 1; piece <= text.size(); ++piece)
    CHECK(encode(text, piece, 3) == expected);
}

void blanks_separate_in_runs() {
  const std::string text = "  a b\t\tc \n1 2 3\n\n \t\n\"x y\"   z  w\t\r\n4\t5\t6";
  const Rows expected = {{"a", "b", "c"}, {"1", "2", "3"}, {"x y", "z", "w"}, {"4", "5", "6"}};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    CHECK(encode(text, piece, 3, ' ') == expected);
  }
}

void blank_records_and_a_footer_are_left_out() {
  const std::string text = "a,b\n,\n , \n1,2\n\"\",\n3,4\n,,,\nTotal\nSource: x, y, z\n";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    CHECK(encode(text, piece, 2) == (Rows{{"a", "b"}, {"1", "2"}, {"3", "4"}}));
  }
  const data::CsvEncoder encoder = encoded(text, layout(2));
  CHECK(encoder.n_blank() == 4);
  CHECK(encoder.odd_records().size() == 2);
  CHECK(encoder.odd_records()[0].line == 8 && encoder.odd_records()[0].n_cells == 1);
  CHECK(encoder.odd_records()[1].line == 9 && encoder.odd_records()[1].n_cells == 3);
  CHECK(encoder.last_line() == 10);
  // What only they hold is not among the labels.
  CHECK(encoder.column(0).labels() == (std::vector<std::string>{"a", "1", "3"}));
}

void odd_records_amid_others_are_refused() {
  const std::string hint = " (a cell that contains the delimiter must be quoted)";
  CHECK(message([] { encode("a,b\n1\n2,3\n", 100, 2); }) ==
        "line 2: 1 cell where 2 were expected" + hint);
  CHECK(message([] { encode("a b\n1 2 3 \n4 5\n", 100, 2, ' '); }) ==
        "line 2: 3 cells where 2 were expected" + hint);
  std::string many = "1,2\n";
  for (int i = 0; i < 60; ++i) many += "x\n";
  CHECK(message([&] { encode(many, 100, 2); }) == "line 2: 1 cell where 2 were expected" + hint);
}

void delimiters_at_the_ends_of_all_lines_are_harmless() {
  CHECK(encode("a,b,\n1,2,\n3,4,,\n", 100, 2) == (Rows{{"a", "b"}, {"1", "2"}, {"3", "4"}}));
  CHECK(message([] { encode("a,b\n1,2,\n", 100, 2); }).starts_with("line 2: 3 cells where 2"));
  CHECK(message([] { encode("a,b,\n1,2\n", 100, 2); }).starts_with("line 1: 3 cells where 2"));
}

void a_single_column_keeps_quoted_empty_cells() {
  CHECK(encode("a\n\n\"\"\n \nb\n", 100, 1) == (Rows{{"a"}, {""}, {"b"}}));
  for (std::size_t piece = 1; piece < 8; ++piece) {
    CHECK(encode("\"\"\nabcdefgh\n\"\"\n\n\"x\"\n", piece, 1) ==
          (Rows{{""}, {"abcdefgh"}, {""}, {"x"}}));
  }
}

void cells_that_are_not_utf8_are_told_apart() {
  try {
    encode("a\n\xFF\n", 100, 1);
    CHECK(false);
  } catch (const data::NotUtf8Error& error) {
    CHECK(std::string(error.what()) == "line 2: not UTF-8 text");
  }
}

void random_bytes_do_no_harm() {
  Rng rng(1);
  const std::string alphabet = "ab1.\",;\n\r \t\xC3\xA9\xEF\xBB\xBF";
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const auto length = rng.below(60);
    for (std::uint64_t i = 0; i < length; ++i) text += alphabet[rng.below(alphabet.size())];
    if (round % 5 == 0) text += '\0';
    for (const char delimiter : {',', ' ', '\t'}) {
      const auto outcome = [&](std::size_t piece) {
        Rows rows;
        const std::string failed =
            message([&] { rows = encode(text, piece, 1 + round % 3, delimiter); });
        return std::make_pair(rows, failed);
      };
      CHECK(outcome(1 + rng.below(9)) == outcome(1000));
    }
  }
}

data::TableLayout narrow(std::size_t n_columns, std::uint32_t max_labels) {
  data::TableLayout how = layout(n_columns);
  how.max_labels = max_labels;
  return how;
}

void wide_columns_become_numbers_or_text() {
  data::TableLayout how = narrow(5, 70);
  how.keep_labels = {4};
  std::string text;
  for (int i = 0; i < 200; ++i) {
    const std::string cell = std::to_string(i);
    text += (i % 50 == 7 ? "NA" : cell + ".5") + ",t" + cell + "," + std::to_string(i % 3) + ",";
    text += (i > 130 ? "x" + cell : cell) + "," + cell + "\n";
  }
  const data::CsvEncoder encoder = encoded(text, how);
  const data::TextColumn& numbers = encoder.column(0);
  CHECK(numbers.storage() == data::TextColumn::Storage::kNumbers);
  CHECK(numbers.numbers().size() == 200);
  CHECK(numbers.numbers()[0] == 0.5 && numbers.numbers()[199] == 199.5);
  CHECK(std::isnan(numbers.numbers()[107]));
  CHECK(numbers.labels() == std::vector<std::string>{"NA"});
  CHECK(numbers.exception_rows()[0] == (std::vector<std::int64_t>{7, 57, 107, 157}));
  CHECK(encoder.column(1).storage() == data::TextColumn::Storage::kText);
  CHECK(encoder.column(1).summary().n_cells() == 200);
  CHECK(encoder.column(1).summary().n_bytes() == 10 * 2 + 90 * 3 + 100 * 4);
  CHECK(encoder.column(1).summary().sample().size() == data::TextSummary::kSample);
  CHECK(encoder.column(2).storage() == data::TextColumn::Storage::kCodes);
  CHECK(encoder.column(3).storage() == data::TextColumn::Storage::kText);
  CHECK(encoder.column(3).summary().n_numbers() == 131);
  CHECK(encoder.column(4).storage() == data::TextColumn::Storage::kCodes);
  CHECK(encoder.column(4).labels().size() == 200);
}

void what_a_column_becomes_does_not_depend_on_the_order() {
  Rng rng(3);
  std::vector<std::string> cells;
  for (int i = 0; i < 300; ++i) cells.push_back(std::to_string(i) + ".25");
  for (int i = 0; i < 60; ++i) cells.push_back("word " + std::to_string(i));
  for (int extra = 0; extra < 2; ++extra) {
    for (int i = 0; i < 10; ++i) cells.push_back("2020-01-" + std::to_string(10 + i));
    std::vector<data::TextColumn> columns;
    for (int round = 0; round < 5; ++round) {
      for (std::size_t i = cells.size() - 1; i > 0; --i)
        std::swap(cells[i], cells[rng.below(i + 1)]);
      std::string text;
      for (const std::string& cell : cells) text += cell + "\n";
      columns.push_back(encoded(text, narrow(1, 50)).column(0));
    }
    for (const data::TextColumn& column : columns) {
      CHECK(column.storage() == data::TextColumn::Storage::kText);
      CHECK(column.summary().n_words() == columns[0].summary().n_words());
      CHECK(column.summary().n_bytes() == columns[0].summary().n_bytes());
      CHECK(column.summary().n_dates() == 10 + 10 * static_cast<std::uint64_t>(extra));
      CHECK(column.summary().sample() == columns[0].summary().sample());
    }
  }
}

void numbers_are_read_as_exactly_as_by_the_library() {
  Rng rng(5);
  std::string text;
  std::vector<double> expected;
  for (int i = 0; i < 3000; ++i) {
    std::string cell = rng.below(2) == 0 ? "-" : "";
    const auto whole = rng.below(9) + 1;
    for (std::uint64_t k = 0; k < whole; ++k) cell += static_cast<char>('0' + rng.below(10));
    const auto fraction = rng.below(12);
    if (fraction > 0) cell += '.';
    for (std::uint64_t k = 0; k < fraction; ++k) cell += static_cast<char>('0' + rng.below(10));
    if (rng.below(20) == 0) cell += "e-3";
    text += cell + "\n";
    expected.push_back(*data::parse_number(cell));
  }
  const data::CsvEncoder encoder = encoded(text, narrow(1, 10));
  CHECK(encoder.column(0).numbers() == expected);
}

void dates_are_recognised() {
  for (const char* text : {"2020-01-31", "31.1.2020", "1/2/99", "2020-01-31T10:20:30Z", "12:30",
                           "Jan 5, 2020", "5 January 2020", "2020-01-31 10:20:30.123456"}) {
    CHECK(data::looks_like_date(text));
  }
  for (const char* text : {"", "2020", "3.14", "1-2", "may be", "v1.2.3-x", "192.168.100.2000x",
                           "hello world", "10-20"}) {
    CHECK(!data::looks_like_date(text));
  }
}

void records_know_their_lines() {
  data::TableLayout how = layout(1);
  how.first_line = 11;
  const data::CsvEncoder encoder = encoded("\n\na\n1\n\"two\nlines\"\n3\n\n4", how);
  const std::vector<std::uint64_t> lines = {13, 14, 15, 17, 19};
  CHECK(encoder.n_records() == lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(encoder.line_of(i) == lines[i]);
}

void numbers_are_what_they_look_like() {
  CHECK(data::parse_number("1.5") == 1.5);
  CHECK(data::parse_number("+1e3") == 1000.0);
  CHECK(data::parse_number("-.5") == -0.5);
  CHECK(data::parse_number("2.") == 2.0);
  CHECK(std::isinf(*data::parse_number("-inf")) && *data::parse_number("-inf") < 0);
  CHECK(!data::parse_number("1e999") && !data::parse_number("-5e308"));
  CHECK(data::parse_number("1e-999") == 0.0);
  CHECK(!data::parse_number(std::string(400, '9')));
  CHECK(data::parse_number("0." + std::string(400, '0') + "1") == 0.0);
  for (const char* text :
       {"", "-", ".", "nan", "NaN", "1e", "0x10", "1 2", "--1", "1,5", "infinite"}) {
    CHECK(!data::parse_number(text));
  }
}

void accountants_write_negative_numbers_in_their_own_way() {
  CHECK(data::parse_number("(103.33)") == -103.33 &&
        data::parse_number("( $1,234.50 )") == -1234.5);
  CHECK(data::parse_number("103.33-") == -103.33 && data::parse_number("5 -") == -5.0);
  CHECK(data::parse_number("103,33-", ',') == -103.33);
  CHECK(data::parse_number("103.33 CR") == -103.33 && data::parse_number("5CR") == -5.0);
  CHECK(data::parse_number("103.33cr") == -103.33 && data::parse_number("103.33 DR") == 103.33);
  for (const char* text : {"(5", "5)", "()", "(-5)", "-5-", "-(5)", "(inf)", "inf-", "-", "CR",
                           "5 cr", "1e-", "(5 CR)", "5--", "(a)"}) {
    CHECK(!data::parse_number(text));
  }
}

void numbers_may_be_written_for_people() {
  CHECK(data::parse_number("1,234.5") == 1234.5);
  CHECK(data::parse_number("1,234") == 1234.0);
  CHECK(data::parse_number("1 234 567") == 1234567.0);
  CHECK(data::parse_number("12\xC2\xA0"
                           "345") == 12345.0);
  CHECK(data::parse_number("1'234.5") == 1234.5);
  CHECK(data::parse_number("\xE2\x88\x92"
                           "5") == -5.0);
  CHECK(data::parse_number("-$5") == -5.0 && data::parse_number("$ -5") == -5.0);
  CHECK(data::parse_number("5 \xE2\x82\xAC") == 5.0 && data::parse_number("\xC2\xA3"
                                                                          "5") == 5.0);
  CHECK(data::parse_number("50%") == 50.0 && data::parse_number(" 50 % ") == 50.0);
  CHECK(data::parse_number("1.234,5", ',') == 1234.5);
  CHECK(data::parse_number("3,14", ',') == 3.14 && data::parse_number(",5", ',') == 0.5);
  CHECK(data::parse_number("1.234", ',') == 1234.0 && data::parse_number("1,5e3", ',') == 1500.0);
  for (const char* text : {"1,2", "12,34,567", "1234,567", "0,123", "1,234 567", "1,234e5", "$5%",
                           "$", "%", "2020-01-01", "12:30", "1.2.3", "+-5", "i"}) {
    CHECK(!data::parse_number(text));
  }
  for (const char* text : {"1.5", "01.02.2003", "1,234.5", "1,2,3"})
    CHECK(!data::parse_number(text, ','));
}

}  // namespace

int main() {
  pieces_of_any_size_give_the_same_rows();
  blanks_separate_in_runs();
  blank_records_and_a_footer_are_left_out();
  odd_records_amid_others_are_refused();
  delimiters_at_the_ends_of_all_lines_are_harmless();
  a_single_column_keeps_quoted_empty_cells();
  cells_that_are_not_utf8_are_told_apart();
  random_bytes_do_no_harm();
  wide_columns_become_numbers_or_text();
  what_a_column_becomes_does_not_depend_on_the_order();
  numbers_are_read_as_exactly_as_by_the_library();
  dates_are_recognised();
  records_know_their_lines();
  numbers_are_what_they_look_like();
  accountants_write_negative_numbers_in_their_own_way();
  numbers_may_be_written_for_people();
}
