#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "dagwright/scores/oracle.hpp"
#include "python_lock.hpp"

namespace dagwright {

/// Asks a Python function for local scores; each family is asked for once.
class PythonOracle final : public scores::ScoreOracle {
 public:
  PythonOracle(std::size_t n_variables, nanobind::callable function)
      : n_variables_(n_variables), function_(std::move(function)) {}
  ~PythonOracle() override {
    if (is_python_gone()) {
      function_.release();
      return;
    }
    const WithPython python;
    function_.reset();
  }

  std::size_t n_variables() const override { return n_variables_; }
  bool is_parallel() const override { return false; }
  /// Nobody knows how long one call takes.
  std::size_t additions_at_once() const override { return 1; }
  std::size_t calls() const { return known_.size(); }

  /// For the garbage collector: the function may refer to whoever holds this oracle.
  PyObject* function() const { return function_.ptr(); }
  void forget_function() { function_.reset(); }

  double score(Variable child, std::span<const Variable> parents) const override {
    const std::pair key{child, std::vector<Variable>(parents.begin(), parents.end())};
    return ask_python([&] {  // the lock also guards known_
      const auto found = known_.find(key);
      if (found != known_.end()) return found->second;
      nanobind::list names;
      for (const Variable parent : parents) names.append(parent);
      const double value = nanobind::cast<double>(function_(child, nanobind::tuple(names)));
      known_.emplace(key, value);
      return value;
    });
  }

  /// Nothing is known of a function of the user's.
  double upper_bound(Variable) const override { return std::numeric_limits<double>::infinity(); }

 private:
  std::size_t n_variables_;
  nanobind::callable function_;
  mutable std::map<std::pair<Variable, std::vector<Variable>>, double> known_;
};

}  // namespace dagwright
