// Contract of every ledger: users, identities and news.

#include <algorithm>
#include <atomic>
#include <thread>

#include "signin/ledger/tests/ledger_contract_fixture.h"

namespace prichal::signin {
namespace {

class LedgerIdentitiesContract : public LedgerContract {};

TEST_P(LedgerIdentitiesContract, SignsOneIdentityInToOneUserWithManySessions) {
  const FixtureClient phone;
  const FixtureClient desktop;
  const auto first = LedgerSignIn(phone, kTelegram, "42");
  EXPECT_EQ(first.outcome, SignInAnswer::Status::kCreated);
  EXPECT_EQ(first.state.session.user, phone.user);
  EXPECT_EQ(first.state.session.id, phone.session);
  EXPECT_EQ(first.state.session.ends, kFixtureNow + kFixtureAbsolute);
  EXPECT_EQ(first.state.session.expires, kFixtureNow + kFixtureIdle);
  EXPECT_EQ(Keys(first.state), std::vector<std::string>{"42"});
  const auto second = LedgerSignIn(desktop, kTelegram, "42");
  EXPECT_EQ(second.outcome, SignInAnswer::Status::kSignedIn);
  EXPECT_EQ(second.state.session.user, phone.user);
  EXPECT_EQ(SessionsOf(phone.user).size(), 2U);
  EXPECT_EQ(LedgerSignIn(FixtureClient(), kTelegram, "43").outcome, SignInAnswer::Status::kCreated);
  EXPECT_EQ(LedgerSignIn(FixtureClient(), kTon, "42").outcome, SignInAnswer::Status::kCreated)
      << "a key of another kind";
}

TEST_P(LedgerIdentitiesContract, LinksIdentityToUserOfSession) {
  const FixtureClient client;
  LedgerSignIn(client, kTelegram, "42");
  const auto linked = Link(client, kTon, "-239/0:ab");
  EXPECT_EQ(linked.outcome, SignInAnswer::Status::kLinked);
  EXPECT_TRUE(linked.is_new_identity);
  EXPECT_EQ(linked.state.session.amr, std::uint32_t{kInitData} | kTonProof);
  EXPECT_EQ(Keys(linked.state), (std::vector<std::string>{"42", "-239/0:ab"}));
  const auto again = Link(client, kTon, "-239/0:ab");
  EXPECT_EQ(again.outcome, SignInAnswer::Status::kLinked);
  EXPECT_FALSE(again.is_new_identity);
  // The identity now signs in the same user.
  EXPECT_EQ(LedgerSignIn(FixtureClient(), kTon, "-239/0:ab").state.session.user, client.user);
  EXPECT_EQ(Link(FixtureClient(), kTon, "-239/0:cd").outcome, SignInAnswer::Status::kNoSession);
}

TEST_P(LedgerIdentitiesContract, KeepsUserDetailsOfEachSource) {
  const auto said = [](const signin::LedgerSignIn& made, Details details) {
    signin::LedgerSignIn request = made;
    request.identity.details = std::move(details);
    return request;
  };
  const auto known = [](const SignInAnswer& answer) {
    return answer.state.identities.front().details;
  };
  const auto by = [&](Details details) {
    return known(
        LedgerSignIn(said(FixtureSignIn(FixtureClient(), kTelegram, "42"), std::move(details))));
  };
  const std::string id = R"({"id":4503599627370495,"name":"A\"\u0000/ я"})";
  EXPECT_EQ(by({}), Details());
  EXPECT_EQ(by({{"a", R"({"x":1,"y":1})"}}), (Details{{"a", R"({"x":1,"y":1})"}}));
  EXPECT_EQ(by({{"b", id}}), (Details{{"a", R"({"x":1,"y":1})"}, {"b", id}}));
  EXPECT_EQ(by({{"a", R"({"x":2})"}}), (Details{{"a", R"({"x":2})"}, {"b", id}}))
      << "a source replaces all that it said before";
  EXPECT_EQ(by({}), (Details{{"a", R"({"x":2})"}, {"b", id}})) << "a proof may say nothing";
  const FixtureClient client;
  LedgerSignIn(client, kTon, "-239/0:ab");
  auto merge = said(FixtureSignIn(FixtureClient(), kTelegram, "42"), {{"a", R"({"x":3})"}});
  merge.link_to = client.session;
  merge.merge = true;
  merge.amr = kOidc;
  const auto merged = LedgerSignIn(merge);
  EXPECT_EQ(merged.outcome, SignInAnswer::Status::kMerged);
  EXPECT_EQ(known(merged), (Details{{"a", R"({"x":3})"}, {"b", id}})) << "whoever has it now";
  merge.identity.details = {{"c", "{}"}};
  EXPECT_EQ(known(LedgerSignIn(merge)), (Details{{"a", R"({"x":3})"}, {"b", id}, {"c", "{}"}}));
}

