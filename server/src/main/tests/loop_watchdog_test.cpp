#include "main/loop_watchdog.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "base/tests/fixture_await.h"

namespace prichal::main {
namespace {

/// A server with two loops and the admin site's loop.
class LoopPulseTest : public ::testing::Test {
 protected:
  LoopPulseTest() { server_.Start(); }

  static void AwaitTurn(LoopPulse& pulse) {
    Await("every loop has turned", [&] { return pulse.Turned(); });
  }

  http::Server server_{{.loops = 2}};
};

TEST_F(LoopPulseTest, TurnsWhileAllLoopsTurn) {
  LoopPulse pulse(server_);
  for (int i = 0; i < 100; ++i) AwaitTurn(pulse);
}

TEST_F(LoopPulseTest, NamesStuckLoop) {
  for (const std::size_t stuck : {0U, 1U, 2U}) {
    std::promise<void> holds;
    std::promise<void> free;
    LoopPulse pulse(server_);
    AwaitTurn(pulse);
    server_.PostToEach([&](std::size_t loop) -> Task {
      if (loop != stuck) return [] {};
      return [&] {
        holds.set_value();
        free.get_future().wait();
      };
    });
    holds.get_future().wait();
    // The last round's tasks may have run before the loop was blocked, so post new ones.
    const std::string name = stuck == 2 ? "admin" : "loop-" + std::to_string(stuck);
    for (int i = 0; pulse.Late() != name || i < 100; ++i) (void)pulse.Turned();
    EXPECT_FALSE(pulse.Turned());
    free.set_value();
    AwaitTurn(pulse);
  }
}

}  // namespace
}  // namespace prichal::main
