#pragma once

#include <chrono>
#include <ctime>

#include "base/interface.h"

namespace prichal {

/// Milliseconds, the usual unit of times and durations.
using Millis = std::chrono::milliseconds;

/// Truncates `time` to whole seconds.
[[nodiscard]] constexpr std::chrono::seconds SecondsOf(Millis time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time);
}

/// One reading of both clocks. Use `steady`, which never goes back, for deadlines and intervals.
/// Use `unix_time`, which an operator can set, for expiry, event IDs and the Date header.
struct Time {
  Millis steady{0};     ///< since an arbitrary start; counts suspend time
  Millis unix_time{0};  ///< since 1970-01-01T00:00:00Z
};

/// Source of time: the system, or a test.
class Clock : public Interface {
 public:
  /// Any thread.
  [[nodiscard]] virtual Time Now() const = 0;
};

/// Reads the system's clocks. `steady` is the time since boot, including suspend: a TTL of five
/// minutes also ends while the machine sleeps.
class MachineClock final : public Clock {
 public:
  [[nodiscard]] Time Now() const override {
    using std::chrono::duration_cast;
    timespec time{};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return {
        .steady = duration_cast<Millis>(std::chrono::seconds(time.tv_sec) +
                                        std::chrono::nanoseconds(time.tv_nsec)),
        .unix_time = duration_cast<Millis>(std::chrono::system_clock::now().time_since_epoch()),
    };
  }
};

}  // namespace prichal
