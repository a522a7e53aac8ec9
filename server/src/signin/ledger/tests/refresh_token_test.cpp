#include "signin/ledger/refresh_token.h"

#include <gtest/gtest.h>

#include <utility>

#include "signin/ledger/tests/fixture_values.h"

namespace prichal::signin {
namespace {

TEST(RefreshTokenTest, OpensOnlyWithItsKey) {
  const auto session = SessionId::New();
  const auto text = RefreshToken::New(session, 0x01020304, kKey);
  EXPECT_EQ(text.size(), RefreshToken::kTextSize);
  const auto token = RefreshToken::Open(text, kKey);
  ASSERT_TRUE(token);
  EXPECT_EQ(token->session, session);
  EXPECT_EQ(token->generation, 0x01020304U);
  EXPECT_FALSE(RefreshToken::Open(text, MacKey{1, 2, 4}));
  EXPECT_NE(text, RefreshToken::New(session, 0x01020304, kKey));
}

TEST(RefreshTokenTest, RejectsAlteredText) {
  const auto text = RefreshToken::New(SessionId::New(), 7, kKey);
  EXPECT_FALSE(RefreshToken::Open("", kKey));
  EXPECT_FALSE(RefreshToken::Open(text + "A", kKey));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'A', 'z', '_', '=', '+', '\0'}) {
      std::string other = text;
      if (std::exchange(other[i], c) == c) continue;
      EXPECT_FALSE(RefreshToken::Open(other, kKey)) << i << c;
    }
  }
}

TEST(RefreshTokenTest, OpensSuccessorOnlyWithPreviousToken) {
  const auto session = SessionId::New();
  const auto token = RefreshToken::New(session, 0, kKey);
  const auto successor = RefreshToken::New(session, 1, kKey);
  auto sealed = SealSuccessor(successor, token);
  EXPECT_EQ(sealed.find(successor), std::string::npos);
  EXPECT_EQ(OpenSuccessor(sealed, token), successor);
  EXPECT_EQ(OpenSuccessor(sealed, successor), std::nullopt);
  EXPECT_EQ(OpenSuccessor("", token), std::nullopt);
  sealed.back() = static_cast<char>(sealed.back() ^ 1);
  EXPECT_EQ(OpenSuccessor(sealed, token), std::nullopt);
}

}  // namespace
}  // namespace prichal::signin
