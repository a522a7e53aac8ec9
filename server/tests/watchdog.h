#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace prichal {

/// Ends the process if a test takes too long, and prints the test's name and the stack of the
/// thread that runs it. Also prints the name of a test that a signal ends. Create it on the thread
/// that runs all tests.
class Watchdog final : public ::testing::EmptyTestEventListener {
 public:
  explicit Watchdog(std::chrono::seconds most);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() override;

 private:
  using Instant = std::chrono::steady_clock::time_point;

  void OnTestStart(const ::testing::TestInfo& test) override;
  void OnTestEnd(const ::testing::TestInfo& test) override;
  void Watch();

  const std::chrono::seconds most_;
  const pthread_t tests_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string running_;  ///< empty if no test is running
  Instant deadline_{};
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace prichal
