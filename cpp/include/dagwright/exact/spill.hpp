#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dagwright/exact/layer.hpp"

namespace dagwright::exact {

/// The layer files of one search in a directory, named after what is searched.
template <class Set>
class Spill {
 public:
  Spill(std::string directory, std::uint64_t fingerprint);

  std::unique_ptr<FileLayer<Set>> create(const LayerFacts& facts) const;

  /// The layers, from the first, that an earlier run with at least this limit has finished; those
  /// that are damaged, and all after them, are removed. Throws RefusedError if one cannot be read.
  std::vector<std::unique_ptr<FileLayer<Set>>> find_finished(std::size_t n_layers,
                                                             Cost limit) const;

  void remove_all(std::size_t n_layers) const;

 private:
  /// Removes what a run that was killed has written of a layer.
  void remove_part(std::size_t depth) const;
  std::string path(std::size_t depth) const;

  std::string directory_;
  std::uint64_t fingerprint_;
};

extern template class Spill<NarrowSet>;
extern template class Spill<WideSet>;

}  // namespace dagwright::exact
