#include "dagwright/data/joint_states.hpp"

#include <unordered_map>

namespace dagwright::data {
namespace {

constexpr std::uint32_t kUnseen = ~std::uint32_t{0};

/// Numbers pairs in the order in which they come, in a table of all that are possible.
void refine_by_table(JointStates& joint, const Column& column,
                     std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> seen(std::size_t{joint.count} * column.arity, kUnseen);
  std::uint32_t next = 0;
  visit_codes(column, [&](const auto* codes) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::uint32_t& number = seen[std::size_t{joint.numbers[i]} * column.arity + codes[rows[i]]];
      if (number == kUnseen) number = next++;
      joint.numbers[i] = number;
    }
  });
  joint.count = next;
}

void refine_by_hashing(JointStates& joint, const Column& column,
                       std::span<const std::uint32_t> rows) {
  std::unordered_map<std::uint64_t, std::uint32_t> seen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t pair = std::uint64_t{joint.numbers[i]} * column.arity + column.at(rows[i]);
    const auto next = static_cast<std::uint32_t>(seen.size());
    joint.numbers[i] = seen.try_emplace(pair, next).first->second;
  }
  joint.count = static_cast<std::uint32_t>(seen.size());
}

}  // namespace

void JointStates::refine(const Column& column, std::span<const std::uint32_t> rows) {
  const std::uint64_t possible = std::uint64_t{count} * column.arity;
  const bool small = possible <= 1024 + 8 * std::uint64_t{rows.size()};
  small ? refine_by_table(*this, column, rows) : refine_by_hashing(*this, column, rows);
}

}  // namespace dagwright::data
