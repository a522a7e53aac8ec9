// Tests of the Valkey ledger only: crashes between two steps, clocks, and writes that too few
// replicas have.

#include "signin/ledger/valkey/valkey_ledger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/tests/fixture_await.h"
#include "signin/ledger/valkey/names.h"
#include "signin/ledger/valkey/tests/fixture_gate.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::signin {
namespace {

constexpr auto kTon = IdentityKind::kTon;
using SignInOutcome = SignInAnswer::Status;

class ValkeyLedgerSteps : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = std::make_unique<valkey::FixtureServer>(); }
  static void TearDownTestSuite() { server_.reset(); }
  void SetUp() override { (void)server().Run({"FLUSHALL"}); }

  static valkey::FixtureServer& server() { return *server_; }
  static constexpr ValkeyLedgerOptions kOptions{.clock = LedgerClock::kInstances,
                                                .complete_every = Millis(0)};
  std::unique_ptr<GatedInstance> Make(const ValkeyLedgerOptions& options = kOptions) {
    return std::make_unique<GatedInstance>(loop_, std::vector{server().endpoint()}, options);
  }
  /// Starts a call and crashes its instance after `steps` steps.
  template <typename Call>
  void EndAfter(std::size_t steps, Call call, const ValkeyLedgerOptions& options = kOptions) {
    auto instance = Make(options);
    instance->gate().Close();
    call(instance->ledger());
    instance->gate().Open(steps);
    EXPECT_TRUE(loop_.RunUntil([&] {
      return instance->gate().held() > 0 && instance->gate().under_way() == 0;
    })) << "it has had fewer steps than "
        << steps;
  }
  static auto Ignore() {
    return [](const auto& /*answer*/) { ADD_FAILURE() << "it was to end before that"; };
  }
  static std::int64_t Unfinished(const UserId& user) {
    return server().Run({"ZCARD", UnfinishedKey(PartitionOf(user))}).integer;
  }

  static std::unique_ptr<valkey::FixtureServer> server_;
  http::FixtureLoop loop_;
  std::unique_ptr<GatedInstance> other_ = Make();
};
std::unique_ptr<valkey::FixtureServer> ValkeyLedgerSteps::server_;

TEST_F(ValkeyLedgerSteps, CompletesUserOfInterruptedClaim) {
  const FixtureClient first;
  const FixtureClient second;
  EndAfter(1, [&](Ledger& ledger) {
    ledger.SignInOrLink(0, FixtureSignIn(first, kTelegram, "42"), kFixtureNow, Ignore());
  });
  EXPECT_EQ(other_->FindUser(kTelegram, "42"), std::nullopt) << "nobody has been told of him";
  const auto answer = other_->LedgerSignIn(FixtureSignIn(second, kTelegram, "42"));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->outcome, SignInOutcome::kCreated);
  EXPECT_EQ(answer->state.session.user, first.user);
  EXPECT_EQ(other_->FindUser(kTelegram, "42"), first.user);
}

TEST_F(ValkeyLedgerSteps, SignsConcurrentCreatorsInToSameUser) {
  const FixtureClient slow;
  const FixtureClient fast;
  auto instance = Make();
  instance->gate().Close();
  std::optional<Result<SignInAnswer, LedgerError>> got;
  instance->ledger().SignInOrLink(0, FixtureSignIn(slow, kTelegram, "42"), kFixtureNow,
                                  [&](auto answer) { got.emplace(std::move(answer)); });
  instance->gate().Open(1);
  EXPECT_TRUE(loop_.RunUntil([&] { return instance->gate().held() == 2; }));
  EXPECT_EQ(other_->LedgerSignIn(FixtureSignIn(fast, kTelegram, "42"))->outcome,
            SignInOutcome::kCreated);
  instance->gate().Open();
  EXPECT_TRUE(loop_.RunUntil([&] { return got.has_value(); }));
  ASSERT_TRUE(*got);
  EXPECT_EQ((*got)->outcome, SignInOutcome::kSignedIn);
  EXPECT_EQ((*got)->state.session.user, slow.user) << "his claim came first";
  EXPECT_EQ(other_->Find(fast.session)->session.user, slow.user);
}

