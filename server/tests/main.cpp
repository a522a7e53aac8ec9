// Runs all tests under a watchdog.

#include <gtest/gtest.h>

#include <csignal>

#include "base/fixture_await.h"
#include "watchdog.h"

int main(int argc, char** argv) {
  // As the server's own process: a peer that has closed is an error of a write. OpenSSL's sockets,
  // which the clients of these tests use, cannot ask for that write by write.
  std::signal(SIGPIPE, SIG_IGN);
  ::testing::InitGoogleTest(&argc, argv);
  auto* const watchdog = new prichal::Watchdog(prichal::TestTimeout());
  ::testing::UnitTest::GetInstance()->listeners().Append(watchdog);  // which owns it
  return RUN_ALL_TESTS();
}
