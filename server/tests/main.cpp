// Runs all tests under a watchdog. PRICHAL_TEST_SECONDS: what one test may take, 50 by default.

#include <gtest/gtest.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "watchdog.h"

int main(int argc, char** argv) {
  // As the server's own process: a peer that has closed is an error of a write. OpenSSL's sockets,
  // which the clients of these tests use, cannot ask for that write by write.
  std::signal(SIGPIPE, SIG_IGN);
  ::testing::InitGoogleTest(&argc, argv);
  int seconds = 50;
  if (const char* const chosen = std::getenv("PRICHAL_TEST_SECONDS")) {
    const std::string_view text(chosen);
    std::from_chars(text.data(), text.data() + text.size(), seconds);
  }
  auto* const watchdog = new prichal::Watchdog(std::chrono::seconds(seconds));
  ::testing::UnitTest::GetInstance()->listeners().Append(watchdog);  // which owns it
  return RUN_ALL_TESTS();
}