TEST_F(ValkeyLedgerSteps, CreatesNoUserWhoseIdentityWasTakenMeanwhile) {
  const FixtureClient client;
  const FixtureClient slow;
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  auto instance = Make();
  instance->gate().Close();
  std::optional<Result<SignInAnswer, LedgerError>> got;
  instance->ledger().SignInOrLink(0, FixtureSignIn(slow, kTon, "-239/0:ab"), kFixtureNow,
                                  [&](auto answer) { got.emplace(std::move(answer)); });
  instance->gate().Open(1);
  EXPECT_TRUE(loop_.RunUntil([&] { return instance->gate().held() == 2; }));
  const auto linked = other_->LedgerSignIn(FixtureLink(client, kTon, "-239/0:ab", false));
  EXPECT_EQ(linked->outcome, SignInOutcome::kLinked);
  instance->gate().Open();
  EXPECT_TRUE(loop_.RunUntil([&] { return got.has_value(); }));
  ASSERT_TRUE(*got) << got->error().reason;
  EXPECT_EQ((*got)->outcome, SignInOutcome::kSignedIn);
  EXPECT_EQ((*got)->state.session.user, client.user);
}

TEST_F(ValkeyLedgerSteps, CompletesInterruptedLinkAtNextSignIn) {
  const FixtureClient client;
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  // Steps: the session's user, the intent, the claim.
  EndAfter(3, [&](Ledger& ledger) {
    ledger.SignInOrLink(0, FixtureLink(client, kTon, "-239/0:ab", false), kFixtureNow, Ignore());
  });
  const FixtureClient wallet;
  const auto answer = other_->LedgerSignIn(FixtureSignIn(wallet, kTon, "-239/0:ab"));
  EXPECT_EQ(answer->outcome, SignInOutcome::kSignedIn);
  EXPECT_EQ(answer->state.session.user, client.user);
  EXPECT_EQ(answer->state.identities.size(), 2U);
}

TEST_F(ValkeyLedgerSteps, IgnoresLinkWithoutClaim) {
  const FixtureClient client;
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  EndAfter(2, [&](Ledger& ledger) {
    ledger.SignInOrLink(0, FixtureLink(client, kTon, "-239/0:ab", false), kFixtureNow, Ignore());
  });
  EXPECT_EQ(other_->LedgerSignIn(FixtureSignIn(FixtureClient(), kTon, "-239/0:ab"))->outcome,
            SignInOutcome::kCreated);
}

TEST_F(ValkeyLedgerSteps, CompletesInterruptedMergeAtNextCall) {
  // Steps: the session's user, the intent, the claim, its holder, expect_merge, merge_into; then
  // list_pending, receive_identities, two moves.
  for (std::size_t steps = 6; steps < 10; ++steps) {
    (void)server().Run({"FLUSHALL"});
    const FixtureClient client;
    const FixtureClient other;
    ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
    ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(other, kTon, "-239/0:ab")));
    ASSERT_TRUE(other_->LedgerSignIn(FixtureLink(other, kTon, "-239/0:cd", false)));
    EndAfter(steps, [&](Ledger& ledger) {
      ledger.SignInOrLink(0, FixtureLink(client, kTon, "-239/0:ab", true), kFixtureNow, Ignore());
    });
    EXPECT_FALSE(other_->Find(other.session)) << "his sessions have ended with the first step";
    EXPECT_EQ(Unfinished(other.user), 1);
    if (steps % 2 == 0) {
      EXPECT_EQ(other_->FindUser(kTon, "-239/0:ab"), client.user);
    }
    const auto answer = other_->LedgerSignIn(FixtureSignIn(FixtureClient(), kTon, "-239/0:cd"));
    ASSERT_TRUE(answer) << answer.error().reason;
    EXPECT_EQ(answer->state.session.user, client.user) << steps;
    EXPECT_EQ(answer->state.identities.size(), 3U) << steps;
  }
}

TEST_F(ValkeyLedgerSteps, KeepsIdentityUnlinkedWhenMergeStepRepeats) {
  const FixtureClient client;
  const FixtureClient other;
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(other, kTon, "-239/0:ab")));
  const auto received = [&] {
    std::optional<Result<valkey::Reply, LedgerError>> got;
    other_->commands().WriteUser(
        "receive_identities", client.user, kFixtureNow,
        {other.user.text(), FieldOf(kTon, "-239/0:ab"), "0123456789abcdef", "1", "{}"},
        [&](auto answer) { got.emplace(std::move(answer)); });
    EXPECT_TRUE(loop_.RunUntil([&] { return got.has_value(); }));
    return std::string(*got ? WordIn(**got) : "");
  };
  EXPECT_EQ(received(), "received");
  EXPECT_EQ(other_->Find(client.session)->identities.size(), 2U);
  EXPECT_EQ(*other_->AwaitAnswer<UnlinkResult>([&](auto done) {
    other_->ledger().Unlink(0, client.user, kTon, "-239/0:ab", kFixtureNow, std::move(done));
  }),
            UnlinkResult::kUnlinked);
  EXPECT_EQ(received(), "received");
  EXPECT_EQ(other_->Find(client.session)->identities.size(), 1U);
}

