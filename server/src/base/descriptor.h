#pragma once

#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

namespace prichal {

/// A file descriptor that is closed with the object.
class Descriptor {
 public:
  /// -1, as open() has it: none.
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
  /// It is the caller's from now on.
  [[nodiscard]] int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

/// Fills `text` as far as what is read goes, and cuts it there. False: errno says why not.
[[nodiscard]] bool ReadUpTo(int fd, std::string& text);

/// The rest of `bytes` that could not be written, errno says why; empty where all was.
[[nodiscard]] std::string_view WriteAll(int fd, std::string_view bytes);

}  // namespace prichal
