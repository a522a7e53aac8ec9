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

/// The level of this name (debug, info, warn, error); info for any other.
Level LevelNamed(std::string_view name);

/// One fact of a line. Views must live until Write() returns.
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

/// Writes lines to standard error from a thread of its own, in text for people or as one JSON
/// object a line. Any thread may write.
///
/// A thread that writes never waits for a slow terminal, pipe or journal: when the queue of 8192
/// lines is full the oldest line gives way, which is counted and said in a line of its own as soon
/// as lines are read again. Errors have a queue of their own, of 1024, so that no rush of others
/// drives them out.
///
/// What must not be written: secrets, init data, client ids, query strings.
class Log {
 public:
  Log(Level least, Format format);
  /// For tests: lines go to `sink`, each with its line end, on any thread.
  Log(Level least, Format format, std::function<void(std::string_view)> sink);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  /// Writes what is queued, unless its reader has stopped.
  ~Log();

  [[nodiscard]] bool Writes(Level level) const {
    return level >= least_.load(std::memory_order_relaxed);
  }
  /// From now on. Any thread.
  void SetLeast(Level least) { least_.store(least, std::memory_order_relaxed); }

  /// `message` is a fixed text; what differs from line to line goes into fields.
  void Write(Level level, std::string_view message, std::span<const Field> fields);
  void Write(Level level, std::string_view message, std::initializer_list<Field> fields = {}) {
    Write(level, message, std::span(fields.begin(), fields.size()));
  }

  /// Lines that gave way to newer ones.
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  class Impl;
  std::atomic<Level> least_;
  Format format_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::telemetry
