#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace dagwright {

/// A counter of a struct that has nothing but counters. The struct lists all of them in `names()`.
template <class Struct>
struct NamedCounter {
  const char* name;
  std::uint64_t Struct::* counter;
};

/// Calls visit(name, counter) for each counter, in the order in which they are listed.
template <class Struct, class Visit>
void for_each_counter(Struct& counters, const Visit& visit) {
  using Plain = std::remove_const_t<Struct>;
  constexpr auto names = Plain::names();
  static_assert(names.size() * sizeof(std::uint64_t) == sizeof(Plain), "a counter has no name");
  for (const auto& each : names) visit(each.name, counters.*each.counter);
}

template <class Struct>
void add_counters(Struct& to, const Struct& from) {
  for (const auto& each : Struct::names()) to.*each.counter += from.*each.counter;
}

/// What a search did: numbers by name, in the order in which the names came up.
class Counters {
 public:
  Counters() = default;
  Counters(std::initializer_list<const char*> names) {
    for (const char* name : names) (*this)[name];
  }
  /// Those of a struct.
  template <class Struct>
  static Counters of(const Struct& counters) {
    Counters named;
    for_each_counter(counters,
                     [&](const char* name, std::uint64_t counter) { named[name] = counter; });
    return named;
  }

  std::uint64_t& operator[](std::string_view name) {
    const auto found = std::find_if(all_.begin(), all_.end(),
                                    [&](const auto& each) { return each.first == name; });
    if (found != all_.end()) return found->second;
    return all_.emplace_back(name, 0).second;
  }
  bool operator==(const Counters&) const = default;

  auto begin() { return all_.begin(); }
  auto end() { return all_.end(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> all_;
};

}  // namespace dagwright
