#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace prichal::bench {

/// What the kernel says of a process.
struct ProcessFigures {
  double cpu_seconds = 0;       ///< user and system, of all threads (/proc/PID/stat)
  std::size_t rss_bytes = 0;    ///< resident now (VmRSS)
  std::size_t rss_highest = 0;  ///< resident at most so far (VmHWM)
};

Result<ProcessFigures, std::string> ReadProcess(pid_t pid);

/// User and system seconds of this process.
double OwnCpuSeconds();

/// Puts this process on one core.
Result<void, std::string> PinTo(int cpu);

/// Raises the limit of open files as far as allowed. The error when `files` are more than that.
Result<void, std::string> AllowFiles(std::size_t files);

/// The end of a process that need not be our child.
class ProcessEnd {
 public:
  static Result<ProcessEnd, std::string> Of(pid_t pid);
  ProcessEnd(const ProcessEnd&) = delete;
  ProcessEnd& operator=(const ProcessEnd&) = delete;
  ProcessEnd(ProcessEnd&& other) noexcept;
  ProcessEnd& operator=(ProcessEnd&&) = delete;
  ~ProcessEnd();

  /// Whether it has come.
  [[nodiscard]] bool Now() const;

 private:
  explicit ProcessEnd(int fd) : fd_(fd) {}
  int fd_;  ///< pidfd_open(2)
};

}  // namespace prichal::bench
