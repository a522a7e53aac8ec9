#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace prichal {

/// How long one test may take before the watchdog ends the process: PRICHAL_TEST_SECONDS, 150 s by
/// default.
inline std::chrono::seconds TestTimeout() {
  static const std::chrono::seconds timeout = [] {
    int seconds = 150;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): read once, before a test starts threads
    if (const char* const chosen = std::getenv("PRICHAL_TEST_SECONDS")) {
      const std::string_view text(chosen);
      std::from_chars(text.data(), text.data() + text.size(), seconds);
    }
    return std::chrono::seconds(seconds);
  }();
  return timeout;
}

/// Timeout of fixtures for one event. Shorter than the watchdog's, so that the failure names the
/// missing event, and long enough for a busy machine.
inline std::chrono::milliseconds WaitTimeout() { return TestTimeout() * 4 / 5; }

/// For tests: waits for a condition that cannot notify, such as the state of another process or of
/// another thread's counters. Checks it every few milliseconds. Fails the test with `condition`
/// when it does not hold within WaitTimeout().
inline void Await(const std::string& condition, const std::function<bool()>& holds) {
  constexpr std::chrono::milliseconds kPollInterval{2};
  const auto deadline = std::chrono::steady_clock::now() + WaitTimeout();
  while (!holds()) {
    if (std::chrono::steady_clock::now() > deadline) {
      ADD_FAILURE() << "not within " << WaitTimeout().count() << " ms: " << condition;
      return;
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

}  // namespace prichal
