// Loaded before the C library (LD_PRELOAD): writes down every change that a process makes to the
// files of one folder, and can kill the process just before one of them.
//
// RECORD_FOLDER   the folder; what happens elsewhere is not looked at
// RECORD_LOG      the file that the changes are appended to, read by recording.py
// RECORD_KILL_AT  kill the process before its change of this number, counted from 1
//
// A change is a line of kind, inode, offset, length and two names, and the bytes written. What the
// C library does inside of fopen and fwrite cannot be seen from here, so these are recorded as
// they are called: bytes that are still in a buffer count as written, and as not synced.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace {

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

class Log {
 public:
  Log() {
    const char* folder = std::getenv("RECORD_FOLDER");
    if (folder == nullptr) return;
    folder_ = folder;
    if (const char* number = std::getenv("RECORD_KILL_AT")) kill_at_ = std::atol(number);
    if (const char* path = std::getenv("RECORD_LOG")) {
      const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
      descriptor_ = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, 0600));
    }
  }

  /// Whether a path is the folder or in it.
  bool covers(const std::string& path) const {
    return !folder_.empty() && path.compare(0, folder_.size(), folder_) == 0 &&
           (path.size() == folder_.size() || path[folder_.size()] == '/');
  }

  /// Counts a change that is about to be made.
  void begin() {
    const std::lock_guard lock(mutex_);
    if (++changes_ == kill_at_) syscall(SYS_kill, getpid(), SIGKILL);
  }

  void add(const char* kind, ino_t inode, long offset, const std::string& name,
           const std::string& other = "-", const void* data = nullptr, std::size_t length = 0) {
    if (descriptor_ < 0) return;
    const std::lock_guard lock(mutex_);
    std::string record(kind);
    record.append("\t").append(std::to_string(inode)).append("\t").append(std::to_string(offset));
    record.append("\t").append(std::to_string(length)).append("\t").append(relative(name));
    record.append("\t").append(relative(other)).append("\n");
    if (length > 0) record.append(static_cast<const char*>(data), length);
    for (std::size_t at = 0; at < record.size();) {
      const long written = syscall(SYS_write, descriptor_, record.data() + at, record.size() - at);
      if (written <= 0) std::abort();
      at += static_cast<std::size_t>(written);
    }
  }

 private:
  std::string relative(const std::string& path) const {
    if (!covers(path)) return "-";
    return path.size() == folder_.size() ? "." : path.substr(folder_.size() + 1);
  }

  std::string folder_;
  int descriptor_ = -1;
  long kill_at_ = 0;
  long changes_ = 0;
  std::mutex mutex_;
};

Log& the_log() {
  static Log& log = *new Log;  // files are closed after everything else has ended
  return log;
}

std::string path_of(int descriptor) {
  char link[64], path[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path);
  return length < 0 ? "" : std::string(path, static_cast<std::size_t>(length));
}

std::string absolute(int folder, const char* path) {
  if (path[0] == '/') return path;
  char here[PATH_MAX];
  const std::string start = folder == AT_FDCWD ? getcwd(here, sizeof here) : path_of(folder);
  return std::strcmp(path, ".") == 0 ? start : start + "/" + path;
}

ino_t inode_of(int descriptor) {
  struct stat found;
  return fstat(descriptor, &found) == 0 ? found.st_ino : 0;
}

int opened(int folder, const char* path, int flags, mode_t mode) {
  static auto* const real = next<int(int, const char*, int, ...)>("openat");
  const std::string name = absolute(folder, path);
  const bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
  const bool changes = nameless || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (!changes || !the_log().covers(name)) return real(folder, path, flags, mode);
  the_log().begin();
  const int descriptor = real(folder, path, flags, mode);
  if (descriptor < 0) return descriptor;
  const char* kind = nameless ? "nameless" : (flags & O_TRUNC) != 0 ? "create" : "open";
  the_log().add(kind, inode_of(descriptor), 0, name);
  return descriptor;
}

mode_t mode_argument(int flags, va_list arguments) {
  const bool given = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return given ? va_arg(arguments, mode_t) : 0;
}

/// Records a write at a place of a file, made by `write`.
template <class Write>
auto written(int descriptor, long place, const void* data, Write write) {
  if (!the_log().covers(path_of(descriptor))) return write();
  the_log().begin();
  const auto done = write();
  if (done > 0) {
    the_log().add("write", inode_of(descriptor), place, "", "-", data,
                  static_cast<std::size_t>(done));
  }
  return done;
}

long place_in(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  return lseek(descriptor, 0, (flags & O_APPEND) != 0 ? SEEK_END : SEEK_CUR);
}

