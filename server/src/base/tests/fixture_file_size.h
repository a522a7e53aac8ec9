#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstdint>

namespace prichal {

/// For tests: limits the size of all files that this process writes to `bytes`, as on a full disk.
/// Writes beyond it fail with EFBIG (setrlimit(2), RLIMIT_FSIZE). The destructor restores the
/// limit.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(std::uint64_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace prichal
