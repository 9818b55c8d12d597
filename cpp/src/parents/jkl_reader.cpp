#include "dagwright/parents/set_text.hpp"

namespace dagwright::parents {

void JklReader::line(Tokens tokens, std::string_view /*text*/) {
  if (!started_) {
    if (tokens.size() != 1) fail("expected the number of variables alone");
    variables_ = parse_count(tokens[0], "number of variables");
    if (variables_ == 0 || variables_ > SetCollector::kMaxVariables) {
      fail("the number of variables must be from 1 to " +
           std::to_string(SetCollector::kMaxVariables));
    }
    started_ = true;
    return;
  }
  if (waiting_ == 0) {
    if (sets().n_children() == variables_) {
      fail("there is more after the " + std::to_string(variables_) + " variables announced");
    }
    if (tokens.size() != 2) {
      fail("expected a variable and its number of sets, but the line has " +
           std::to_string(tokens.size()) + " entries");
    }
    waiting_ = parse_count(tokens[1], "number of sets");
    sets().begin_child(tokens[0], line_number());
    if (waiting_ == 0) fail("variable " + quoted_label(sets().child_label()) + " has no sets");
    return;
  }
  const double score = parse_score(tokens[0]);
  if (tokens.size() < 2) {
    fail("expected a score and a number of parents: variable " +
         quoted_label(sets().child_label()) + " lacks " + std::to_string(waiting_) +
         " of the sets announced");
  }
  const std::size_t size = parse_count(tokens[1], "number of parents");
  if (size != tokens.size() - 2) {
    fail("the line announces " + std::to_string(size) + " parents but has " +
         std::to_string(tokens.size() - 2));
  }
  sets().add_set(score, tokens.subspan(2), line_number());
  --waiting_;
}

void JklReader::end() {
  if (!started_) throw SetFileError("the file is empty");
  if (waiting_ != 0) {
    throw SetFileError("the file ends early: variable " + quoted_label(sets().child_label()) +
                       " lacks " + std::to_string(waiting_) + " of the sets announced");
  }
  if (sets().n_children() != variables_) {
    throw SetFileError("the file ends early: it announces " + std::to_string(variables_) +
                       " variables but has " + std::to_string(sets().n_children()));
  }
}

}  // namespace dagwright::parents