TEST_P(LedgerIdentitiesContract, MergesIdentityOfOtherUserOnlyWithFreshProof) {
  const FixtureClient client;
  const FixtureClient other;
  LedgerSignIn(client, kTelegram, "42");
  LedgerSignIn(other, kTon, "-239/0:ab");
  Link(other, kTon, "-239/0:cd");
  EXPECT_EQ(Link(client, kTon, "-239/0:ab").outcome, SignInAnswer::Status::kInUse);
  const Millis late = kFixtureNow + Millis(300'001);
  EXPECT_EQ(Link(client, kTon, "-239/0:ab", true, late).outcome, SignInAnswer::Status::kStepUp);
  EXPECT_TRUE(Find(other.session)) << "nothing has changed";
  const auto merged = Link(client, kTon, "-239/0:ab", true);
  EXPECT_EQ(merged.outcome, SignInAnswer::Status::kMerged);
  EXPECT_EQ(merged.merged, other.user);
  EXPECT_EQ(merged.ended, std::vector<SessionId>{other.session});
  EXPECT_EQ(Keys(merged.state), (std::vector<std::string>{"42", "-239/0:ab", "-239/0:cd"}));
  EXPECT_FALSE(Find(other.session));
  EXPECT_EQ(LedgerSignIn(FixtureClient(), kTon, "-239/0:cd").state.session.user, client.user);
}

TEST_P(LedgerIdentitiesContract, RefusesToUnlinkLastIdentity) {
  const FixtureClient client;
  LedgerSignIn(client, kTelegram, "42");
  EXPECT_EQ(Unlink(client.user, kTelegram, "42"), UnlinkResult::kLast);
  Link(client, kTon, "-239/0:ab");
  EXPECT_EQ(Unlink(UserId::New(), kTelegram, "42"), UnlinkResult::kUnknown) << "another's";
  EXPECT_EQ(Unlink(client.user, kTelegram, "42"), UnlinkResult::kUnlinked);
  EXPECT_EQ(Unlink(client.user, kTelegram, "42"), UnlinkResult::kUnknown);
  EXPECT_EQ(LedgerSignIn(FixtureClient(), kTelegram, "42").outcome, SignInAnswer::Status::kCreated);
}

TEST_P(LedgerIdentitiesContract, DeletesUserCompletely) {
  const FixtureClient client;
  LedgerSignIn(client, kTelegram, "42");
  Link(client, kTon, "-239/0:ab");
  const auto ended = *AwaitAnswer<std::vector<SessionId>>(
      [&](auto done) { ledger_->Forget(0, client.user, kFixtureNow, std::move(done)); });
  EXPECT_EQ(ended, std::vector<SessionId>{client.session});
  EXPECT_FALSE(Find(client.session));
  for (const auto& [kind, key] : {std::pair(kTelegram, "42"), std::pair(kTon, "-239/0:ab")}) {
    EXPECT_EQ(*AwaitAnswer<std::optional<UserId>>([&, kind = kind, key = key](auto done) {
      ledger_->FindUser(0, kind, key, std::move(done));
    }),
              std::nullopt);
  }
}

TEST_P(LedgerIdentitiesContract, NotifiesAllLoopsOfEndsAndChanges) {
  std::array<FixtureListener, FixtureDeployment::kLoops> listeners;
  const auto await = [&](const std::string& line) {
    for (std::uint32_t loop = 0; loop < FixtureDeployment::kLoops; ++loop) {
      EXPECT_TRUE(deployment_->RunUntil(loop, [&] { return listeners.at(loop).Has(line); }))
          << loop << ": " << line;
    }
  };
  for (std::uint32_t loop = 0; loop < FixtureDeployment::kLoops; ++loop) {
    deployment_->ledger().Listen(loop, listeners.at(loop));
  }
  await("listening");
  const auto ended = [](const FixtureClient& client) {
    return fmt::format("ended {}", client.session.text());
  };
  const auto changed = [](const FixtureClient& client) {
    return fmt::format("changed {}", client.user.text());
  };

  const FixtureClient signed_out;
  LedgerSignIn(signed_out, kTelegram, "1");
  EXPECT_TRUE(*AwaitAnswer<bool>([&](auto done) {
    ledger_->End(0, signed_out.user, signed_out.session, kFixtureNow, std::move(done));
  }));
  await(ended(signed_out));

  const FixtureClient everywhere;
  LedgerSignIn(everywhere, kTelegram, "2");
  EXPECT_TRUE(AwaitAnswer<std::vector<SessionId>>(
      [&](auto done) { ledger_->EndAll(0, everywhere.user, kFixtureNow, std::move(done)); }));
  await(ended(everywhere));

  const FixtureClient stolen;
  LedgerSignIn(stolen, kTelegram, "3");
  Renewed(Renewed(stolen.token));
  Renewed(stolen.token);
  await(ended(stolen));

  const FixtureClient linked;
  const FixtureClient merged;
  LedgerSignIn(linked, kTelegram, "4");
  Link(linked, kTon, "-239/0:ab");
  await(changed(linked));
  LedgerSignIn(merged, kTon, "-239/0:cd");
  Link(linked, kTon, "-239/0:cd", true);
  await(ended(merged));

  const FixtureClient unlinked;
  LedgerSignIn(unlinked, kTelegram, "5");
  Link(unlinked, kTon, "-239/0:ef");
  EXPECT_EQ(Unlink(unlinked.user, kTelegram, "5"), UnlinkResult::kUnlinked);
  EXPECT_TRUE(AwaitAnswer<std::vector<SessionId>>(
      [&](auto done) { ledger_->Forget(0, unlinked.user, kFixtureNow, std::move(done)); }));
  await(ended(unlinked));
  for (const FixtureListener& listener : listeners) {
    const auto heard = listener.heard();
    EXPECT_EQ(std::count(heard.begin(), heard.end(), changed(linked)), 2) << "linked, merged";
    EXPECT_EQ(std::count(heard.begin(), heard.end(), changed(unlinked)), 2) << "linked, unlinked";
    EXPECT_EQ(heard.size(), 10U) << "and nothing else";
  }
}

INSTANTIATE_TEST_SUITE_P(Deployments, LedgerIdentitiesContract, EveryLedger(), NameOfLedger);

}  // namespace
}  // namespace prichal::signin
