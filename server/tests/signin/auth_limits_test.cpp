// Rate limits of sign-in per address, over sockets.

#include "tests/fixtures/auth_fixture.h"

namespace prichal::signin {
namespace {

/// A trusted proxy provides the clients' addresses.
class AuthLimitsTest : public AuthTest {
 protected:
  AuthLimitsTest() {
    settings_.proxies.trusted = {"127.0.0.1/32"};
    settings_.auth.challenge_rate = 6;
    settings_.auth.exchange_rate = 12;
    settings_.auth.refresh_rate = 3;
  }

  static std::string From(const std::string& address) {
    return "X-Forwarded-For: " + address + "\r\n";
  }
  /// Returns how many of `times` requests are accepted.
  template <typename Asked>
  static int Passed(int times, Asked ask) {
    int passed = 0;
    for (int i = 0; i < times; ++i) passed += StatusOf(ask()) == 429 ? 0 : 1;
    return passed;
  }

  /// Sends challenge requests, which are the cheapest ones.
  [[nodiscard]] int ChallengesFor(const std::string& address, int times = 10) const {
    return Passed(times, [&] { return Post("/auth/ton/challenge", {}, From(address)); });
  }
};

TEST_F(AuthLimitsTest, LimitsChallengesPerAddress) {
  Start();
  EXPECT_EQ(ChallengesFor("192.0.2.1"), 6);
  EXPECT_EQ(ChallengesFor("192.0.2.2"), 6);
  clock_.Step(Millis(10'000));
  EXPECT_EQ(ChallengesFor("192.0.2.1"), 1);
}

TEST_F(AuthLimitsTest, LimitsIpv6NetworkAsOneClient) {
  Start();
  EXPECT_EQ(ChallengesFor("2001:db8:0:1::1", 3), 3);
  EXPECT_EQ(ChallengesFor("2001:db8:0:1:ffff::2", 10), 3);
  EXPECT_EQ(ChallengesFor("2001:db8:0:2::1", 10), 6);
}

TEST_F(AuthLimitsTest, ExemptsLoopback) {
  Start();
  EXPECT_EQ(ChallengesFor("127.0.0.1", 30), 30);
  EXPECT_EQ(ChallengesFor("::1", 30), 30);
}

TEST_F(AuthLimitsTest, TreatsZeroAsUnlimited) {
  settings_.auth.challenge_rate = 0;
  Start();
  EXPECT_EQ(ChallengesFor("192.0.2.1", 30), 30);
}

TEST_F(AuthLimitsTest, LimitsSignInsAndCountsRejectedTwice) {
  Start();
  EXPECT_EQ(Passed(10, [&] { return SignInByTelegram(42, From("192.0.2.1")); }), 6);
  // Each of these counts as two; wallets and init data share one limit.
  int passed = 0;
  passed += Passed(5, [&] {
    return Post("/auth/telegram", {}, "Authorization: tma hash=0\r\n" + From("192.0.2.2"));
  });
  EXPECT_EQ(passed, 3);
  EXPECT_EQ(Outcome(Post("/auth/ton", "{}", From("192.0.2.2"))), "429 rate_limited");
}

TEST_F(AuthLimitsTest, LimitsRenewals) {
  Start();
  EXPECT_EQ(Passed(5, [&] { return Post("/auth/refresh", {}, From("192.0.2.1")); }), 3);
}

TEST_F(AuthLimitsTest, SendsReadableRetryAfterAndRateLimitHeaders) {
  Start();
  EXPECT_EQ(ChallengesFor("192.0.2.1"), 6);
  const auto refused =
      Post("/auth/ton/challenge", {}, From("192.0.2.1") + "Origin: " + kAuthSite + "\r\n");
  EXPECT_EQ(Outcome(refused), "429 rate_limited");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "10");
  EXPECT_EQ(HeaderOf(refused, "RateLimit-Policy"), R"("challenge";q=6;w=60)");
  EXPECT_EQ(HeaderOf(refused, "RateLimit"), R"("challenge";r=0;t=10)");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), kAuthSite);
  const std::string exposed = HeaderOf(refused, "Access-Control-Expose-Headers").value_or("");
  for (const char* name : {"Retry-After", "RateLimit", "RateLimit-Policy"}) {
    EXPECT_NE(exposed.find(name), std::string::npos) << exposed;
  }
  const auto first = Post("/auth/ton/challenge", {}, From("192.0.2.3"));
  EXPECT_FALSE(HeaderOf(first, "RateLimit").has_value());
}

}  // namespace
}  // namespace prichal::signin
