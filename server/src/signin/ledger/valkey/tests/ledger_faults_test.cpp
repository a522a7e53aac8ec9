// Sign-in while masters of a cluster crash or a slot moves.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "signin/ledger/valkey/names.h"
#include "signin/ledger/valkey/tests/fixture_gate.h"
#include "valkey/slots.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::signin {
namespace {

/// The servers persist each write before they reply, so a killed server restarts with its data.
class LedgerFaults : public ::testing::Test {
 protected:
  [[nodiscard]] std::size_t OwnerOf(const std::string& key) {
    return cluster_.OwnerOf(valkey::SlotOf(key));
  }
  /// Returns a client whose new user would be on this master.
  FixtureClient ClientOn(std::size_t master) {
    FixtureClient client;
    while (OwnerOf(UserKey(client.user)) != master) client.user = UserId::New();
    return client;
  }
  std::string IdentityOn(std::size_t master) {
    while (OwnerOf(IdentityKey(kTelegram, std::to_string(++identity_))) != master) {
    }
    return std::to_string(identity_);
  }
  /// Retries until the sign-in succeeds.
  SignInAnswer SignInAtLast(const FixtureClient& client, const std::string& identity) {
    for (int attempt = 0; attempt < 20; ++attempt) {
      FixtureClient again = client;
      again.session = SessionId::New();
      auto answer = other_.LedgerSignIn(FixtureSignIn(again, kTelegram, identity));
      if (answer) return *std::move(answer);
    }
    ADD_FAILURE() << "nobody can sign in any more";
    return {};
  }

  valkey::FixtureCluster cluster_{3, 0, {"--appendonly", "yes", "--appendfsync", "always"}};
  http::FixtureLoop loop_;
  GatedInstance instance_{loop_, {cluster_.at(0).endpoint()}};
  GatedInstance other_{loop_, {cluster_.at(1).endpoint()}};
  int identity_ = 0;
};

TEST_F(LedgerFaults, CompletesSignInAfterMasterFailure) {
  const FixtureClient client = ClientOn(2);
  const std::string identity = IdentityOn(0);
  instance_.gate().Close();
  std::optional<Result<SignInAnswer, LedgerError>> got;
  instance_.ledger().SignInOrLink(0, FixtureSignIn(client, kTelegram, identity), kFixtureNow,
                                  [&](auto answer) { got.emplace(std::move(answer)); });
  instance_.gate().Open(1);
  ASSERT_TRUE(loop_.RunUntil([&] { return instance_.gate().held() == 2; }));
  cluster_.at(2).Kill();
  instance_.gate().Open();
  ASSERT_TRUE(loop_.RunUntil([&] { return got.has_value(); }));
  EXPECT_FALSE(*got) << "an error, not a session that nobody keeps";
  cluster_.at(2).Start();
  cluster_.AwaitWhole();
  const auto answer = SignInAtLast(FixtureClient(), identity);
  EXPECT_EQ(answer.state.session.user, client.user);
  EXPECT_EQ(other_.FindUser(kTelegram, identity), client.user);
}

TEST_F(LedgerFaults, KeepsSessionEndedAfterMasterRestart) {
  const FixtureClient client = ClientOn(2);
  const std::string identity = IdentityOn(0);
  ASSERT_TRUE(other_.LedgerSignIn(FixtureSignIn(client, kTelegram, identity)));
  ASSERT_TRUE(other_.Find(client.session));
  ASSERT_TRUE(*other_.AwaitAnswer<bool>([&](auto done) {
    other_.ledger().End(0, client.user, client.session, kFixtureNow, std::move(done));
  }));
  cluster_.at(2).Kill();
  const auto while_dead = other_.AwaitAnswer<std::optional<SignedIn>>(
      [&](auto done) { other_.ledger().Find(0, client.session, kFixtureNow, std::move(done)); });
  EXPECT_FALSE(while_dead && *while_dead) << "an error, or nothing";
  cluster_.at(2).Start();
  cluster_.AwaitWhole();
  EXPECT_TRUE(loop_.RunUntil([&] { return other_.ledger().ready(0); }));
  EXPECT_FALSE(other_.Find(client.session));
  EXPECT_EQ(SignInAtLast(FixtureClient(), identity).state.session.user, client.user);
}

TEST_F(LedgerFaults, KeepsUsersAndEventsDuringSlotMigration) {
  const FixtureClient client = ClientOn(2);
  ASSERT_TRUE(other_.LedgerSignIn(FixtureSignIn(client, kTelegram, IdentityOn(0))));
  const auto slot = valkey::SlotOf(UserKey(client.user));
  std::string token = client.token;
  const auto renew = [&] {
    std::string successor;
    const auto answer = other_.AwaitAnswer<RenewalAnswer>([&](auto done) {
      other_.ledger().Renew(0, FixtureRenewal(token, successor), kFixtureNow, std::move(done));
    });
    ASSERT_TRUE(answer) << answer.error().reason;
    EXPECT_EQ(answer->outcome, RenewalAnswer::Status::kRenewed);
    token = successor;
  };
  // While a slot moves, scripts on a user of that slot are retried.
  cluster_.MoveSlot(slot, 2, 1, renew, renew);
  renew();
  EXPECT_EQ(OwnerOf(UserKey(client.user)), 1U);
  EXPECT_TRUE(other_.Find(client.session));
}

}  // namespace
}  // namespace prichal::signin
