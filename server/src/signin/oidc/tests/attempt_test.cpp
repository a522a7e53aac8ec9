#include <gtest/gtest.h>

#include "signin/oidc/openid_connect.h"

namespace prichal::signin::oidc {
namespace {

constexpr Millis kNow{1'790'000'000'000};
constexpr Millis kLifetime{600'000};

Attempt Made() {
  Attempt attempt = Attempt::New(kNow, kLifetime);
  attempt.link_to = "s_1";
  attempt.return_to = "https://app.example.org/x?y=1#z";
  return attempt;
}

TEST(Attempt, RoundTrips) {
  const Attempt::Key key{1, 2, 3};
  const Attempt attempt = Made();
  const auto opened = Attempt::Open(attempt.Seal(key), key, kNow);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->state, attempt.state);
  EXPECT_EQ(opened->verifier, attempt.verifier);
  EXPECT_EQ(opened->expires, attempt.expires);
  EXPECT_EQ(opened->link_to, "s_1");
  EXPECT_EQ(opened->return_to, "https://app.example.org/x?y=1#z");
}

TEST(Attempt, Expires) {
  const Attempt::Key key{};
  const std::string sealed = Made().Seal(key);
  EXPECT_TRUE(Attempt::Open(sealed, key, kNow + kLifetime - Millis(1)));
  EXPECT_FALSE(Attempt::Open(sealed, key, kNow + kLifetime));
}

TEST(Attempt, RejectsOtherKeyOrAlteredText) {
  const Attempt::Key key{1};
  const std::string sealed = Made().Seal(key);
  EXPECT_FALSE(Attempt::Open(sealed, Attempt::Key{2}, kNow));
  EXPECT_FALSE(Attempt::Open("", key, kNow));
  EXPECT_FALSE(Attempt::Open(std::string(5'000, 'A'), key, kNow));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(Attempt::Open(changed, key, kNow)) << i;
    EXPECT_FALSE(Attempt::Open(sealed.substr(0, i), key, kNow)) << i;
  }
}

TEST(Attempt, HasUniqueStateAndVerifier) {
  const Attempt one = Made();
  const Attempt other = Made();
  EXPECT_NE(one.StateText(), other.StateText());
  EXPECT_NE(one.verifier, other.verifier);
  EXPECT_EQ(one.verifier.size(), 43U);
  EXPECT_TRUE(one.IsState(one.StateText()));
  EXPECT_FALSE(one.IsState(other.StateText()));
  EXPECT_FALSE(one.IsState(""));
  EXPECT_FALSE(one.IsState(one.StateText() + "A"));
}

TEST(Attempt, HidesContent) {
  const Attempt attempt = Made();
  const std::string sealed = attempt.Seal({});
  EXPECT_EQ(sealed.find(attempt.verifier), std::string::npos);
  EXPECT_NE(sealed, attempt.Seal({}));
}

}  // namespace
}  // namespace prichal::signin::oidc
