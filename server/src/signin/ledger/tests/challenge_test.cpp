#include "signin/ledger/challenge.h"

#include <gtest/gtest.h>

#include "signin/ledger/tests/fixture_values.h"

namespace prichal::signin {
namespace {

constexpr Millis kNow{1'790'000'000'123};
constexpr Millis kLifetime{600'000};

TEST(ChallengeTest, OpensWithItsBindingUntilItExpires) {
  const auto challenge = Challenge::New(kNow, kLifetime);
  const auto text = challenge.Text(kKey, "session");
  EXPECT_EQ(text.size(), Challenge::kTextSize);
  const auto opened = Challenge::Open(text, kKey, "session", kNow);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->id, challenge.id);
  EXPECT_EQ(opened->expires, challenge.expires);
  EXPECT_GE(opened->expires, kNow + kLifetime);
  EXPECT_TRUE(Challenge::Open(text, kKey, "session", challenge.expires - Millis(1)));
  const auto late = Challenge::Open(text, kKey, "session", challenge.expires);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error(), Challenge::Fault::kExpired);
}

TEST(ChallengeTest, RejectsOtherBindingKeyOrAlteredText) {
  const auto text = Challenge::New(kNow, kLifetime).Text(kKey, "session");
  const auto fault = [](std::string_view of, const MacKey& key, std::string_view binding) {
    const auto opened = Challenge::Open(of, key, binding, kNow);
    return !opened && opened.error() == Challenge::Fault::kForeign;
  };
  EXPECT_TRUE(fault(text, kKey, ""));
  EXPECT_TRUE(fault(text, kKey, "sessions"));
  EXPECT_TRUE(fault(text, MacKey{1, 2, 4}, "session"));
  EXPECT_TRUE(fault("", kKey, "session"));
  EXPECT_TRUE(fault(text + "A", kKey, "session"));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'A', 'z', '_', '=', '+', '\0'}) {
      std::string other = text;
      if (std::exchange(other[i], c) == c) continue;
      EXPECT_TRUE(fault(other, kKey, "session")) << i << c;
    }
  }
}

TEST(ChallengeTest, GeneratesUniqueIds) {
  EXPECT_NE(Challenge::New(kNow, kLifetime).id, Challenge::New(kNow, kLifetime).id);
}

}  // namespace
}  // namespace prichal::signin