/// Records a change that concerns one name or two, made by `change`, which returns 0.
template <class Change>
int changed(const char* kind, const std::string& name, const std::string& other, Change change) {
  if (!the_log().covers(name) && !the_log().covers(other)) return change();
  the_log().begin();
  const int failed = change();
  if (failed == 0) the_log().add(kind, 0, 0, name, other);
  return failed;
}

int linked(int old_folder, const char* old_path, int folder, const char* path, int flags) {
  static auto* const real = next<int(int, const char*, int, const char*, int)>("linkat");
  const std::string name = absolute(folder, path);
  if (!the_log().covers(name)) return real(old_folder, old_path, folder, path, flags);
  the_log().begin();
  const int failed = real(old_folder, old_path, folder, path, flags);
  struct stat found;
  if (failed == 0 && fstatat(folder, path, &found, AT_SYMLINK_NOFOLLOW) == 0) {
    the_log().add("link", found.st_ino, 0, name);
  }
  return failed;
}

int synced(int descriptor, const char* function) {
  auto* const real = next<int(int)>(function);
  const std::string path = path_of(descriptor);
  if (!the_log().covers(path)) return real(descriptor);
  the_log().begin();
  const int failed = real(descriptor);
  if (failed == 0) the_log().add("sync", inode_of(descriptor), 0, path);
  return failed;
}

int shortened(int descriptor, off_t size) {
  static auto* const real = next<int(int, off_t)>("ftruncate64");
  if (!the_log().covers(path_of(descriptor))) return real(descriptor, size);
  the_log().begin();
  const int failed = real(descriptor, size);
  if (failed == 0) the_log().add("truncate", inode_of(descriptor), size, "");
  return failed;
}

std::FILE* file_opened(const char* path, const char* mode) {
  static auto* const real = next<std::FILE*(const char*, const char*)>("fopen64");
  const std::string name = absolute(AT_FDCWD, path);
  if (mode[0] != 'w' || !the_log().covers(name)) return real(path, mode);
  the_log().begin();
  std::FILE* const file = real(path, mode);
  if (file != nullptr) the_log().add("create", inode_of(fileno(file)), 0, name);
  return file;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return opened(AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return opened(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return opened(folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return opened(folder, path, flags, mode);
}

std::FILE* fopen(const char* path, const char* mode) {
  return file_opened(path, mode);
}

std::FILE* fopen64(const char* path, const char* mode) {
  return file_opened(path, mode);
}

ssize_t write(int descriptor, const void* data, std::size_t length) {
  static auto* const real = next<ssize_t(int, const void*, std::size_t)>("write");
  return written(descriptor, place_in(descriptor), data,
                 [&] { return real(descriptor, data, length); });
}

std::size_t fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
  static auto* const real =
      next<std::size_t(const void*, std::size_t, std::size_t, std::FILE*)>("fwrite");
  const int descriptor = fileno(file);
  if (!the_log().covers(path_of(descriptor))) return real(data, size, count, file);
  const long place = ftello(file);
  const std::size_t done =
      written(descriptor, place, data, [&] { return size * real(data, size, count, file); });
  return size == 0 ? 0 : done / size;
}

int ftruncate(int descriptor, off_t size) {
  return shortened(descriptor, size);
}

int ftruncate64(int descriptor, off_t size) {
  return shortened(descriptor, size);
}

int fsync(int descriptor) {
  return synced(descriptor, "fsync");
}

int fdatasync(int descriptor) {
  return synced(descriptor, "fdatasync");
}

int link(const char* old_path, const char* path) {
  return linked(AT_FDCWD, old_path, AT_FDCWD, path, 0);
}

int linkat(int old_folder, const char* old_path, int folder, const char* path, int flags) {
  return linked(old_folder, old_path, folder, path, flags);
}

int rename(const char* old_path, const char* path) {
  static auto* const real = next<int(const char*, const char*)>("rename");
  return changed("rename", absolute(AT_FDCWD, old_path), absolute(AT_FDCWD, path),
                 [&] { return real(old_path, path); });
}

int renameat(int old_folder, const char* old_path, int folder, const char* path) {
  static auto* const real = next<int(int, const char*, int, const char*)>("renameat");
  return changed("rename", absolute(old_folder, old_path), absolute(folder, path),
                 [&] { return real(old_folder, old_path, folder, path); });
}

int unlink(const char* path) {
  static auto* const real = next<int(const char*)>("unlink");
  return changed("unlink", absolute(AT_FDCWD, path), "-", [&] { return real(path); });
}

int unlinkat(int folder, const char* path, int flags) {
  static auto* const real = next<int(int, const char*, int)>("unlinkat");
  return changed("unlink", absolute(folder, path), "-", [&] { return real(folder, path, flags); });
}

int remove(const char* path) {
  static auto* const real = next<int(const char*)>("remove");
  return changed("unlink", absolute(AT_FDCWD, path), "-", [&] { return real(path); });
}

}  // extern "C"
