#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace prichal {

/// For tests: waits for a condition that cannot notify, such as the state of another process or of
/// another thread's counters. Checks it every few milliseconds. Fails the test with `condition`
/// when it does not hold within 40 s, before the watchdog ends the process.
inline void Await(const std::string& condition, const std::function<bool()>& holds) {
  constexpr std::chrono::seconds kTimeout{40};
  constexpr std::chrono::milliseconds kPollInterval{2};
  const auto deadline = std::chrono::steady_clock::now() + kTimeout;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > deadline) {
      ADD_FAILURE() << "not within " << kTimeout.count() << " s: " << condition;
      return;
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

}  // namespace prichal
