#include <gtest/gtest.h>

#include "valkey/client.h"

namespace prichal::valkey {
namespace {

// Result of `SCRIPT LOAD` in Redis 7.0.15.
TEST(Script, IsIdentifiedBySha1) {
  EXPECT_EQ(Script("return 1").sha1, "e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
}

}  // namespace
}  // namespace prichal::valkey
