#include "base/fingerprint.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal {
namespace {

TEST(Fingerprint, TellsTextsApart) {
  const Fingerprint one = Fingerprint::Of({"a", "b", "c"});
  EXPECT_EQ(one, Fingerprint::Of({"a", "b", "c"}));
  EXPECT_NE(one, Fingerprint::Of({"a", "b", "d"}));
  EXPECT_NE(one, Fingerprint::Of({"ab", "", "c"}));
  EXPECT_NE(Fingerprint::Of({std::string(1'000'000, 'x')}),
            Fingerprint::Of({std::string(1'000'001, 'x')}));
  EXPECT_FALSE(Fingerprint::Of({}).empty());
}

TEST(Fingerprint, SurvivesBeingWritten) {
  const Fingerprint one = Fingerprint::Of({"a"});
  EXPECT_EQ(Fingerprint::FromBytes(one.bytes()), one);
  EXPECT_TRUE(Fingerprint().empty());
  EXPECT_TRUE(Fingerprint::FromBytes("short").empty());
}

}  // namespace
}  // namespace prichal
