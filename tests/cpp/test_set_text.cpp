#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/parents/set_text.hpp"

using namespace dagwright;

namespace {

constexpr std::string_view kJkl =
    "# comment\n3\n2 1\n-3 0\r\n\n0 3\n-5 0\n-1.5 2 2 1\n-1.5 1 2\n#\n1 1\n-2 0";

template <typename Reader>
parents::SetLists read(std::string_view text, std::size_t piece) {
  Reader reader;
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  return reader.finish();
}

void reads_the_same_whatever_the_pieces() {
  for (std::size_t piece = 1; piece <= kJkl.size(); ++piece) {
    const parents::SetLists lists = read<parents::JklReader>(kJkl, piece);
    CHECK(lists.numbered);
    CHECK((lists.labels == std::vector<std::string>{"0", "1", "2"}));
    CHECK((lists.child_starts == std::vector<std::int64_t>{0, 3, 4, 5}));
    CHECK((lists.scores == std::vector<double>{-1.5, -1.5, -5, -2, -3}));
    CHECK((lists.set_starts == std::vector<std::uint32_t>{0, 1, 3, 3, 3, 3}));
    CHECK((lists.members == std::vector<std::uint16_t>{2, 1, 2}));
  }
}

void names_keep_their_order() {
  const parents::SetLists lists =
      read<parents::PssReader>("META x=y\nVAR b\n-1\n-0.5 a\nVAR a\n-2\n", 4);
  CHECK(!lists.numbered);
  CHECK((lists.labels == std::vector<std::string>{"b", "a"}));
  CHECK((lists.members == std::vector<std::uint16_t>{1}));
}

/// Any text gives lists or a SetFileError: nothing else is thrown, nothing is read out of bounds.
void survives_damage() {
  Rng rng(1);
  const std::string_view alphabet = "0123456789 -.\n#naVR\xFF";
  for (int round = 0; round < 20000; ++round) {
    std::string text(kJkl);
    for (std::uint64_t changes = 1 + rng.below(4); changes > 0; --changes) {
      const std::size_t at = rng.below(text.size());
      const char letter = alphabet[rng.below(alphabet.size())];
      if (rng.below(3) == 0) {
        text.erase(at, rng.below(5));
      } else if (rng.below(2) == 0) {
        text.insert(at, 1, letter);
      } else {
        text[at] = letter;
      }
      if (text.empty()) text = "1";
    }
    try {
      if (round % 2 == 0) {
        read<parents::JklReader>(text, 7);
      } else {
        read<parents::PssReader>(text, 7);
      }
    } catch (const parents::SetFileError&) {
    }
  }
}

void writes_what_it_reads() {
  const parents::SetLists lists = read<parents::JklReader>(kJkl, kJkl.size());
  const parents::SetFormatter formatter(lists.labels, true);
  const std::span<const std::uint32_t> starts(lists.set_starts);
  const std::string text =
      formatter.lines(std::span(lists.scores).first(3), starts.first(4), lists.members);
  CHECK(text == "-1.5 1 2\n-1.5 2 1 2\n-5 0\n");
}

}  // namespace

int main() {
  reads_the_same_whatever_the_pieces();
  names_keep_their_order();
  survives_damage();
  writes_what_it_reads();
}
