#include <gtest/gtest.h>

#include <string>

#include "signin/ledger/refresh_token.h"

namespace prichal::signin {
namespace {

TEST(RandomIdTest, ParsesOnlyItsCanonicalText) {
  UserId::Bytes bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i);
  const UserId id(bytes);
  // Expected text: `basenc --base32` of these bytes.
  EXPECT_EQ(id.text(), "u_aaaqeayeaudaocajbifqydiob4");
  EXPECT_EQ(UserId::Parse(id.text()), id);
  EXPECT_EQ(SessionId::Parse(id.text()), std::nullopt) << "another kind of id";
  for (const char* other :
       {"", "u_", "u_aaaqeayeaudaocajbifqydiob", "u_aaaqeayeaudaocajbifqydiob44",
        "u_AAAQEAYEAUDAOCAJBIFQYDIOB4", "u_aaaqeayeaudaocajbifqydiob5",
        "u-aaaqeayeaudaocajbifqydiob4", "u_aaaqeayeaudaocajbifqydio10"}) {
    EXPECT_EQ(UserId::Parse(other), std::nullopt) << other;
  }
}

TEST(RandomIdTest, GeneratesUniqueIds) {
  const auto one = SessionId::New();
  EXPECT_NE(one, SessionId::New());
  EXPECT_EQ(SessionId::Parse(one.text()), one);
  EXPECT_EQ(SessionId::FromBytes(one.bytes()), one);
  EXPECT_EQ(SessionId::FromBytes(one.bytes().substr(1)), std::nullopt);
}

}  // namespace
}  // namespace prichal::signin
