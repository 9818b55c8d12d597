#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "dagwright/core/trace.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright {

/// Numbers and lists of numbers as bytes: what a search saves to go on from later.
///
/// In the byte order of the machine: a checkpoint is for the computer, or the kind of computer,
/// that wrote it, and says so in its fingerprint.
class StateWriter {
 public:
  template <class Number>
    requires std::is_arithmetic_v<Number>
  void put(Number number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    bytes_.append(bytes, sizeof number);
  }

  template <class Number>
  void put_all(const std::vector<Number>& numbers) {
    put(static_cast<std::uint64_t>(numbers.size()));
    for (const Number number : numbers) put(number);
  }

  void put_trace(const Trace& trace) {
    put(static_cast<std::uint64_t>(trace.size()));
    for (const TracePoint& point : trace) {
      put(point.seconds);
      put(point.iterations);
      put(point.score);
    }
  }

  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what a StateWriter wrote, in the same order, and throws where that cannot be.
class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
    requires std::is_arithmetic_v<Number>
  Number get() {
    if (bytes_.size() < sizeof(Number)) throw_damaged();
    Number number;
    std::memcpy(&number, bytes_.data(), sizeof number);
    bytes_.remove_prefix(sizeof number);
    return number;
  }

  template <class Number>
  std::vector<Number> get_all() {
    const std::uint64_t size = get_size(sizeof(Number));
    std::vector<Number> numbers;
    for (std::uint64_t i = 0; i < size; ++i) numbers.push_back(get<Number>());
    return numbers;
  }

  Trace get_trace() {
    Trace trace(get_size(sizeof(TracePoint)));
    for (TracePoint& point : trace) {
      point.seconds = get<double>();
      point.iterations = get<std::uint64_t>();
      point.score = get<double>();
    }
    return trace;
  }

  /// The length of a list whose elements take at least `element_bytes` each.
  std::uint64_t get_size(std::size_t element_bytes) {
    const auto size = get<std::uint64_t>();
    if (size > bytes_.size() / element_bytes) throw_damaged();
    return size;
  }

  /// An order of the variables 0 to n - 1.
  std::vector<Variable> get_order(std::size_t n) {
    std::vector<Variable> order = get_all<Variable>();
    std::vector<bool> seen(n, false);
    for (const Variable v : order) {
      if (v >= n || seen[v]) throw_damaged();
      seen[v] = true;
    }
    if (order.size() != n) throw_damaged();
    return order;
  }

  void expect_end() const {
    if (!bytes_.empty()) throw_damaged();
  }

  [[noreturn]] static void throw_damaged() {
    throw std::invalid_argument("the state in the checkpoint is not one of this search");
  }

 private:
  std::string_view bytes_;
};

}  // namespace dagwright
