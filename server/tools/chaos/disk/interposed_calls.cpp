// Replaces file functions of the C library in all code linked with this file, including SQLite.
// Each replacement asks SystemCalls for permission, calls the original function, and records the
// change.

#undef _FORTIFY_SOURCE  // its inline versions would bypass these functions
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <string>

#include "chaos/disk/system_calls.h"

namespace {

using prichal::chaos::Call;
using prichal::chaos::SystemCalls;

// O_CREAT; fcntl.h cannot be included, because it declares the functions defined here.
constexpr int kCreates = 0100;
constexpr int kEmpties = 01000;  // O_TRUNC

SystemCalls& Calls() { return SystemCalls::Instance(); }

/// Returns the C library's function.
template <typename Function>
Function* Real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Returns false if the call must fail, with errno set.
bool Allowed(Call call) {
  const auto verdict = Calls().Judge(call);
  if (verdict.fails) errno = verdict.error;
  return !verdict.fails;
}

bool Exists(const char* path) {
  using Stat = int(const char*, struct stat*);
  static Stat* const real = Real<Stat>("stat");
  struct stat found {};
  const int before = errno;
  const bool exists = real(path, &found) == 0;
  errno = before;
  return exists;
}

template <typename Open>
int OpenWith(Open open, const char* path, int flags) {
  if (!Calls().watching()) return open();
  const std::string name = Calls().NameOf(path);
  if (name.empty()) return open();
  if (!Allowed(prichal::chaos::kOpen)) return -1;
  const bool created = (flags & kCreates) != 0 && !Exists(path);
  const int fd = open();
  if (fd >= 0) Calls().NoteOpen(fd, name, created, !created && (flags & kEmpties) != 0);
  return fd;
}

template <typename Write>
ssize_t WriteWith(Write write, int fd, const void* bytes, std::size_t count, off_t offset) {
  if (!Calls().watching() || !Calls().Follows(fd)) return write(count);
  const auto verdict = Calls().Judge(prichal::chaos::kWrite);
  if (verdict.fails) {
    errno = verdict.error;
    return -1;
  }
  const ssize_t written = write(verdict.half ? (count + 1) / 2 : count);
  if (written > 0) {
    Calls().NoteWrite(fd, static_cast<std::uint64_t>(offset), bytes,
                      static_cast<std::size_t>(written));
  }
  return written;
}

template <typename Sync>
int SyncWith(Sync sync, int fd) {
  if (!Calls().watching() || !Calls().Follows(fd)) return sync(fd);
  if (!Allowed(prichal::chaos::kSync)) {
    if (!Calls().powerless()) Calls().NoteFailedSync(fd);
    return -1;
  }
  Calls().NoteSync(fd);  // tmpfs has nothing to sync
  return 0;
}

template <typename Truncate>
int TruncateWith(Truncate truncate, int fd, off_t bytes) {
  if (!Calls().watching() || !Calls().Follows(fd)) return truncate(fd, bytes);
  if (!Allowed(prichal::chaos::kTruncate)) return -1;
  const int done = truncate(fd, bytes);
  if (done == 0) Calls().NoteTruncate(fd, static_cast<std::uint64_t>(bytes));
  return done;
}

template <typename Read>
ssize_t ReadWith(Read read, int fd) {
  if (Calls().watching() && Calls().Follows(fd) && !Allowed(prichal::chaos::kRead)) return -1;
  return read();
}

template <typename Remove>
int RemoveWith(Remove remove, const char* path) {
  const std::string name = Calls().watching() ? Calls().NameOf(path) : std::string();
  if (name.empty()) return remove(path);
  // Check first: removing a missing name does not access the disk.
  if (Exists(path) && !Allowed(prichal::chaos::kUnlink)) return -1;
  const int done = remove(path);
  if (done == 0) Calls().NoteUnlink(name);
  return done;
}

template <typename Stat, typename Into>
int StatWith(Stat stat, const char* path, Into* into) {
  if (Calls().watching() && !Calls().NameOf(path).empty() && !Allowed(prichal::chaos::kStat)) {
    return -1;
  }
  return stat(path, into);
}

int ModeOf(int flags, va_list more) {
  return (flags & kCreates) != 0 ? static_cast<int>(va_arg(more, mode_t)) : 0;
}

}  // namespace

