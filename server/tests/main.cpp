// Runs all tests under a watchdog.

#include <gtest/gtest.h>

#include <csignal>

#include "base/tests/fixture_await.h"
#include "tests/watchdog.h"

int main(int argc, char** argv) {
  // As in the server's process: a write to a closed connection returns an error. OpenSSL's sockets,
  // used by the test clients, cannot request that per write.
  std::signal(SIGPIPE, SIG_IGN);
  ::testing::InitGoogleTest(&argc, argv);
  auto* const watchdog = new prichal::Watchdog(prichal::TestTimeout());
  ::testing::UnitTest::GetInstance()->listeners().Append(watchdog);  // takes ownership
  return RUN_ALL_TESTS();
}
