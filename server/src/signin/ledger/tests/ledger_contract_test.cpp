// Contract of every ledger: challenges and sessions.

#include <algorithm>
#include <atomic>
#include <thread>

#include "signin/ledger/tests/ledger_contract_fixture.h"

namespace prichal::signin {
namespace {

TEST_P(LedgerContract, UsesChallengeOnce) {
  EXPECT_TRUE(ConsumeChallenge(1));
  EXPECT_FALSE(ConsumeChallenge(1));
  EXPECT_TRUE(ConsumeChallenge(2));
  EXPECT_FALSE(ConsumeChallenge(1, kFixtureNow + Millis(599'999)));
}

TEST_P(LedgerContract, UsesChallengeOnceUnderConcurrency) {
  constexpr std::uint32_t kThreads = FixtureDeployment::kLoops;
  constexpr int kChallenges = 200;
  std::atomic<int> wins{0};
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kChallenges; ++i) {
        wins += ConsumeChallenge(static_cast<unsigned char>(i), kFixtureNow, thread) ? 1 : 0;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wins, kChallenges);
}

TEST_P(LedgerContract, BindsProofToFirstKeyUntilExpiry) {
  const auto claim = [&](unsigned char bytes, std::string jkt, Millis now) {
    return *AwaitAnswer<std::string>([&](auto done) {
      ledger_->Claim(0, {bytes}, std::move(jkt), now + Millis(1'000), now, std::move(done));
    });
  };
  EXPECT_EQ(claim(1, "a", kFixtureNow), "a");
  EXPECT_EQ(claim(1, "b", kFixtureNow), "a");
  EXPECT_EQ(claim(1, "a", kFixtureNow), "a");
  EXPECT_EQ(claim(2, "b", kFixtureNow), "b");
  EXPECT_EQ(claim(1, "b", kFixtureNow + Millis(1'000)), "b") << "the first has expired";
}

TEST_P(LedgerContract, EndsSessionAtIdleAndAbsoluteLimit) {
  const FixtureClient client;
  LedgerSignIn(client, kTelegram, "42");
  const Millis last = kFixtureNow + kFixtureIdle - Millis(1);
  EXPECT_TRUE(Find(client.session, last));
  EXPECT_FALSE(Find(client.session, last + Millis(1)));
  auto token = Renewed(client.token, last);
  ASSERT_NE(token, "");
  Millis now = last;
  while (now + kFixtureIdle < kFixtureNow + kFixtureAbsolute) {
    now += kFixtureIdle - Millis(1);
    token = Renewed(token, now);
    ASSERT_NE(token, "");
  }
  EXPECT_TRUE(Find(client.session, kFixtureNow + kFixtureAbsolute - Millis(1)));
  EXPECT_FALSE(Find(client.session, kFixtureNow + kFixtureAbsolute));
  EXPECT_EQ(Renewed(token, kFixtureNow + kFixtureAbsolute), "");
}

TEST_P(LedgerContract, EndsSessionWhenRefreshTokenIsReused) {
  const FixtureClient client;
  LedgerSignIn(client, kTelegram, "42");
  const auto second = Renewed(client.token);
  const auto third = Renewed(second);
  ASSERT_NE(third, "");
  std::string unused;
  const auto reused = Renew(FixtureRenewal(client.token, unused));
  EXPECT_EQ(reused.outcome, RenewalAnswer::Status::kReused) << "two generations ago";
  EXPECT_EQ(reused.state.session.user, client.user);
  EXPECT_FALSE(Find(client.session)) << "whoever has which token: the session ends";
  EXPECT_EQ(Renew(FixtureRenewal(third, unused)).outcome, RenewalAnswer::Status::kNoSession);
}

TEST_P(LedgerContract, ReturnsSameSuccessorWithinGracePeriod) {
  const FixtureClient client;
  LedgerSignIn(client, kTelegram, "42");
  const auto second = Renewed(client.token);
  std::string unused;
  const auto repeated = Renew(FixtureRenewal(client.token, unused), kFixtureNow + kFixtureGrace);
  EXPECT_EQ(repeated.outcome, RenewalAnswer::Status::kRepeated);
  EXPECT_EQ(OpenSuccessor(repeated.sealed, client.token), second);
  EXPECT_EQ(repeated.state.session.id, client.session);
  const auto late =
      Renew(FixtureRenewal(client.token, unused), kFixtureNow + kFixtureGrace + Millis(1));
  EXPECT_EQ(late.outcome, RenewalAnswer::Status::kReused);
  EXPECT_FALSE(Find(client.session));
}

TEST_P(LedgerContract, FindsSessionByCurrentRefreshToken) {
  const FixtureClient client;
  LedgerSignIn(client, kTelegram, "42");
  for (int i = 0; i < 2; ++i) {
    const auto found = FindByRefresh(client, client.token);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->session.id, client.session);
    EXPECT_EQ(found->session.user, client.user);
    EXPECT_EQ(Keys(*found), std::vector<std::string>{"42"});
  }
  EXPECT_FALSE(FindByRefresh(client, client.token, kFixtureNow + kFixtureIdle)) << "over";
  const auto second = Renewed(client.token);
  ASSERT_NE(second, "") << "it was not used up";
  const Millis late = kFixtureNow + kFixtureGrace + Millis(1);
  EXPECT_FALSE(FindByRefresh(client, client.token)) << "within the grace too";
  EXPECT_FALSE(FindByRefresh(client, client.token, late));
  EXPECT_FALSE(FindByRefresh(FixtureClient(), second)) << "of another session";
  EXPECT_TRUE(FindByRefresh(client, second, late)) << "who asks about an old one ends nothing";
  EXPECT_NE(Renewed(second, late), "");
}

TEST_P(LedgerContract, DetectsReuseAtOnceWithoutGracePeriod) {
  const FixtureClient client;
  LedgerSignIn(client, kTelegram, "42");
  Renewed(client.token);
  std::string unused;
  auto again = FixtureRenewal(client.token, unused);
  again.grace = Millis(0);
  EXPECT_EQ(Renew(again).outcome, RenewalAnswer::Status::kReused) << "in the same millisecond";
  EXPECT_FALSE(Find(client.session));
}

TEST_P(LedgerContract, ToleratesClockSetBack) {
  const FixtureClient client;
  const Millis before = kFixtureNow - Millis(3'600'000);
  LedgerSignIn(client, kTelegram, "42");
  EXPECT_TRUE(ConsumeChallenge(1));
  ASSERT_NE(Renewed(client.token), "");
  std::string unused;
  EXPECT_EQ(Renew(FixtureRenewal(client.token, unused), before).outcome,
            RenewalAnswer::Status::kRepeated);
  EXPECT_TRUE(Find(client.session, before));
  EXPECT_FALSE(ConsumeChallenge(1, before));
  EXPECT_TRUE(*AwaitAnswer<bool>([&](auto done) {
    ledger_->End(0, client.user, client.session, kFixtureNow, std::move(done));
  }));
  EXPECT_FALSE(Find(client.session, before));
}

TEST_P(LedgerContract, RenewsOnceUnderConcurrency) {
  constexpr std::uint32_t kThreads = FixtureDeployment::kLoops;
  for (int round = 0; round < 50; ++round) {
    const FixtureClient client;
    LedgerSignIn(client, kTelegram, "42");
    std::atomic<int> renewed{0};
    std::atomic<std::uint32_t> repeated{0};
    std::vector<std::thread> threads;
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        std::string unused;
        const auto outcome =
            Renew(FixtureRenewal(client.token, unused), kFixtureNow, thread).outcome;
        renewed += outcome == RenewalAnswer::Status::kRenewed ? 1 : 0;
        repeated += outcome == RenewalAnswer::Status::kRepeated ? 1 : 0;
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(renewed, 1);
    EXPECT_EQ(repeated, kThreads - 1);
  }
}

TEST_P(LedgerContract, RenewsBoundSessionOnlyWithItsKey) {
  FixtureClient client;
  client.jkt = "key";
  LedgerSignIn(client, kTelegram, "42");
  std::string successor;
  for (const char* other : {"", "other"}) {
    EXPECT_EQ(Renew(FixtureRenewal(client.token, successor, other)).outcome,
              RenewalAnswer::Status::kWrongKey);
  }
  EXPECT_EQ(Renew(FixtureRenewal(client.token, successor, "key")).outcome,
            RenewalAnswer::Status::kRenewed)
      << "a thief's attempts have changed nothing";
}

TEST_P(LedgerContract, EndsOneOrAllSessionsOfTheirUser) {
  const FixtureClient one;
  const FixtureClient two;
  LedgerSignIn(one, kTelegram, "42");
  LedgerSignIn(two, kTelegram, "42");
  const auto end = [&](const UserId& user, const SessionId& session) {
    return *AwaitAnswer<bool>(
        [&](auto done) { ledger_->End(0, user, session, kFixtureNow, std::move(done)); });
  };
  EXPECT_FALSE(end(UserId::New(), one.session)) << "another's";
  UserId neighbour = UserId::New();
  while (neighbour.bytes().front() != one.user.bytes().front()) neighbour = UserId::New();
  EXPECT_FALSE(end(neighbour, one.session)) << "of another who lies beside him";
  EXPECT_TRUE(end(one.user, one.session));
  EXPECT_FALSE(end(one.user, one.session));
  EXPECT_FALSE(Find(one.session));
  EXPECT_TRUE(Find(two.session));
  const auto ended = *AwaitAnswer<std::vector<SessionId>>(
      [&](auto done) { ledger_->EndAll(0, one.user, kFixtureNow, std::move(done)); });
  EXPECT_EQ(ended, std::vector<SessionId>{two.session});
  EXPECT_FALSE(Find(two.session));
}

INSTANTIATE_TEST_SUITE_P(Deployments, LedgerContract, EveryLedger(), NameOfLedger);

}  // namespace
}  // namespace prichal::signin
