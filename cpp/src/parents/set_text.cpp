#include "dagwright/parents/set_text.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace dagwright::parents {
namespace {

constexpr std::string_view kOwnComment = "# dagwright ";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

void split(std::string_view line, std::vector<std::string_view>& tokens) {
  tokens.clear();
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    while (at != end && is_blank(*at)) ++at;
    if (at == end) return;
    const char* const start = at;
    while (at != end && !is_blank(*at)) ++at;
    tokens.emplace_back(start, static_cast<std::size_t>(at - start));
  }
}

// Whether the whole token is a number; a standard library may lack from_chars for doubles.
bool read_double(std::string_view token, double& value) {
#if defined(__cpp_lib_to_chars)
  if (!token.empty() && token[0] == '+') token.remove_prefix(1);
  const char* const end = token.data() + token.size();
  const auto result = std::from_chars(token.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
#else
  const std::string copy(token);
  char* end = nullptr;
  value = std::strtod(copy.c_str(), &end);
  return end == copy.c_str() + copy.size() && !copy.empty();
#endif
}

}  // namespace

void SetTextReader::feed(std::string_view piece) {
  while (true) {
    const std::size_t stop = piece.find('\n');
    if (stop == std::string_view::npos) break;
    if (pending_.empty()) {
      take(piece.substr(0, stop));
    } else {
      pending_.append(piece.substr(0, stop));
      take(pending_);
      pending_.clear();
    }
    piece.remove_prefix(stop + 1);
  }
  pending_.append(piece);
}

SetLists SetTextReader::finish() {
  if (!pending_.empty()) take(pending_);
  end();
  return sets_.finish(numbers_are_positions_);
}

void SetTextReader::take(std::string_view text) {
  ++line_;
  split(text, tokens_);
  if (tokens_.empty()) return;
  if (tokens_[0][0] == '#') {
    if (text.starts_with(kOwnComment)) remark(text);
    return;
  }
  line(tokens_, text);
}

double SetTextReader::parse_score(std::string_view token) const {
  double value = 0;
  if (!read_double(token, value)) fail(quoted_label(token) + " is no score");
  return value;
}

std::size_t SetTextReader::parse_count(std::string_view token, const char* what) const {
  std::size_t value = 0;
  const char* const end = token.data() + token.size();
  const auto result = std::from_chars(token.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) {
    fail(quoted_label(token) + " is no " + what);
  }
  return value;
}

SetFormatter::SetFormatter(std::vector<std::string> labels, bool with_size)
    : labels_(std::move(labels)), with_size_(with_size) {}

std::string SetFormatter::lines(std::span<const double> scores,
                                std::span<const std::uint32_t> starts,
                                std::span<const std::uint16_t> members) const {
  std::string text;
  text.reserve(scores.size() * 32);
  char number[40];
  for (std::size_t s = 0; s < scores.size(); ++s) {
#if defined(__cpp_lib_to_chars)
    const auto result = std::to_chars(number, number + sizeof number, scores[s]);
    text.append(number, result.ptr);
#else
    text.append(number,
                static_cast<std::size_t>(std::snprintf(number, sizeof number, "%.17g", scores[s])));
#endif
    if (with_size_) text.append(" ").append(std::to_string(starts[s + 1] - starts[s]));
    for (std::size_t i = starts[s]; i < starts[s + 1]; ++i) {
      text.append(" ").append(labels_.at(members[i]));
    }
    text.push_back('\n');
  }
  return text;
}

}  // namespace dagwright::parents
