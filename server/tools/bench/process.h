// CPU time, memory and limits of processes.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace prichal::bench {

/// CPU time and memory of a process.
struct ProcessFigures {
  double cpu_seconds = 0;       ///< User and system, of all threads (/proc/PID/stat)
  std::size_t rss_bytes = 0;    ///< Resident now (VmRSS)
  std::size_t rss_highest = 0;  ///< Highest so far (VmHWM)
};

/// Reads the figures of a process. The error says that it does not exist.
Result<ProcessFigures, std::string> ReadProcess(pid_t pid);

/// Returns the user and system seconds of this process.
double OwnCpuSeconds();

/// Pins this process to one CPU.
Result<void, std::string> PinTo(int cpu);

/// Raises the limit of open files as far as allowed. Returns an error if it is below `files`.
Result<void, std::string> AllowFiles(std::size_t files);

/// Detects the end of a process that may not be a child.
class ProcessEnd {
 public:
  /// Opens the process by its ID.
  static Result<ProcessEnd, std::string> Open(pid_t pid);
  ProcessEnd(const ProcessEnd&) = delete;
  ProcessEnd& operator=(const ProcessEnd&) = delete;
  ProcessEnd(ProcessEnd&& other) noexcept;
  ProcessEnd& operator=(ProcessEnd&&) = delete;
  ~ProcessEnd();

  /// Returns whether the process has ended.
  [[nodiscard]] bool Now() const;

 private:
  explicit ProcessEnd(int fd) : fd_(fd) {}
  int fd_;  ///< pidfd_open(2)
};

}  // namespace prichal::bench
