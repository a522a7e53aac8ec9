// Shards, streams and a store with random events. Every acknowledged message that has not expired
// reaches every stream of its receiver, once per cursor, with growing IDs. Messages leave in time,
// and are evicted early only if a limit is reached, from the sender that holds most.

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
