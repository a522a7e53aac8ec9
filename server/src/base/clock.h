#pragma once

#include <chrono>

namespace prichal {

using Millis = std::chrono::milliseconds;

/// Whole seconds of a time, rounded down to zero.
[[nodiscard]] constexpr std::chrono::seconds SecondsOf(Millis time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time);
}

/// One reading of both clocks. Deadlines and intervals use `steady`, which never goes back;
/// expiry, event ids and the Date header use `unix_time`, which an operator may set.
struct Time {
  Millis steady{0};     ///< since an arbitrary start
  Millis unix_time{0};  ///< since 1970-01-01T00:00:00Z
};

/// Where time comes from: the machine, or a test.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  /// Any thread.
  [[nodiscard]] virtual Time Now() const = 0;
};

/// The machine's clocks.
class MachineClock final : public Clock {
 public:
  [[nodiscard]] Time Now() const override;
};

}  // namespace prichal
