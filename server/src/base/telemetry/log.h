// The log on standard error.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

namespace prichal::telemetry {

enum class Level { kDebug, kInfo, kWarn, kError };
enum class Format { kText, kJson };

/// Returns the level of this name (debug, info, warn, error), or info for any other.
Level LevelNamed(std::string_view name);

/// A field of a log line. Views must live until Write() returns.
struct Field {
  std::string_view name;  ///< An identifier; not escaped
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

/// Writes lines to standard error from a thread of its own, in text for people or as one JSON
/// object a line. Any thread may write.
///
/// Write() never waits for a slow terminal, pipe or journal. If the queue of 8192 lines is full,
/// the oldest line is dropped, and a line of its own reports how many were. Errors have a separate
/// queue of 1024 lines, so other lines cannot displace them.
///
/// Never write secrets, init data, client IDs or query strings.
class Log {
 public:
  Log(Level least, Format format);
  /// For tests: calls `sink` with each line and its line feed, on any thread.
  Log(Level least, Format format, std::function<void(std::string_view)> sink);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  /// Writes the queued lines, unless their reader has stopped.
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

}  // namespace prichal::telemetry
