#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <mutex>

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include "dagwright/core/assert.hpp"
#include "dagwright/core/faults.hpp"
#include "dagwright/exact/layer.hpp"

namespace dagwright::exact {
namespace {

constexpr std::uint64_t kMagic = 0x31726579616c7764ULL;  // "dwlayer1"

struct Header {
  std::uint64_t magic = kMagic;
  std::uint64_t node_bytes = 0;
  LayerFacts facts;
  std::uint64_t checksum = 0;  ///< of all before
};

std::uint64_t checksum_of(const void* data, std::size_t bytes, std::uint64_t seed) {
  std::uint64_t sum = mix(seed + 1);
  const auto* at = static_cast<const unsigned char*>(data);
  for (; bytes >= 8; bytes -= 8, at += 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    sum = mix(sum ^ word);
  }
  return sum;
}

std::uint64_t checksum_of(const Header& header) {
  return checksum_of(&header, offsetof(Header, checksum), 0);
}

/// The blocks are all as long as a full one, so that the place of each is known.
template <class Set>
constexpr std::size_t block_bytes() {
  return kNodesPerBlock * sizeof(LayerNode<Set>) + sizeof(std::uint64_t);
}

bool seek(std::FILE* file, std::size_t place) {
#if defined(_WIN32)
  return _fseeki64(file, static_cast<long long>(place), SEEK_SET) == 0;
#else
  return fseeko(file, static_cast<off_t>(place), SEEK_SET) == 0;
#endif
}

// What the system may refuse; tests let it (core/faults.hpp).

std::FILE* open(const char* path, const char* mode) {
  return fault_strikes(Fault::open) ? nullptr : std::fopen(path, mode);
}

bool read(std::FILE* file, void* data, std::size_t bytes) {
  return !fault_strikes(Fault::read) && std::fread(data, 1, bytes, file) == bytes;
}

bool write(std::FILE* file, const void* data, std::size_t bytes) {
  return !fault_strikes(Fault::write) && std::fwrite(data, 1, bytes, file) == bytes;
}

/// Lets what was written survive a power failure.
bool sync(std::FILE* file) {
  if (fault_strikes(Fault::sync) || std::fflush(file) != 0) return false;
#if defined(_WIN32)
  return true;
#else
  return fsync(fileno(file)) == 0;
#endif
}

bool rename(const std::string& from, const std::string& to) {
  if (fault_strikes(Fault::rename)) return false;
  std::error_code error;
  std::filesystem::rename(from, to, error);
  errno = error.value();
  return !error;
}

/// Several threads read blocks of the same file, and a FILE has one position.
std::mutex& file_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

template <class Set>
FileLayer<Set>::FileLayer(std::string path, const LayerFacts& facts)
    : path_(std::move(path)), part_(path_ + ".part"), facts_(facts) {
  file_ = open(part_.c_str(), "w+b");
  if (file_ == nullptr) fail("cannot create");
  try {
    write_header();
  } catch (...) {
    close();
    throw;
  }
}

template <class Set>
FileLayer<Set>::FileLayer(std::string path) : path_(std::move(path)) {
  file_ = open(path_.c_str(), "rb");
  if (file_ == nullptr) fail("cannot open");
  try {
    Header header;
    if (!read(file_, &header, sizeof header) || header.magic != kMagic ||
        header.node_bytes != sizeof(LayerNode<Set>) || header.checksum != checksum_of(header)) {
      errno = 0;
      fail("damaged or no layer file:");
    }
    facts_ = header.facts;
    this->size_ = facts_.size;
    std::vector<LayerNode<Set>> buffer;
    const std::size_t n_blocks = (facts_.size + kNodesPerBlock - 1) / kNodesPerBlock;
    for (std::size_t index = 0; index < n_blocks; ++index) {
      read_block(index, buffer);
      this->firsts_.push_back(buffer.front().set);
    }
  } catch (...) {
    close();
    throw;
  }
}

template <class Set>
FileLayer<Set>::~FileLayer() {
  close();
}

template <class Set>
void FileLayer<Set>::close() {
  if (file_ != nullptr) std::fclose(file_);
  file_ = nullptr;
  if (!part_.empty()) std::remove(part_.c_str());
}

template <class Set>
void FileLayer<Set>::append(std::span<const LayerNode<Set>> nodes) {
  for (const LayerNode<Set>& node : nodes) {
    DAGWRIGHT_ASSERT(pending_.empty() || pending_.back().set < node.set);
    pending_.push_back(node);
    if (pending_.size() < kNodesPerBlock) continue;
    write_block(pending_);
    pending_.clear();
  }
  this->size_ += nodes.size();
}

template <class Set>
void FileLayer<Set>::write_block(std::span<const LayerNode<Set>> nodes) {
  const std::size_t bytes = nodes.size() * sizeof(LayerNode<Set>);
  const std::uint64_t sum = checksum_of(nodes.data(), bytes, this->firsts_.size());
  this->firsts_.push_back(nodes.front().set);
  if (!write(file_, &sum, sizeof sum) || !write(file_, nodes.data(), bytes)) fail("cannot write");
}

template <class Set>
void FileLayer<Set>::write_header() {
  Header header;
  header.node_bytes = sizeof(LayerNode<Set>);
  header.facts = facts_;
  header.checksum = checksum_of(header);
  if (!seek(file_, 0) || !write(file_, &header, sizeof header)) fail("cannot write");
}

template <class Set>
void FileLayer<Set>::finish() {
  if (!pending_.empty()) write_block(pending_);
  pending_.clear();
  pending_.shrink_to_fit();
  facts_.size = this->size_;
  write_header();
  if (!sync(file_)) fail("cannot write");
  if (!rename(part_, path_)) fail("cannot name");
  part_.clear();
}

template <class Set>
void FileLayer<Set>::read_block(std::size_t index, std::vector<LayerNode<Set>>& buffer) const {
  DAGWRIGHT_ASSERT(index * kNodesPerBlock < this->size_);
  buffer.resize(std::min(kNodesPerBlock, this->size_ - index * kNodesPerBlock));
  const std::size_t bytes = buffer.size() * sizeof(LayerNode<Set>);
  std::uint64_t sum = 0;
  {
    const std::lock_guard lock(file_mutex());
    errno = 0;
    if (!seek(file_, sizeof(Header) + index * block_bytes<Set>()) ||
        !read(file_, &sum, sizeof sum) || !read(file_, buffer.data(), bytes)) {
      fail("cannot read");
    }
  }
  if (sum != checksum_of(buffer.data(), bytes, index)) {
    errno = 0;
    fail("damaged:");
  }
}

template <class Set>
std::span<const LayerNode<Set>> FileLayer<Set>::block(std::size_t index,
                                                      std::vector<LayerNode<Set>>& buffer) const {
  read_block(index, buffer);
  return buffer;
}

template <class Set>
std::size_t FileLayer<Set>::bytes_in_memory() const {
  return this->firsts_.size() * sizeof(Set) + pending_.capacity() * sizeof(LayerNode<Set>);
}

template <class Set>
void FileLayer<Set>::fail(const char* what) const {
  const int reason = errno;
  std::string message(what);
  message.append(" ").append(path_);
  if (reason != 0) message.append(": ").append(std::strerror(reason));
  // Without a reason the system had none to give: the file is too short, or not what we wrote.
  if (reason != 0 && reason != ENOENT) throw RefusedError(message);
  throw SpillError(message);
}

template class FileLayer<NarrowSet>;
template class FileLayer<WideSet>;

}  // namespace dagwright::exact
