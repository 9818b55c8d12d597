#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

namespace dagwright {

template <class Element>
using NumpyArray =
    nanobind::ndarray<nanobind::numpy, Element, nanobind::ndim<1>, nanobind::c_contig>;

/// Hands a vector to numpy without copying it; a const element makes an array that cannot be
/// written.
template <class Element, class T>
NumpyArray<Element> to_numpy_of(std::vector<T> values) {
  static_assert(sizeof(Element) == sizeof(T));
  auto* held = new std::vector<T>(std::move(values));
  const nanobind::capsule owner(held,
                                [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return NumpyArray<Element>(held->data(), {held->size()}, owner);
}

template <class T>
auto to_numpy(std::vector<T> values) {
  return to_numpy_of<T>(std::move(values));
}

template <class T>
auto to_read_only(std::vector<T> values) {
  return to_numpy_of<const T>(std::move(values));
}

}  // namespace dagwright
