#include <gtest/gtest.h>

#include "signin/ledger/refresh_token.h"
#include "signin/ledger/tests/fixture_values.h"

namespace prichal::signin {
namespace {

TEST(SessionCookie, OpensToItsSession) {
  const SessionId session = SessionId::New();
  const std::string text = SessionCookie::TextOf(session, kKey);
  EXPECT_EQ(text.size(), SessionCookie::kTextSize);
  EXPECT_EQ(SessionCookie::Open(text, kKey), session);
}

TEST(SessionCookie, RejectsAlteredText) {
  const std::string text = SessionCookie::TextOf(SessionId::New(), kKey);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string other = text;
    other[at] = other[at] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(SessionCookie::Open(other, kKey)) << at;
  }
}

TEST(SessionCookie, RejectsOtherKeyOrSize) {
  const std::string text = SessionCookie::TextOf(SessionId::New(), kKey);
  EXPECT_FALSE(SessionCookie::Open(text, MacKey{1, 2, 4}));
  EXPECT_FALSE(SessionCookie::Open(text + "A", kKey));
  EXPECT_FALSE(SessionCookie::Open(text.substr(1), kKey));
  EXPECT_FALSE(SessionCookie::Open("", kKey));
}

}  // namespace
}  // namespace prichal::signin
