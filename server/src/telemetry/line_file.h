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

/// A file that lines are appended to, each with one write where the file system takes it whole.
/// What rotates logs may move the file away at any time: Reopen() then makes a new one.
class LineFile {
 public:
  /// Called when lines begin to be lost, with the reason, and when they are written again, with an
  /// empty one; by the thread that writes.
  using OnHealth = std::function<void(const std::string& reason)>;

  /// Makes the file where there is none, for its owner and group to read. Devices and pipes are
  /// refused: their readers could hold the writer up. The error is the reason alone.
  [[nodiscard]] static Result<std::unique_ptr<LineFile>, std::string> Open(std::string path,
                                                                           OnHealth on_health);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile() = default;

  /// One line with its end. Any thread, one at a time with the others.
  void Write(std::string_view line);
  /// From now on lines go to what is at the path now. When it cannot be opened they go where they
  /// went. The error is the reason alone. Any thread.
  Result<void, std::string> Reopen();

  /// Lines that could not be written. Any thread.
  [[nodiscard]] std::uint64_t lost() const;

 private:
  LineFile(std::string path, OnHealth on_health, Descriptor file);

  const std::string path_;
  const OnHealth on_health_;
  mutable std::mutex mutex_;
  Descriptor file_;
  bool torn_ = false;  ///< the file ends within a line
  bool healthy_ = true;
  std::uint64_t lost_ = 0;
};

}  // namespace prichal::telemetry
