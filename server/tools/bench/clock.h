// Steady time in nanoseconds.
#pragma once

#include <cstdint>
#include <ctime>

namespace prichal::bench {

constexpr std::int64_t kMicrosecond = 1'000;
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

/// Returns the steady time in nanoseconds.
inline std::int64_t NowNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

/// Converts seconds to nanoseconds.
inline std::int64_t NsOf(double seconds) {
  return static_cast<std::int64_t>(seconds * static_cast<double>(kSecond));
}

inline double SecondsOf(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / static_cast<double>(kSecond);
}

}  // namespace prichal::bench