TEST_F(ValkeyLedgerSteps, NeverEndsBothUsersWhenMergesCross) {
  const FixtureClient a;
  const FixtureClient b;
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(a, kTon, "-239/0:cd")));
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(b, kTon, "-239/0:ab")));
  auto instance = Make();
  instance->gate().Close();
  std::optional<Result<SignInAnswer, LedgerError>> got;
  instance->ledger().SignInOrLink(0, FixtureLink(a, kTon, "-239/0:ab", true), kFixtureNow,
                                  [&](auto answer) { got.emplace(std::move(answer)); });
  instance->gate().Open(5);  // a has expected the merge; b is not merged yet
  EXPECT_TRUE(loop_.RunUntil(
      [&] { return instance->gate().held() == 1 && instance->gate().under_way() == 0; }));
  const auto crossed = other_->LedgerSignIn(FixtureLink(b, kTon, "-239/0:cd", true));
  EXPECT_FALSE(crossed) << "he is about to be somebody";
  instance->gate().Open();
  EXPECT_TRUE(loop_.RunUntil([&] { return got.has_value(); }));
  // b expected a merge too, so both calls fail. A retry after a minute succeeds.
  EXPECT_FALSE(*got);
  EXPECT_TRUE(other_->Find(a.session));
  EXPECT_TRUE(other_->Find(b.session));
  const Millis later = kFixtureNow + Millis(60'001);
  EXPECT_EQ(other_->LedgerSignIn(FixtureLink(a, kTon, "-239/0:ab", true), later)->outcome,
            SignInOutcome::kMerged);
}

TEST_F(ValkeyLedgerSteps, RejectsLateMerge) {
  const FixtureClient a;
  const FixtureClient b;
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(a, kTelegram, "42")));
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(b, kTon, "-239/0:ab")));
  // As if the server of b had paused, or its clock were fast.
  LedgerCommands commands(other_->gate(), valkey::Durability::kMaster, LedgerClock::kServers);
  std::optional<Result<valkey::Reply, LedgerError>> got;
  const auto holder =
      server().Run({"GET", IdentityKey(kTon, "-239/0:ab")}).text.substr(b.user.text().size() + 1);
  commands.WriteUser("merge_into", b.user, Millis(0),
                     {a.user.text(), FieldOf(kTon, "-239/0:ab"), holder, "1"},
                     [&](auto answer) { got.emplace(std::move(answer)); });
  EXPECT_TRUE(loop_.RunUntil([&] { return got.has_value(); }));
  ASSERT_TRUE(*got);
  EXPECT_EQ(WordIn(**got), "busy");
  EXPECT_TRUE(other_->Find(b.session));
}

TEST_F(ValkeyLedgerSteps, SignsUnlinkedIdentityInToNewUserAfterInterruption) {
  const FixtureClient client;
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  ASSERT_TRUE(other_->LedgerSignIn(FixtureLink(client, kTon, "-239/0:ab", false)));
  EndAfter(1, [&](Ledger& ledger) {
    ledger.Unlink(0, client.user, kTon, "-239/0:ab", kFixtureNow, Ignore());
  });
  EXPECT_EQ(other_->FindUser(kTon, "-239/0:ab"), std::nullopt);
  const FixtureClient wallet;
  const auto answer = other_->LedgerSignIn(FixtureSignIn(wallet, kTon, "-239/0:ab"));
  EXPECT_EQ(answer->outcome, SignInOutcome::kCreated);
  EXPECT_EQ(answer->state.session.user, wallet.user);
}

TEST_F(ValkeyLedgerSteps, KeepsUserDeletedAfterInterruption) {
  for (std::size_t steps = 1; steps < 4; ++steps) {
    (void)server().Run({"FLUSHALL"});
    const FixtureClient client;
    ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
    EndAfter(steps, [&](Ledger& ledger) { ledger.Forget(0, client.user, kFixtureNow, Ignore()); });
    EXPECT_FALSE(other_->Find(client.session));
    EXPECT_EQ(other_->FindUser(kTelegram, "42"), std::nullopt);
    const auto answer = other_->LedgerSignIn(FixtureSignIn(FixtureClient(), kTelegram, "42"));
    EXPECT_EQ(answer->outcome, SignInOutcome::kCreated);
    EXPECT_NE(answer->state.session.user, client.user);
  }
}

