#include "bench/message.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace prichal::bench {
namespace {

std::string Written(const Stamp& stamp) {
  std::string body(kStampBytes, ' ');
  WriteStamp(body.data(), stamp);
  return body;
}

TEST(Stamp, IsFoundInAnEnvelope) {
  const Stamp stamp{.run = 0xdeadbeef, .sequence = 1'234'567, .due = 98'765'432'101'234};
  const auto found =
      FindStamp(R"({"from":"ab","message":")" + Written(stamp) + R"(AAAA","trace_id":"x"})");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->run, stamp.run);
  EXPECT_EQ(found->sequence, stamp.sequence);
  EXPECT_EQ(found->due, stamp.due);
}

TEST(Stamp, IsNotFoundInOtherText) {
  EXPECT_FALSE(FindStamp("heartbeat"));
  EXPECT_FALSE(FindStamp(R"({"message":"short"})"));
  EXPECT_FALSE(FindStamp(R"({"message":")" + std::string(kStampBytes, 'x') + "\"}"));
}

TEST(ClientId, DiffersForEachRunSideAndNumber) {
  std::set<std::string> ids;
  for (const std::uint32_t run : {1U, 2U}) {
    for (const char side : {'r', 's'}) {
      for (std::size_t i = 0; i < 100; ++i) ids.insert(ClientIdOf(run, side, i));
    }
  }
  EXPECT_EQ(ids.size(), 400U);
  for (const std::string& id : ids) {
    EXPECT_EQ(id.size(), 64U);
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
  }
}

}  // namespace
}  // namespace prichal::bench
