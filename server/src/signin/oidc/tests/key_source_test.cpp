#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "signin/oidc/openid_connect.h"
#include "signin/token/tests/fixture.h"

namespace prichal::signin::oidc {
namespace {

constexpr Millis kStart{5'000};

std::string SetOf(std::string_view jwk) {
  token::JwkSet set;
  set.Add(token::test::Key(jwk).public_key());
  return set.Write();
}

const std::string kFirst = SetOf(token::test::kP256);
const std::string kSecond = SetOf(token::test::kEd25519);
const std::string kFirstId = token::test::Key(token::test::kP256).public_key().thumbprint();
const std::string kSecondId = token::test::Key(token::test::kEd25519).public_key().thumbprint();

outbound::Response Answer(std::string body, std::optional<std::chrono::seconds> age = {}) {
  outbound::Response answer{.status = 200, .body = std::move(body)};
  if (age) {
    answer.headers = {{"cache-control", "public"},
                      {"cache-control", "max-age=" + std::to_string(age->count())}};
  }
  return answer;
}

outbound::Response Failure() {
  return outbound::FailedResponse(outbound::Trouble::kConnect, "down");
}

std::int64_t Age(std::string_view line) {
  const auto age = MaxAgeOf(line);
  return age ? age->count() : -1;
}

class KeySourceTest : public ::testing::Test {
 protected:
  /// Returns the number of keys that `done` received: -1 for null, -2 if it is pending.
  int Find(std::string_view id, std::string_view algorithm, Millis now) {
    auto got = std::make_shared<int>(-2);
    last_ = got;
    source_.Find(id, algorithm, now, [got](const KeySource::Keys& keys) {
      *got = keys == nullptr ? -1 : static_cast<int>(keys->size());
    });
    return *got;
  }
  int FindFirst(Millis now) { return Find(kFirstId, "ES256", now); }
  int FindSecond(Millis now) { return Find(kSecondId, "EdDSA", now); }

  void Give(outbound::Response answer) {
    ASSERT_TRUE(asked_);
    auto asked = std::move(asked_);
    asked_ = {};
    asked(std::move(answer));
  }

  int fetches_ = 0;
  KeySource::Done asked_;
  std::vector<std::string> health_;
  std::shared_ptr<int> last_;
  KeySource source_{[this](KeySource::Done done) {
                      ++fetches_;
                      asked_ = std::move(done);
                    },
                    [this](const std::string& reason) { health_.push_back(reason); }};
};

TEST_F(KeySourceTest, FetchesOnceForAllWaitingCallers) {
  EXPECT_EQ(fetches_, 0);
  EXPECT_EQ(FindFirst(kStart), -2);
  const auto one = last_;
  EXPECT_EQ(FindFirst(kStart), -2);
  const auto other = last_;
  EXPECT_EQ(fetches_, 1);
  Give(Answer(kFirst));
  EXPECT_EQ(*one, 1);
  EXPECT_EQ(*other, 1);
  EXPECT_EQ(FindFirst(kStart + Millis(3'599'000)), 1);
  EXPECT_EQ(fetches_, 1);
}

TEST_F(KeySourceTest, CachesKeysForMaxAge) {
  (void)FindFirst(kStart);
  Give(Answer(kFirst, std::chrono::seconds(300)));
  EXPECT_EQ(FindFirst(kStart + Millis(299'999)), 1);
  EXPECT_EQ(FindFirst(kStart + Millis(300'000)), -2);
  EXPECT_EQ(fetches_, 2);
}

TEST_F(KeySourceTest, CachesKeysForOneMinuteAtLeast) {
  (void)FindFirst(kStart);
  Give(Answer(kFirst, std::chrono::seconds(0)));
  EXPECT_EQ(FindFirst(kStart + Millis(59'999)), 1);
  EXPECT_EQ(FindFirst(kStart + Millis(60'000)), -2);
}

TEST_F(KeySourceTest, CachesKeysForOneDayAtMost) {
  (void)FindFirst(kStart);
  Give(Answer(kFirst, std::chrono::seconds(31'536'000)));
  EXPECT_EQ(FindFirst(kStart + KeySource::kMostAge - Millis(1)), 1);
  EXPECT_EQ(FindFirst(kStart + KeySource::kMostAge), -2);
}

TEST_F(KeySourceTest, RefetchesForUnknownKeyOncePerMinute) {
  (void)FindFirst(kStart);
  Give(Answer(kFirst));
  EXPECT_EQ(FindSecond(kStart + Millis(59'000)), 1);
  EXPECT_EQ(fetches_, 1);
  EXPECT_EQ(FindSecond(kStart + Millis(60'000)), -2);
  Give(Answer(kSecond));
  EXPECT_EQ(*last_, 1);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(Find("made up", "ES256", kStart + Millis(61'000)), 1);
  EXPECT_EQ(fetches_, 2);
}

TEST_F(KeySourceTest, KeepsLastKeysWhileIssuerIsDown) {
  (void)FindFirst(kStart);
  Give(Answer(kFirst, std::chrono::seconds(300)));
  Millis now = kStart + Millis(300'000);
  const std::vector<outbound::Response> bad{
      Failure(), outbound::Response{.status = 302, .body = kSecond}, Answer("<html>"),
      Answer(R"({"keys":[]})"),
      Answer(R"({"keys":[{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}]})")};
  for (const auto& answer : bad) {
    EXPECT_EQ(FindFirst(now), -2);
    Give(answer);
    EXPECT_EQ(*last_, 1);
    EXPECT_EQ(FindFirst(now + Millis(59'999)), 1);
    now += Millis(60'000);
  }
  EXPECT_EQ(FindFirst(now), -2);
  Give(Answer(kFirst));
  ASSERT_EQ(health_.size(), 2U);
  EXPECT_EQ(health_[0], "down");
  EXPECT_EQ(health_[1], "");
}

TEST_F(KeySourceTest, FailsWithoutAnyKeys) {
  (void)FindFirst(kStart);
  Give(Failure());
  EXPECT_EQ(*last_, -1);
  EXPECT_EQ(FindFirst(kStart + Millis(1)), -1);
  EXPECT_EQ(fetches_, 1);
  EXPECT_EQ(FindFirst(kStart + Millis(60'000)), -2);
}

TEST_F(KeySourceTest, LimitsWaitingCallers) {
  for (std::size_t i = 0; i < KeySource::kMostWaiting; ++i) EXPECT_EQ(FindFirst(kStart), -2);
  EXPECT_EQ(FindFirst(kStart), -1);
  Give(Answer(kFirst));
}

TEST(MaxAge, FollowsCacheControlRules) {
  EXPECT_EQ(Age("max-age=300"), 300);
  EXPECT_EQ(Age(" public , Max-Age=300\r\n"), 300);
  EXPECT_EQ(Age("max-age=0"), 0);
  EXPECT_EQ(Age("max-age=5, max-age=7"), 5);
  EXPECT_EQ(Age("max-age=300, no-store"), 0);
  EXPECT_EQ(Age("No-Cache"), 0);
  EXPECT_EQ(Age("max-age=99999999999999999999"), 365LL * 24 * 3600);
}

TEST(MaxAge, IgnoresMalformedValues) {
  for (const auto* line : {"", ",", "public", "max-age", "max-age=", "max-age=-1", "max-age=1x",
                           "max-age=\"5\"", "s-maxage=5", "max-age =5"}) {
    EXPECT_EQ(Age(line), -1) << line;
  }
}

}  // namespace
}  // namespace prichal::signin::oidc
