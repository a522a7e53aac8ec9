// A file that lines are appended to, such as the audit log.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"

namespace prichal::telemetry {

/// A file that lines are appended to, each with one write if the file system accepts it whole. Log
/// rotation may rename the file at any time; call Reopen() to create a new one. Any thread.
class LineFile {
 public:
  /// Called on the writing thread with the reason when lines begin to be lost, and with an empty
  /// text when writing works again.
  using OnHealth = std::function<void(const std::string& reason)>;

  /// Opens the file, or creates it with mode 0640. Rejects devices and pipes: their readers could
  /// block the writer. The error is the reason.
  [[nodiscard]] static Result<std::unique_ptr<LineFile>, std::string> Open(std::string path,
                                                                           OnHealth on_health);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile() = default;

  /// Appends one line, which must end with a line feed. Any thread; calls wait for each other.
  void Write(std::string_view line);
  /// Opens the file at the path again. If that fails, lines still go to the old file. The error is
  /// the reason. Any thread.
  Result<void, std::string> Reopen();

  /// Returns the number of lines that could not be written. Any thread.
  [[nodiscard]] std::uint64_t lost() const;

 private:
  LineFile(std::string path, OnHealth on_health, Descriptor file);

  const std::string path_;
  const OnHealth on_health_;
  mutable std::mutex mutex_;
  Descriptor file_;
  bool torn_ = false;  ///< The file ends within a line
  bool healthy_ = true;
  std::uint64_t lost_ = 0;
};

}  // namespace prichal::telemetry
