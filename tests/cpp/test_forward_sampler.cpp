#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "dagwright/network/forward_sampler.hpp"

using dagwright::RunControl;
using dagwright::network::Family;
using dagwright::network::ForwardSampler;
using dagwright::network::SampledColumn;

namespace {

constexpr std::size_t kRows = 3 * ForwardSampler::kBlockRows + 17;

struct Sample {
  std::vector<std::uint8_t> parent;
  std::vector<std::uint16_t> child;
};

Sample draw(const ForwardSampler& sampler, std::size_t rows, std::uint64_t seed, unsigned threads) {
  Sample sample{std::vector<std::uint8_t>(rows), std::vector<std::uint16_t>(rows)};
  RunControl control({});
  const std::vector<SampledColumn> columns = {{sample.child.data(), 2}, {sample.parent.data(), 1}};
  sampler.sample(rows, seed, threads, control, columns);
  return sample;
}

}  // namespace

int main() {
  // Variable 1 is the parent of variable 0; the last state of either is impossible for some rows.
  const std::vector<double> parent = {0.25, 0.75};
  const std::vector<double> child = {0.5, 0.5, 0.0, 0.0, 0.1, 0.9};
  const ForwardSampler sampler({{3, {1}, child}, {2, {}, parent}}, {1, 0});

  const Sample one = draw(sampler, kRows, 7, 1);
  const Sample many = draw(sampler, kRows, 7, 4);
  CHECK(one.parent == many.parent && one.child == many.child);
  CHECK(draw(sampler, kRows, 8, 1).child != one.child);

  const Sample few = draw(sampler, 100, 7, 1);
  for (std::size_t row = 0; row < 100; ++row) CHECK(few.child[row] == one.child[row]);

  std::size_t zeros = 0;
  for (std::size_t row = 0; row < kRows; ++row) {
    CHECK(one.parent[row] < 2 && one.child[row] < 3);
    CHECK(one.parent[row] == 0 ? one.child[row] != 2 : one.child[row] != 0);
    zeros += one.parent[row] == 0;
  }
  CHECK(std::abs(static_cast<double>(zeros) / kRows - 0.25) < 0.02);

  RunControl stopped({});
  stopped.request_stop(dagwright::StopReason::interrupted);
  std::vector<std::uint8_t> untouched(10, 9);
  std::vector<std::uint16_t> untouched_child(10, 9);
  sampler.sample(10, 1, 1, stopped, {{untouched_child.data(), 2}, {untouched.data(), 1}});
  CHECK(untouched[0] == 9);
}