// Names and parameters are defined by the C library.
extern "C" {

int open(const char* path, int flags, ...) {
  using Open = int(const char*, int, ...);
  static Open* const real = Real<Open>("open");
  va_list more;
  va_start(more, flags);
  const int mode = ModeOf(flags, more);
  va_end(more);
  return OpenWith([&] { return real(path, flags, mode); }, path, flags);
}

int open64(const char* path, int flags, ...) {
  using Open = int(const char*, int, ...);
  static Open* const real = Real<Open>("open64");
  va_list more;
  va_start(more, flags);
  const int mode = ModeOf(flags, more);
  va_end(more);
  return OpenWith([&] { return real(path, flags, mode); }, path, flags);
}

int close(int fd) {
  using Close = int(int);
  static Close* const real = Real<Close>("close");
  if (Calls().watching()) Calls().NoteClose(fd);
  return real(fd);
}

ssize_t pwrite64(int fd, const void* bytes, std::size_t count, off_t offset) {
  using Write = ssize_t(int, const void*, std::size_t, off_t);
  static Write* const real = Real<Write>("pwrite64");
  return WriteWith([&](std::size_t some) { return real(fd, bytes, some, offset); }, fd, bytes,
                   count, offset);
}

ssize_t pwrite(int fd, const void* bytes, std::size_t count, off_t offset) {
  return pwrite64(fd, bytes, count, offset);
}

ssize_t pread64(int fd, void* into, std::size_t count, off_t offset) {
  using Read = ssize_t(int, void*, std::size_t, off_t);
  static Read* const real = Real<Read>("pread64");
  return ReadWith([&] { return real(fd, into, count, offset); }, fd);
}

ssize_t pread(int fd, void* into, std::size_t count, off_t offset) {
  return pread64(fd, into, count, offset);
}

int ftruncate64(int fd, off_t bytes) noexcept {
  using Truncate = int(int, off_t);
  static Truncate* const real = Real<Truncate>("ftruncate64");
  return TruncateWith(real, fd, bytes);
}

int ftruncate(int fd, off_t bytes) noexcept { return ftruncate64(fd, bytes); }

int fsync(int fd) {
  using Sync = int(int);
  static Sync* const real = Real<Sync>("fsync");
  return SyncWith(real, fd);
}

int fdatasync(int fd) {
  using Sync = int(int);
  static Sync* const real = Real<Sync>("fdatasync");
  return SyncWith(real, fd);
}

int unlink(const char* path) noexcept {
  using Remove = int(const char*);
  static Remove* const real = Real<Remove>("unlink");
  return RemoveWith(real, path);
}

int remove(const char* path) noexcept {
  using Remove = int(const char*);
  static Remove* const real = Real<Remove>("remove");
  return RemoveWith(real, path);
}

int rename(const char* from, const char* to) noexcept {
  using Rename = int(const char*, const char*);
  static Rename* const real = Real<Rename>("rename");
  const std::string name = Calls().watching() ? Calls().NameOf(from) : std::string();
  if (name.empty()) return real(from, to);
  if (!Allowed(prichal::chaos::kRename)) return -1;
  const int done = real(from, to);
  if (done == 0) Calls().NoteRename(name, Calls().NameOf(to));
  return done;
}

int stat(const char* path, struct stat* into) noexcept {
  using Stat = int(const char*, struct stat*);
  static Stat* const real = Real<Stat>("stat");
  return StatWith(real, path, into);
}

int stat64(const char* path, struct stat64* into) noexcept {
  using Stat = int(const char*, struct stat64*);
  static Stat* const real = Real<Stat>("stat64");
  return StatWith(real, path, into);
}

}  // extern "C"
