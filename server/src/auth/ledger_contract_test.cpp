// What every ledger promises, whatever it is written to.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "auth/fixture_deployment.h"
#include "base/fixture_tree.h"

namespace prichal::auth {
namespace {

constexpr auto kTelegram = IdentityKind::kTelegram;
constexpr auto kTon = IdentityKind::kTon;

class LedgerContract : public ::testing::TestWithParam<FixtureKind> {
 protected:
  LedgerContract() : deployment_(MakeFixtureDeployment(GetParam(), tree_.path("data"))) {}
  static void TearDownTestSuite() { EndFixtureServers(); }

  template <typename Answer, typename Call>
  Result<Answer, LedgerError> Ask(Call call, std::uint32_t loop = 0) {
    return deployment_->Ask<Answer>(loop, std::move(call));
  }

  SignInAnswer SignIn(const auth::SignIn& request, Millis now = kFixtureNow) {
    auto answer = Ask<SignInAnswer>(
        [&](auto done) { ledger_->SignInOrLink(0, request, now, std::move(done)); });
    EXPECT_TRUE(answer) << answer.error().reason;
    return *std::move(answer);
  }
  SignInAnswer SignIn(const FixtureClient& client, IdentityKind kind, std::string key) {
    return SignIn(FixtureSignIn(client, kind, std::move(key)));
  }
  SignInAnswer Link(const FixtureClient& client, IdentityKind kind, std::string key,
                    bool merge = false, Millis now = kFixtureNow) {
    auto request = FixtureSignIn(FixtureClient(), kind, std::move(key));
    request.link_to = client.session;
    request.merge = merge;
    request.merge_within = Millis(300'000);
    return SignIn(request, now);
  }
  RenewalAnswer Renew(const Renewal& request, Millis now = kFixtureNow, std::uint32_t loop = 0) {
    auto answer = Ask<RenewalAnswer>(
        [&](auto done) { ledger_->Renew(loop, request, now, std::move(done)); }, loop);
    EXPECT_TRUE(answer) << answer.error().reason;
    return *std::move(answer);
  }
  /// The token that followed; empty when there was none.
  std::string Renewed(const std::string& token, Millis now = kFixtureNow) {
    std::string successor;
    const auto answer = Renew(FixtureRenewal(token, successor), now);
    return answer.outcome == RenewalAnswer::Outcome::kRenewed ? successor : "";
  }
  bool UseChallenge(unsigned char number, Millis now = kFixtureNow, std::uint32_t loop = 0) {
    const auto call = [&](auto done) {
      ledger_->UseChallenge(loop, {number}, kFixtureNow + Millis(600'000), now, std::move(done));
    };
    return *Ask<bool>(call, loop);
  }
  std::optional<SignedIn> Find(const SessionId& session, Millis now = kFixtureNow) {
    return *Ask<std::optional<SignedIn>>(
        [&](auto done) { ledger_->Find(0, session, now, std::move(done)); });
  }
  std::vector<Session> SessionsOf(const UserId& user) {
    return *Ask<std::vector<Session>>(
        [&](auto done) { ledger_->SessionsOf(0, user, kFixtureNow, std::move(done)); });
  }
  UnlinkOutcome Unlink(const UserId& user, IdentityKind kind, std::string key) {
    return *Ask<UnlinkOutcome>([&](auto done) {
      ledger_->Unlink(0, user, kind, std::move(key), kFixtureNow, std::move(done));
    });
  }
  static std::vector<std::string> Keys(const SignedIn& state) {
    std::vector<std::string> keys;
    keys.reserve(state.identities.size());
    for (const Identity& identity : state.identities) keys.push_back(identity.key);
    return keys;
  }

  FixtureTree tree_;
  std::unique_ptr<FixtureDeployment> deployment_;
  Ledger* const ledger_ = &deployment_->ledger();
};

TEST_P(LedgerContract, AChallengeIsForTheFirstAlone) {
  EXPECT_TRUE(UseChallenge(1));
  EXPECT_FALSE(UseChallenge(1));
  EXPECT_TRUE(UseChallenge(2));
  EXPECT_FALSE(UseChallenge(1, kFixtureNow + Millis(599'999)));
}

TEST_P(LedgerContract, OfManyAtOnceOneWinsAChallenge) {
  constexpr std::uint32_t kThreads = FixtureDeployment::kLoops;
  constexpr int kChallenges = 200;
  std::atomic<int> wins{0};
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kChallenges; ++i) {
        wins += UseChallenge(static_cast<unsigned char>(i), kFixtureNow, thread) ? 1 : 0;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wins, kChallenges);
}

TEST_P(LedgerContract, BytesBelongToTheKeyThatCameFirst) {
  const auto claim = [&](unsigned char bytes, std::string jkt, Millis now) {
    return *Ask<std::string>([&](auto done) {
      ledger_->Claim(0, {bytes}, std::move(jkt), now + Millis(1'000), now, std::move(done));
    });
  };
  EXPECT_EQ(claim(1, "a", kFixtureNow), "a");
  EXPECT_EQ(claim(1, "b", kFixtureNow), "a");
  EXPECT_EQ(claim(1, "a", kFixtureNow), "a");
  EXPECT_EQ(claim(2, "b", kFixtureNow), "b");
  EXPECT_EQ(claim(1, "b", kFixtureNow + Millis(1'000)), "b") << "the first has expired";
}

TEST_P(LedgerContract, AnIdentityIsOneUserWithAsManySessionsAsItSignsIn) {
  const FixtureClient phone;
  const FixtureClient desktop;
  const auto first = SignIn(phone, kTelegram, "42");
  EXPECT_EQ(first.outcome, SignInAnswer::Outcome::kCreated);
  EXPECT_EQ(first.state.session.user, phone.user);
  EXPECT_EQ(first.state.session.id, phone.session);
  EXPECT_EQ(first.state.session.ends, kFixtureNow + kFixtureAbsolute);
  EXPECT_EQ(first.state.session.expires, kFixtureNow + kFixtureIdle);
  EXPECT_EQ(Keys(first.state), std::vector<std::string>{"42"});
  const auto second = SignIn(desktop, kTelegram, "42");
  EXPECT_EQ(second.outcome, SignInAnswer::Outcome::kSignedIn);
  EXPECT_EQ(second.state.session.user, phone.user);
  EXPECT_EQ(SessionsOf(phone.user).size(), 2U);
  EXPECT_EQ(SignIn(FixtureClient(), kTelegram, "43").outcome, SignInAnswer::Outcome::kCreated);
  EXPECT_EQ(SignIn(FixtureClient(), kTon, "42").outcome, SignInAnswer::Outcome::kCreated)
      << "a key of another kind";
}

TEST_P(LedgerContract, ASessionIsOverWhenNobodyRenewsItAndAtItsEndAnyway) {
  const FixtureClient client;
  SignIn(client, kTelegram, "42");
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

TEST_P(LedgerContract, ARefreshTokenRenewsOnce) {
  const FixtureClient client;
  SignIn(client, kTelegram, "42");
  const auto second = Renewed(client.token);
  const auto third = Renewed(second);
  ASSERT_NE(third, "");
  std::string unused;
  const auto reused = Renew(FixtureRenewal(client.token, unused));
  EXPECT_EQ(reused.outcome, RenewalAnswer::Outcome::kReused) << "two generations ago";
  EXPECT_EQ(reused.state.session.user, client.user);
  EXPECT_FALSE(Find(client.session)) << "whoever has which token: the session ends";
  EXPECT_EQ(Renew(FixtureRenewal(third, unused)).outcome, RenewalAnswer::Outcome::kNoSession);
}

TEST_P(LedgerContract, TheTokenBeforeGivesTheSameSuccessorForAWhile) {
  const FixtureClient client;
  SignIn(client, kTelegram, "42");
  const auto second = Renewed(client.token);
  std::string unused;
  const auto repeated = Renew(FixtureRenewal(client.token, unused), kFixtureNow + kFixtureGrace);
  EXPECT_EQ(repeated.outcome, RenewalAnswer::Outcome::kRepeated);
  EXPECT_EQ(OpenSuccessor(repeated.sealed, client.token), second);
  EXPECT_EQ(repeated.state.session.id, client.session);
  const auto late =
      Renew(FixtureRenewal(client.token, unused), kFixtureNow + kFixtureGrace + Millis(1));
  EXPECT_EQ(late.outcome, RenewalAnswer::Outcome::kReused);
  EXPECT_FALSE(Find(client.session));
}

TEST_P(LedgerContract, WithoutAGraceATokenIsReusedAtOnce) {
  const FixtureClient client;
  SignIn(client, kTelegram, "42");
  Renewed(client.token);
  std::string unused;
  auto again = FixtureRenewal(client.token, unused);
  again.grace = Millis(0);
  EXPECT_EQ(Renew(again).outcome, RenewalAnswer::Outcome::kReused) << "in the same millisecond";
  EXPECT_FALSE(Find(client.session));
}

TEST_P(LedgerContract, AClockThatIsSetBackEndsNothingAndBringsNothingBack) {
  const FixtureClient client;
  const Millis before = kFixtureNow - Millis(3'600'000);
  SignIn(client, kTelegram, "42");
  EXPECT_TRUE(UseChallenge(1));
  ASSERT_NE(Renewed(client.token), "");
  std::string unused;
  EXPECT_EQ(Renew(FixtureRenewal(client.token, unused), before).outcome,
            RenewalAnswer::Outcome::kRepeated);
  EXPECT_TRUE(Find(client.session, before));
  EXPECT_FALSE(UseChallenge(1, before));
  EXPECT_TRUE(*Ask<bool>([&](auto done) {
    ledger_->End(0, client.user, client.session, kFixtureNow, std::move(done));
  }));
  EXPECT_FALSE(Find(client.session, before));
}

TEST_P(LedgerContract, OfManyAtOnceOneRenews) {
  constexpr std::uint32_t kThreads = FixtureDeployment::kLoops;
  for (int round = 0; round < 50; ++round) {
    const FixtureClient client;
    SignIn(client, kTelegram, "42");
    std::atomic<int> renewed{0};
    std::atomic<std::uint32_t> repeated{0};
    std::vector<std::thread> threads;
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        std::string unused;
        const auto outcome =
            Renew(FixtureRenewal(client.token, unused), kFixtureNow, thread).outcome;
        renewed += outcome == RenewalAnswer::Outcome::kRenewed ? 1 : 0;
        repeated += outcome == RenewalAnswer::Outcome::kRepeated ? 1 : 0;
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(renewed, 1);
    EXPECT_EQ(repeated, kThreads - 1);
  }
}

TEST_P(LedgerContract, ABoundSessionIsRenewedByItsKeyAlone) {
  FixtureClient client;
  client.jkt = "key";
  SignIn(client, kTelegram, "42");
  std::string successor;
  for (const char* other : {"", "other"}) {
    EXPECT_EQ(Renew(FixtureRenewal(client.token, successor, other)).outcome,
              RenewalAnswer::Outcome::kWrongKey);
  }
  EXPECT_EQ(Renew(FixtureRenewal(client.token, successor, "key")).outcome,
            RenewalAnswer::Outcome::kRenewed)
      << "a thief's attempts have changed nothing";
}

TEST_P(LedgerContract, AnIdentityIsLinkedToASessionsUser) {
  const FixtureClient client;
  SignIn(client, kTelegram, "42");
  const auto linked = Link(client, kTon, "-239/0:ab");
  EXPECT_EQ(linked.outcome, SignInAnswer::Outcome::kLinked);
  EXPECT_TRUE(linked.is_new_identity);
  EXPECT_EQ(linked.state.session.amr, std::uint32_t{kInitData} | kTonProof);
  EXPECT_EQ(Keys(linked.state), (std::vector<std::string>{"42", "-239/0:ab"}));
  const auto again = Link(client, kTon, "-239/0:ab");
  EXPECT_EQ(again.outcome, SignInAnswer::Outcome::kLinked);
  EXPECT_FALSE(again.is_new_identity);
  // From now on it signs the same user in.
  EXPECT_EQ(SignIn(FixtureClient(), kTon, "-239/0:ab").state.session.user, client.user);
  EXPECT_EQ(Link(FixtureClient(), kTon, "-239/0:cd").outcome, SignInAnswer::Outcome::kNoSession);
}

TEST_P(LedgerContract, AnIdentityThatAnotherHasIsTakenOnlyByMergingInTime) {
  const FixtureClient client;
  const FixtureClient other;
  SignIn(client, kTelegram, "42");
  SignIn(other, kTon, "-239/0:ab");
  Link(other, kTon, "-239/0:cd");
  EXPECT_EQ(Link(client, kTon, "-239/0:ab").outcome, SignInAnswer::Outcome::kInUse);
  const Millis late = kFixtureNow + Millis(300'001);
  EXPECT_EQ(Link(client, kTon, "-239/0:ab", true, late).outcome, SignInAnswer::Outcome::kStale);
  EXPECT_TRUE(Find(other.session)) << "nothing has changed";
  const auto merged = Link(client, kTon, "-239/0:ab", true);
  EXPECT_EQ(merged.outcome, SignInAnswer::Outcome::kMerged);
  EXPECT_EQ(merged.merged, other.user);
  EXPECT_EQ(merged.ended, std::vector<SessionId>{other.session});
  EXPECT_EQ(Keys(merged.state), (std::vector<std::string>{"42", "-239/0:ab", "-239/0:cd"}));
  EXPECT_FALSE(Find(other.session));
  EXPECT_EQ(SignIn(FixtureClient(), kTon, "-239/0:cd").state.session.user, client.user);
}

TEST_P(LedgerContract, TheLastIdentityStays) {
  const FixtureClient client;
  SignIn(client, kTelegram, "42");
  EXPECT_EQ(Unlink(client.user, kTelegram, "42"), UnlinkOutcome::kLast);
  Link(client, kTon, "-239/0:ab");
  EXPECT_EQ(Unlink(UserId::New(), kTelegram, "42"), UnlinkOutcome::kUnknown) << "another's";
  EXPECT_EQ(Unlink(client.user, kTelegram, "42"), UnlinkOutcome::kUnlinked);
  EXPECT_EQ(Unlink(client.user, kTelegram, "42"), UnlinkOutcome::kUnknown);
  EXPECT_EQ(SignIn(FixtureClient(), kTelegram, "42").outcome, SignInAnswer::Outcome::kCreated);
}

TEST_P(LedgerContract, SessionsEndByTheirUserOneOrAll) {
  const FixtureClient one;
  const FixtureClient two;
  SignIn(one, kTelegram, "42");
  SignIn(two, kTelegram, "42");
  const auto end = [&](const UserId& user, const SessionId& session) {
    return *Ask<bool>(
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
  const auto ended = *Ask<std::vector<SessionId>>(
      [&](auto done) { ledger_->EndAll(0, one.user, kFixtureNow, std::move(done)); });
  EXPECT_EQ(ended, std::vector<SessionId>{two.session});
  EXPECT_FALSE(Find(two.session));
}

TEST_P(LedgerContract, OfWhomIsForgottenNothingIsLeft) {
  const FixtureClient client;
  SignIn(client, kTelegram, "42");
  Link(client, kTon, "-239/0:ab");
  const auto ended = *Ask<std::vector<SessionId>>(
      [&](auto done) { ledger_->Forget(0, client.user, kFixtureNow, std::move(done)); });
  EXPECT_EQ(ended, std::vector<SessionId>{client.session});
  EXPECT_FALSE(Find(client.session));
  for (const auto& [kind, key] : {std::pair(kTelegram, "42"), std::pair(kTon, "-239/0:ab")}) {
    EXPECT_EQ(*Ask<std::optional<UserId>>([&, kind = kind, key = key](auto done) {
      ledger_->UserOf(0, kind, key, std::move(done));
    }),
              std::nullopt);
  }
}

TEST_P(LedgerContract, WhatEndsOrChangesIsHeardOnAllLoops) {
  std::array<FixtureListener, FixtureDeployment::kLoops> listeners;
  const auto await = [&](const std::string& line) {
    for (std::uint32_t loop = 0; loop < FixtureDeployment::kLoops; ++loop) {
      EXPECT_TRUE(deployment_->RunUntil(loop, [&] { return listeners.at(loop).Has(line); }))
          << loop << ": " << line;
    }
  };
  for (std::uint32_t loop = 0; loop < FixtureDeployment::kLoops; ++loop) {
    deployment_->revocations().Listen(loop, listeners.at(loop));
  }
  await("listening");
  const auto ended = [](const FixtureClient& client) {
    return fmt::format("ended {}", client.session.text());
  };
  const auto changed = [](const FixtureClient& client) {
    return fmt::format("changed {}", client.user.text());
  };

  const FixtureClient signed_out;
  SignIn(signed_out, kTelegram, "1");
  EXPECT_TRUE(*Ask<bool>([&](auto done) {
    ledger_->End(0, signed_out.user, signed_out.session, kFixtureNow, std::move(done));
  }));
  await(ended(signed_out));

  const FixtureClient everywhere;
  SignIn(everywhere, kTelegram, "2");
  EXPECT_TRUE(Ask<std::vector<SessionId>>(
      [&](auto done) { ledger_->EndAll(0, everywhere.user, kFixtureNow, std::move(done)); }));
  await(ended(everywhere));

  const FixtureClient stolen;
  SignIn(stolen, kTelegram, "3");
  Renewed(Renewed(stolen.token));
  Renewed(stolen.token);
  await(ended(stolen));

  const FixtureClient linked;
  const FixtureClient merged;
  SignIn(linked, kTelegram, "4");
  Link(linked, kTon, "-239/0:ab");
  await(changed(linked));
  SignIn(merged, kTon, "-239/0:cd");
  Link(linked, kTon, "-239/0:cd", true);
  await(ended(merged));

  const FixtureClient unlinked;
  SignIn(unlinked, kTelegram, "5");
  Link(unlinked, kTon, "-239/0:ef");
  EXPECT_EQ(Unlink(unlinked.user, kTelegram, "5"), UnlinkOutcome::kUnlinked);
  EXPECT_TRUE(Ask<std::vector<SessionId>>(
      [&](auto done) { ledger_->Forget(0, unlinked.user, kFixtureNow, std::move(done)); }));
  await(ended(unlinked));
  for (const FixtureListener& listener : listeners) {
    const auto heard = listener.heard();
    EXPECT_EQ(std::count(heard.begin(), heard.end(), changed(linked)), 2) << "linked, merged";
    EXPECT_EQ(std::count(heard.begin(), heard.end(), changed(unlinked)), 2) << "linked, unlinked";
    EXPECT_EQ(heard.size(), 10U) << "and nothing else";
  }
}

INSTANTIATE_TEST_SUITE_P(Deployments, LedgerContract,
                         ::testing::Values(FixtureKind::kFile, FixtureKind::kServer,
                                           FixtureKind::kThreeMasters),
                         [](const auto& tested) { return NameOfKind(tested.param); });

}  // namespace
}  // namespace prichal::auth
