#include "signin/service/session_cache.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace prichal::signin {
namespace {

constexpr Time kCacheTime{.steady = Millis(5'000), .unix_time = Millis(1'790'000'000'000)};
constexpr std::size_t kRoom = 64UL * 1024;

VerifiedSession Of(const UserId& user) {
  return {.user = user,
          .over = kCacheTime.unix_time + Millis(20'000),
          .answers = {{.network = {}, .head = Share(std::string(400, 'h'))}}};
}

Time After(Millis passed) {
  return {.steady = kCacheTime.steady + passed, .unix_time = kCacheTime.unix_time + passed};
}

class SessionCacheTest : public ::testing::Test {
 protected:
  SessionCacheTest() { cache_.OnListening(); }
  SessionId Insert(const UserId& user = UserId::New()) {
    const auto session = SessionId::New();
    cache_.Insert(session, Of(user), kCacheTime);
    return session;
  }
  SessionCache cache_{kRoom};
};

TEST_F(SessionCacheTest, CachesOnlyWhileSubscribedToChanges) {
  SessionCache deaf(kRoom);
  const auto session = SessionId::New();
  deaf.Insert(session, Of(UserId::New()), kCacheTime);
  EXPECT_EQ(deaf.Find(session, kCacheTime), nullptr);
  const auto kept = Insert();
  EXPECT_NE(cache_.Find(kept, kCacheTime), nullptr);
  cache_.OnLost();
  EXPECT_EQ(cache_.Find(kept, kCacheTime), nullptr);
  EXPECT_EQ(cache_.Find(Insert(), kCacheTime), nullptr);
  cache_.OnListening();
  EXPECT_EQ(cache_.Find(kept, kCacheTime), nullptr);
  EXPECT_NE(cache_.Find(Insert(), kCacheTime), nullptr);
}

TEST_F(SessionCacheTest, EvictsEndedAndChangedSessions) {
  const auto user = UserId::New();
  const auto one = Insert(user);
  const auto two = Insert(user);
  const auto other = Insert();
  cache_.OnEnded(one);
  EXPECT_EQ(cache_.Find(one, kCacheTime), nullptr);
  EXPECT_NE(cache_.Find(two, kCacheTime), nullptr);
  const auto three = Insert(user);
  cache_.OnChanged(user);
  EXPECT_EQ(cache_.Find(two, kCacheTime), nullptr);
  EXPECT_EQ(cache_.Find(three, kCacheTime), nullptr);
  EXPECT_NE(cache_.Find(other, kCacheTime), nullptr);
}

TEST_F(SessionCacheTest, ExpiresEntriesAtSessionEndAndMaximumAge) {
  const auto session = Insert();
  EXPECT_NE(cache_.Find(session, After(Millis(19'999))), nullptr);
  EXPECT_EQ(cache_.Find(session, After(Millis(20'000))), nullptr);  // the session has expired
  auto long_lived = Of(UserId::New());
  long_lived.over += Millis(3'600'000);
  cache_.Insert(session, long_lived, kCacheTime);
  EXPECT_NE(cache_.Find(session, After(Millis(29'999))), nullptr);
  EXPECT_EQ(cache_.Find(session, After(RevocationListener::kLongestKept)), nullptr);
}

TEST_F(SessionCacheTest, KeepsRecentlyUsedSessionsWithinItsLimit) {
  const auto used = Insert();
  std::vector<SessionId> others;
  for (int i = 0; i < 1'000; ++i) {
    others.push_back(Insert());
    ASSERT_NE(cache_.Find(used, kCacheTime), nullptr);
    ASSERT_LE(cache_.bytes(), kRoom);
  }
  EXPECT_EQ(cache_.Find(others.front(), kCacheTime), nullptr);
  EXPECT_NE(cache_.Find(others.back(), kCacheTime), nullptr);
  // About 1,200 bytes each, as the description of auth.cache_bytes says.
  EXPECT_GT(kRoom / cache_.size(), 700U);
  EXPECT_LT(kRoom / cache_.size(), 1'300U);
}

TEST(VerifiedTokens, CachesTokenUntilExpiry) {
  VerifiedTokens tokens(kRoom);
  const auto session = SessionId::New();
  tokens.Insert("a.b.c",
                {.session = session, .key_thumbprint = "jkt", .until = std::chrono::seconds(100)});
  const auto* cached = tokens.Find("a.b.c", std::chrono::seconds(99));
  ASSERT_NE(cached, nullptr);
  EXPECT_EQ(cached->session, session);
  EXPECT_EQ(cached->key_thumbprint, "jkt");
  EXPECT_EQ(tokens.Find("a.b.d", std::chrono::seconds(99)), nullptr);
  EXPECT_EQ(tokens.Find("a.b.c", std::chrono::seconds(100)), nullptr);
  EXPECT_EQ(tokens.size(), 0U);
}

TEST(VerifiedTokens, StaysWithinMemoryLimit) {
  VerifiedTokens tokens(kRoom);
  for (int i = 0; i < 10'000; ++i) {
    tokens.Insert(std::to_string(i),
                  {.session = {}, .key_thumbprint = {}, .until = std::chrono::seconds(100)});
    ASSERT_LE(tokens.bytes(), kRoom);
  }
  EXPECT_GT(tokens.size(), 200U);
  EXPECT_NE(tokens.Find("9999", std::chrono::seconds(1)), nullptr);
  EXPECT_EQ(tokens.Find("0", std::chrono::seconds(1)), nullptr);
  tokens.Clear();
  EXPECT_EQ(tokens.bytes(), 0U);
}

}  // namespace
}  // namespace prichal::signin
