#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/tests/fixture_tree.h"
#include "signin/ledger/tests/fixture_deployment.h"
#include "signin/ledger/tests/fixture_ledger.h"

namespace prichal::signin {

inline constexpr auto kTon = IdentityKind::kTon;

/// The fixture of the tests that every ledger must pass.
class LedgerContract : public ::testing::TestWithParam<FixtureKind> {
 protected:
  LedgerContract() : deployment_(MakeFixtureDeployment(GetParam(), tree_.path("data"))) {}
  static void TearDownTestSuite() { EndFixtureServers(); }

  template <typename Answer, typename Call>
  Result<Answer, LedgerError> AwaitAnswer(Call call, std::uint32_t loop = 0) {
    return deployment_->AwaitAnswer<Answer>(loop, std::move(call));
  }

  SignInAnswer LedgerSignIn(const signin::LedgerSignIn& request, Millis now = kFixtureNow) {
    auto answer = AwaitAnswer<SignInAnswer>(
        [&](auto done) { ledger_->SignInOrLink(0, request, now, std::move(done)); });
    EXPECT_TRUE(answer) << answer.error().reason;
    return *std::move(answer);
  }
  SignInAnswer LedgerSignIn(const FixtureClient& client, IdentityKind kind, std::string key) {
    return LedgerSignIn(FixtureSignIn(client, kind, std::move(key)));
  }
  SignInAnswer Link(const FixtureClient& client, IdentityKind kind, std::string key,
                    bool merge = false, Millis now = kFixtureNow) {
    auto request = FixtureSignIn(FixtureClient(), kind, std::move(key));
    request.link_to = client.session;
    request.merge = merge;
    return LedgerSignIn(request, now);
  }
  RenewalAnswer Renew(const Renewal& request, Millis now = kFixtureNow, std::uint32_t loop = 0) {
    auto answer = AwaitAnswer<RenewalAnswer>(
        [&](auto done) { ledger_->Renew(loop, request, now, std::move(done)); }, loop);
    EXPECT_TRUE(answer) << answer.error().reason;
    return *std::move(answer);
  }
  /// Renews a session. Returns the next token, or empty if the renewal failed.
  std::string Renewed(const std::string& token, Millis now = kFixtureNow) {
    std::string successor;
    const auto answer = Renew(FixtureRenewal(token, successor), now);
    return answer.outcome == RenewalAnswer::Status::kRenewed ? successor : "";
  }
  bool ConsumeChallenge(unsigned char number, Millis now = kFixtureNow, std::uint32_t loop = 0) {
    const std::string mark = NewRandomId();
    const auto call = [&](auto done) {
      ledger_->Claim(loop, {number}, mark, kFixtureNow + Millis(600'000), now, std::move(done));
    };
    return *AwaitAnswer<std::string>(call, loop) == mark;
  }
  std::optional<SignedIn> Find(const SessionId& session, Millis now = kFixtureNow) {
    return *AwaitAnswer<std::optional<SignedIn>>(
        [&](auto done) { ledger_->Find(0, session, now, std::move(done)); });
  }
  std::optional<SignedIn> FindByRefresh(const FixtureClient& client, const std::string& token,
                                        Millis now = kFixtureNow) {
    return *AwaitAnswer<std::optional<SignedIn>>([&](auto done) {
      ledger_->FindByRefresh(0, client.session, RefreshToken::HashOf(token), now, std::move(done));
    });
  }
  std::vector<Session> SessionsOf(const UserId& user) {
    return *AwaitAnswer<std::vector<Session>>(
        [&](auto done) { ledger_->SessionsOf(0, user, kFixtureNow, std::move(done)); });
  }
  UnlinkResult Unlink(const UserId& user, IdentityKind kind, std::string key) {
    return *AwaitAnswer<UnlinkResult>([&](auto done) {
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

inline auto EveryLedger() {
  return ::testing::Values(FixtureKind::kFile, FixtureKind::kServer, FixtureKind::kThreeMasters);
}
inline std::string NameOfLedger(const ::testing::TestParamInfo<FixtureKind>& tested) {
  return NameOfKind(tested.param);
}

}  // namespace prichal::signin
