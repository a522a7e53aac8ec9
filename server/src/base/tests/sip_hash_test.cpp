#include <gtest/gtest.h>

#include <string>

#include "base/encoding.h"
#include "base/hash.h"

namespace prichal {
namespace {

TEST(SipHash, MatchesReferenceVector) {
  // Appendix A of the SipHash paper: key 00..0f, message 00..0e.
  SipHash::Key key{};
  std::string message;
  for (unsigned char i = 0; i < 16; ++i) key.at(i) = i;
  for (char i = 0; i < 15; ++i) message.push_back(i);
  EXPECT_EQ(SipHash(key)(message), 0xa129ca6149be45e5ULL);
}

TEST(SipHash, UsesRandomKeyByDefault) { EXPECT_NE(SipHash()("x"), SipHash()("x")); }

TEST(Hex, EncodesAndValidates) {
  const unsigned char bytes[] = {0x00, 0x9f, 0xff};
  EXPECT_EQ(HexEncode(bytes), "009fff");
  EXPECT_TRUE(IsHex("09afAF"));
  EXPECT_FALSE(IsHex("0g"));
}

}  // namespace
}  // namespace prichal
