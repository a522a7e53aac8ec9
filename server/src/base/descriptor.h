#pragma once

#include <unistd.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace prichal {

/// Owns a file descriptor and closes it in the destructor. Movable; not thread-safe.
class Descriptor {
 public:
  /// Takes ownership of `fd`. -1, as open(2) returns on failure, means none.
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.Release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }

  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  [[nodiscard]] int fd() const { return fd_; }
  /// Gives the descriptor to the caller, who must close it.
  [[nodiscard]] int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

/// Reads up to `text.size()` bytes from `fd`, until the end of the file, and shortens `text` to the
/// bytes read. Returns false on error, with the reason in errno.
[[nodiscard]] bool ReadUpTo(int fd, std::string& text);

/// Writes all of `bytes` to `fd`. Returns the bytes that could not be written, with the reason in
/// errno. Empty if all were written.
[[nodiscard]] std::string_view WriteAll(int fd, std::string_view bytes);

/// Reads a whole configuration file. For files with secrets use prichal::PrivateFile. The error is
/// only the reason, such as "No such file or directory"; the caller adds the file and the key.
/// Files larger than `most_bytes` fail without being read completely; the same limit applies to
/// devices and pipes. Blocks; any thread.
[[nodiscard]] Result<std::string, std::string> ReadSmallFile(const std::string& path,
                                                             std::size_t most_bytes);

/// Raises this process's limit of open files as far as `connections` need and the system allows
/// (setrlimit(2): up to the hard limit). Returns the number of connections that fit.
std::size_t RaiseFileLimit(std::size_t connections);

}  // namespace prichal
