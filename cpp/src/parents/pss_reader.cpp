#include <algorithm>
#include <cctype>

#include "dagwright/parents/set_text.hpp"

namespace dagwright::parents {
namespace {

bool is_word(std::string_view token, std::string_view word) {
  return std::ranges::equal(
      token, word, [](char a, char b) { return std::toupper(static_cast<unsigned char>(a)) == b; });
}

}  // namespace

void PssReader::line(Tokens tokens, std::string_view text) {
  if (is_word(tokens[0], "META")) {
    if (!sets().has_children()) remark(text);
    return;
  }
  if (is_word(tokens[0], "VAR")) {
    if (tokens.size() != 2) fail("expected VAR and a name without blanks");
    sets().begin_child(tokens[1], line_number());
    return;
  }
  if (!sets().has_children()) fail("expected META or VAR before the first set");
  sets().add_set(parse_score(tokens[0]), tokens.subspan(1), line_number());
}

void PssReader::end() {
  if (!sets().has_children()) throw SetFileError("the file has no variables (VAR)");
}

}  // namespace dagwright::parents
