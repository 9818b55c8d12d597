#include "dagwright/exact/spill.hpp"

#include <cstdio>
#include <filesystem>

namespace dagwright::exact {

template <class Set>
Spill<Set>::Spill(std::string directory, std::uint64_t fingerprint)
    : directory_(std::move(directory)), fingerprint_(fingerprint) {
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error) {
    std::string message("cannot create ");
    throw SpillError(message.append(directory_).append(": ").append(error.message()));
  }
}

template <class Set>
std::string Spill<Set>::path(std::size_t depth) const {
  char name[64];
  std::snprintf(name, sizeof name, "dagwright-%016llx-%03zu.layer",
                static_cast<unsigned long long>(fingerprint_), depth);
  return (std::filesystem::path(directory_) / name).string();
}

template <class Set>
std::unique_ptr<FileLayer<Set>> Spill<Set>::create(const LayerFacts& facts) const {
  return std::make_unique<FileLayer<Set>>(path(facts.depth), facts);
}

template <class Set>
std::vector<std::unique_ptr<FileLayer<Set>>> Spill<Set>::find_finished(std::size_t n_layers,
                                                                       Cost limit) const {
  std::vector<std::unique_ptr<FileLayer<Set>>> layers;
  for (std::size_t depth = 0; depth < n_layers; ++depth) {
    try {
      auto layer = std::make_unique<FileLayer<Set>>(path(depth));
      const LayerFacts& facts = layer->facts();
      if (facts.fingerprint != fingerprint_ || facts.depth != depth || facts.limit < limit) break;
      layers.push_back(std::move(layer));
    } catch (const RefusedError&) {
      throw;  // it may be whole: nothing is removed
    } catch (const SpillError&) {
      break;
    }
  }
  std::error_code ignored;
  for (std::size_t depth = layers.size(); depth < n_layers; ++depth) {
    std::filesystem::remove(path(depth), ignored);
    remove_part(depth);
  }
  return layers;
}

template <class Set>
void Spill<Set>::remove_all(std::size_t n_layers) const {
  std::error_code ignored;
  for (std::size_t depth = 0; depth < n_layers; ++depth) {
    std::filesystem::remove(path(depth), ignored);
    remove_part(depth);
  }
}

template <class Set>
void Spill<Set>::remove_part(std::size_t depth) const {
  std::error_code ignored;
  std::filesystem::remove(path(depth) + ".part", ignored);
}

template class Spill<NarrowSet>;
template class Spill<WideSet>;

}  // namespace dagwright::exact
