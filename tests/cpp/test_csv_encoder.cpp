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

std::uint32_t code_at(const CodeArray& codes, std::size_t row) {
  if (codes.width() == 1) return codes.bytes()[row];
  return codes.width() == 2 ? codes.halves()[row] : codes.words()[row];
}

/// The rows that come out when text is fed in pieces of the given size.
Rows encode(const std::string& text, std::size_t piece, char delimiter = ',') {
  CsvEncoder encoder(delimiter);
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
  } catch (const CsvError& error) {
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
  for (std::size_t piece = 1; piece <= text.size(); ++piece) CHECK(encode(text, piece) == expected);
}

void blanks_separate_in_runs() {
  const std::string text = "  a b\t\tc \n1 2 3\n\n \t\n\"x y\"   z  w\t\r\n4\t5\t6";
  const Rows expected = {{"a", "b", "c"}, {"1", "2", "3"}, {"x y", "z", "w"}, {"4", "5", "6"}};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    CHECK(encode(text, piece, ' ') == expected);
  }
  CHECK(message([] { encode("a b\n1 2 3 \n", 100, ' '); }) ==
        "line 2: 3 cells where 2 were expected");
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
        const std::string failed = message([&] { rows = encode(text, piece, delimiter); });
        return std::make_pair(rows, failed);
      };
      CHECK(outcome(1 + rng.below(9)) == outcome(1000));
    }
  }
}

void wide_columns_become_numbers_or_nothing() {
  CsvEncoder encoder(',', {4, {"", "NA"}});
  std::string text = "number,text,few,late\n";
  for (int i = 0; i < 100; ++i) {
    const std::string cell = std::to_string(i);
    text += (i == 50 ? "NA" : cell + ".5") + ",t" + cell + "," + std::to_string(i % 3) + ",";
    text += i == 99 ? "x\n" : cell + "\n";
  }
  encoder.feed(text);
  encoder.finish();
  CHECK(encoder.column(0).storage() == TextColumn::Storage::kNumbers);
  CHECK(encoder.column(0).numbers().size() == 101);
  CHECK(encoder.column(0).numbers()[1] == 0.5);
  CHECK(encoder.column(0).numbers()[100] == 99.5);
  CHECK(std::isnan(encoder.column(0).numbers()[51]));
  CHECK(encoder.column(1).storage() == TextColumn::Storage::kNothing);
  CHECK(encoder.column(1).labels() == (std::vector<std::string>{"text", "t0", "t1", "t2"}));
  CHECK(encoder.column(2).storage() == TextColumn::Storage::kCodes);
  CHECK(encoder.column(3).storage() == TextColumn::Storage::kNothing);
  CHECK(!encoder.column(0).first_recurs() && !encoder.column(1).first_recurs());
}

void records_know_their_lines() {
  CsvEncoder encoder(',');
  encoder.feed("\n\na\n1\n\"two\nlines\"\n3\n\n4");
  encoder.finish();
  const std::vector<std::uint64_t> lines = {3, 4, 5, 7, 9};
  CHECK(encoder.n_records() == lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(encoder.line_of(i) == lines[i]);
}

void numbers_are_what_they_look_like() {
  CHECK(parse_number("1.5") == 1.5);
  CHECK(parse_number("+1e3") == 1000.0);
  CHECK(parse_number("-.5") == -0.5);
  CHECK(parse_number("2.") == 2.0);
  CHECK(std::isinf(*parse_number("-inf")) && *parse_number("-inf") < 0);
  CHECK(std::isinf(*parse_number("1e999")));
  CHECK(parse_number("1e-999") == 0.0);
  CHECK(std::isinf(*parse_number(std::string(400, '9'))));
  CHECK(parse_number("0." + std::string(400, '0') + "1") == 0.0);
  for (const char* text :
       {"", "-", ".", "nan", "NaN", "1e", "0x10", "1 2", "--1", "1,5", "infinite"}) {
    CHECK(!parse_number(text));
  }
}

void numbers_may_be_written_for_people() {
  CHECK(parse_number("1,234.5") == 1234.5);
  CHECK(parse_number("1,234") == 1234.0);
  CHECK(parse_number("1 234 567") == 1234567.0);
  CHECK(parse_number("12\xC2\xA0"
                     "345") == 12345.0);
  CHECK(parse_number("1'234.5") == 1234.5);
  CHECK(parse_number("\xE2\x88\x92"
                     "5") == -5.0);
  CHECK(parse_number("-$5") == -5.0 && parse_number("$ -5") == -5.0);
  CHECK(parse_number("5 \xE2\x82\xAC") == 5.0 && parse_number("\xC2\xA3"
                                                              "5") == 5.0);
  CHECK(parse_number("50%") == 50.0 && parse_number(" 50 % ") == 50.0);
  CHECK(parse_number("1.234,5", ',') == 1234.5);
  CHECK(parse_number("3,14", ',') == 3.14 && parse_number(",5", ',') == 0.5);
  CHECK(parse_number("1.234", ',') == 1234.0 && parse_number("1,5e3", ',') == 1500.0);
  for (const char* text : {"1,2", "12,34,567", "1234,567", "0,123", "1,234 567", "1,234e5", "$5%",
                           "$", "%", "2020-01-01", "12:30", "1.2.3", "+-5", "i"}) {
    CHECK(!parse_number(text));
  }
  for (const char* text : {"1.5", "01.02.2003", "1,234.5", "1,2,3"})
    CHECK(!parse_number(text, ','));
}

}  // namespace

int main() {
  pieces_of_any_size_give_the_same_rows();
  blanks_separate_in_runs();
  random_bytes_do_no_harm();
  wide_columns_become_numbers_or_nothing();
  records_know_their_lines();
  numbers_are_what_they_look_like();
  numbers_may_be_written_for_people();
}