TEST_F(ValkeyLedgerSteps, CompletesUnfinishedStepsInBackground) {
  const FixtureClient client;
  ASSERT_TRUE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  EndAfter(1, [&](Ledger& ledger) { ledger.Forget(0, client.user, kFixtureNow, Ignore()); },
           {.complete_every = Millis(0)});
  ASSERT_EQ(Unfinished(client.user), 1);
  const auto instance = Make({.complete_every = Millis(50), .complete_after = Millis(0)});
  EXPECT_TRUE(loop_.RunUntil([&] { return Unfinished(client.user) == 0; }));
  EXPECT_EQ(server().Run({"EXISTS", IdentityKey(kTelegram, "42")}).integer, 0);
  // Only the field `gone` is left, for an hour.
  EXPECT_EQ(server().Run({"HKEYS", UserKey(client.user)}).items.size(), 1U);
  EXPECT_GT(server().Run({"PTTL", UserKey(client.user)}).integer, 0);
}

TEST_F(ValkeyLedgerSteps, MeasuresGracePeriodByServerClock) {
  // The caller's clock is an hour slow, then an hour fast.
  const auto instance = Make({.complete_every = Millis(0)});
  const FixtureClient client;
  const Millis now = MachineClock().Now().unix_time;
  const Millis hour(3'600'000);
  ASSERT_TRUE(instance->LedgerSignIn(FixtureSignIn(client, kTelegram, "42"), now - hour));
  const auto renew = [&](Millis when) {
    std::string unused;
    return instance
        ->AwaitAnswer<RenewalAnswer>([&](auto done) {
          instance->ledger().Renew(0, FixtureRenewal(client.token, unused), when, std::move(done));
        })
        ->outcome;
  };
  EXPECT_EQ(renew(now - hour), RenewalAnswer::Status::kRenewed);
  EXPECT_EQ(renew(now + hour), RenewalAnswer::Status::kRepeated);
  EXPECT_EQ(renew(now - hour), RenewalAnswer::Status::kRepeated);
}

TEST_F(ValkeyLedgerSteps, ExpiresKeysInServer) {
  const FixtureClient client;
  auto request = FixtureSignIn(client, kTelegram, "42");
  request.lifetimes = {.idle = Millis(100), .absolute = Millis(200)};
  ASSERT_TRUE(other_->LedgerSignIn(request));
  for (const char* keys : {"prichal:auth:*session*", "prichal:auth:user-of:*"}) {
    Await(keys, [&] { return server().Run({"KEYS", keys}).items.empty(); });
  }
  const auto use = [&](Millis expires, Millis now) {
    const std::string mark = NewRandomId();
    return *other_->AwaitAnswer<std::string>([&](auto done) {
      other_->ledger().Claim(0, {1}, mark, expires, now, std::move(done));
    }) == mark;
  };
  EXPECT_TRUE(use(kFixtureNow + Millis(1'000), kFixtureNow));
  // The clock of another instance is slow by less than five minutes.
  EXPECT_FALSE(use(kFixtureNow + Millis(1'000), kFixtureNow - Millis(299'000)));
  const std::string key = UsedKey(std::string("\1", 1) + std::string(31, '\0'));
  const auto left = server().Run({"PTTL", key}).integer;
  EXPECT_GT(left, 290'000);
  EXPECT_LE(left, 301'000);
}

TEST_F(ValkeyLedgerSteps, ConsumesChallengeEvenIfReplicasAreMissing) {
  valkey::ClientOptions client;
  client.replicas = 1;
  client.replicas_deadline = Millis(20);
  GatedInstance safe(loop_, {server().endpoint()},
                     {.durability = valkey::Durability::kReplicas, .complete_every = Millis(0)},
                     client);
  const auto use = [&](GatedInstance& instance, const char* mark) {
    return instance.AwaitAnswer<std::string>([&](auto done) {
      instance.ledger().Claim(0, {1}, mark, kFixtureNow + Millis(1'000), kFixtureNow,
                              std::move(done));
    });
  };
  EXPECT_FALSE(use(safe, "a")) << "an error";
  EXPECT_FALSE(use(safe, "b"));
  const auto again = use(*other_, "c");
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, "a") << "never the first use twice, and here not even once";
}

TEST_F(ValkeyLedgerSteps, ReportsForeignValuesAsErrors) {
  const FixtureClient client;
  (void)server().Run({"SET", IdentityKey(kTelegram, "42"), "what is this"});
  EXPECT_FALSE(other_->LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  (void)server().Run({"SET", UserOfKey(client.session), "u_x"});
  EXPECT_FALSE(other_->AwaitAnswer<std::optional<SignedIn>>(
      [&](auto done) { other_->ledger().Find(0, client.session, kFixtureNow, std::move(done)); }));
  (void)server().Run({"SET", UserKey(client.user), "no hash"});
  EXPECT_FALSE(other_->AwaitAnswer<std::vector<SessionId>>(
      [&](auto done) { other_->ledger().Forget(0, client.user, kFixtureNow, std::move(done)); }));
}

}  // namespace
}  // namespace prichal::signin
