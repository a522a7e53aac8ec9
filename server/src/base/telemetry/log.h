// The log on standard error, and files that lines are appended to, such as the audit log.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/descriptor.h"
#include "base/result.h"

namespace prichal::telemetry {

/// Severity of a line, in ascending order.
enum class Level { kDebug, kInfo, kWarn, kError };
enum class Format { kText, kJson };

/// Returns the level of this name (debug, info, warn, error), or info for any other.
Level LevelNamed(std::string_view name);

/// A field of a log line. Views must live until Write() returns.
struct Field {
  std::string_view name;  ///< an identifier; not escaped
  std::string_view text;
  std::int64_t number = 0;
  bool is_number = false;

  Field(std::string_view field, std::string_view value) : name(field), text(value) {}
  Field(std::string_view field, const char* value) : name(field), text(value) {}
  template <typename Number>
    requires std::is_integral_v<Number>
  Field(std::string_view field, Number value)
      : name(field), number(static_cast<std::int64_t>(value)), is_number(true) {}
};

/// Writes lines to standard error from its own thread, as text or as one JSON object per line. Any
/// thread can write.
///
/// Write() never waits for a slow terminal, pipe or journal. If the queue of 8192 lines is full,
/// the oldest line is dropped, and the number of dropped lines is logged later. Errors have a
/// separate queue of 1024 lines, so other lines cannot displace them.
///
/// Never write secrets, init data, client IDs or query strings.
class Log {
 public:
  Log(Level least, Format format);
  /// For tests: calls `sink` with each line and its line feed, on any thread.
  Log(Level least, Format format, std::function<void(std::string_view)> sink);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  /// Writes the queued lines, unless their reader is blocked.
  ~Log();

  [[nodiscard]] bool Writes(Level level) const {
    return level >= least_.load(std::memory_order_relaxed);
  }
  /// Sets the least level that is written. Any thread.
  void SetLeast(Level least) { least_.store(least, std::memory_order_relaxed); }

  /// Writes one line. `message` is a fixed text; values that differ go into `fields`. Any thread.
  void Write(Level level, std::string_view message, std::span<const Field> fields);
  void Write(Level level, std::string_view message, std::initializer_list<Field> fields = {}) {
    Write(level, message, std::span(fields.begin(), fields.size()));
  }

  /// Returns the number of dropped lines.
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  class Impl;
  std::atomic<Level> least_;
  Format format_;
  std::unique_ptr<Impl> impl_;
};

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
  /// Checks whether Open() would succeed. Creates nothing. The error is the reason.
  [[nodiscard]] static Result<void, std::string> Check(const std::string& path);

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
  bool torn_ = false;  ///< the file ends within a line
  bool healthy_ = true;
  std::uint64_t lost_ = 0;
};

}  // namespace prichal::telemetry
