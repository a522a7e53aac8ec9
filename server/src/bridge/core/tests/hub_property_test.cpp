// Shards, streams and a store, in whatever order things happen to them: every acknowledged message
// that lives reaches every stream that asks for it, once for each cursor, by growing id; nothing
// stays late, and nothing leaves early but for want of room, of whoever holds most.

#include <gtest/gtest.h>

#include <string>

#include "bridge/core/tests/hub_simulation.h"

namespace prichal::bridge {
namespace {

TEST(HubProperty, DeliversEveryAcknowledgedMessageOncePerCursor) {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    HubSimulation(seed).Play(600);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace prichal::bridge
