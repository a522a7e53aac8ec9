// Sign-in that begins at one instance and continues at another: sessions, races, revocations, keys.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <latch>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/auth_instances_fixture.h"
#include "tests/fixtures/deployment.h"

namespace prichal::testing {
namespace {

class AuthInstances : public AuthInstancesTest, public ::testing::WithParamInterface<Deployment> {
 protected:
  void SetUp() override { UseServers(EmptyValkey(GetParam())); }

  /// Sends the request to both instances at the same moment. Returns the outcomes in alphabetical
  /// order.
  template <typename AskOne>
  std::vector<std::string> Race(const AskOne& ask) {
    std::vector<std::string> outcomes(2);
    std::latch both(2);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 2; ++i) {
      threads.emplace_back([&, i] {
        RawClient client(instances_.at(i).site());
        both.arrive_and_wait();
        outcomes[i] = ask(client);
      });
    }
    for (std::thread& thread : threads) thread.join();
    std::sort(outcomes.begin(), outcomes.end());
    return outcomes;
  }
  static std::string PostOn(RawClient& client, const std::string& path, const std::string& body,
                            const std::string& headers = {}) {
    return client.Ask("POST " + path + " HTTP/1.1\r\nHost: a\r\n" + headers +
                      "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  static std::string RefreshBody(const std::string& signed_in) {
    return R"({"refresh_token":")" + Text(Json(signed_in), "refresh_token") + "\"}";
  }
};

TEST_P(AuthInstances, SharesSessionsBetweenInstances) {
  StartBoth();
  const std::string signed_in = At(a_).SignInByTelegram();
  ASSERT_EQ(Outcome(signed_in), "200") << signed_in;
  EXPECT_EQ(UserOf(Session(b_, signed_in)), UserOf(signed_in));
  EXPECT_EQ(Verify(b_, signed_in), "204");
  const std::string renewed = At(b_).Renew(signed_in);
  EXPECT_EQ(Outcome(renewed), "200");
  EXPECT_EQ(UserOf(Session(a_, renewed)), UserOf(signed_in));
  // The user is the same at both instances.
  EXPECT_EQ(UserOf(At(b_).SignInByTelegram()), UserOf(signed_in));
  EXPECT_EQ(Outcome(At(a_).Post("/auth/logout", {}, Bearer(renewed))), "204");
  EXPECT_EQ(Outcome(At(b_).Renew(renewed)), "401 session_revoked");

  // One instance issues the challenge, the other accepts the proof.
  const std::string proof = Proof(At(a_).NewChallenge());
  EXPECT_EQ(Outcome(At(b_).Post("/auth/ton", proof)), "200");
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", proof)), "409 challenge_used");
}

TEST_P(AuthInstances, RejectsRevokedSessionAtOtherInstanceWithinOneSecond) {
  if (GetParam() == Deployment::kTwoOnValkey) {
    // Messages then use the other kind of publish/subscribe.
    environment_["PRICHAL_STORE_VALKEY_SCHEMA"] = "official";
  }
  StartBoth();
  std::vector<std::chrono::steady_clock::duration> took;
  for (int round = 0; round < 10; ++round) {
    const std::string signed_in = At(a_).SignInByTelegram(42 + round);
    // The connections reach both loops, so both cache the session.
    for (int i = 0; i < 8; ++i) ASSERT_EQ(Verify(b_, signed_in), "204");
    if (round % 2 == 0) {
      ASSERT_EQ(Outcome(At(a_).Post("/auth/logout", {}, Bearer(signed_in))), "204");
    } else {
      const std::string path = "/admin/auth/users/" + UserOf(signed_in) + "/revoke";
      ASSERT_EQ(StatusOf(AskAdmin(a_, "POST", path)), 200);
    }
    const auto revoked = std::chrono::steady_clock::now();
    // Repeated until both loops have been asked.
    Await("the other refuses it", [&] {
      for (int i = 0; i < 8; ++i) {
        if (Verify(b_, signed_in) != "401 session_revoked") return false;
      }
      return true;
    });
    if (HasFailure()) return;
    took.push_back(std::chrono::steady_clock::now() - revoked);
  }
  std::sort(took.begin(), took.end());
  // Other load on the machine may delay some of them.
  EXPECT_LT(took.at(took.size() / 2), std::chrono::seconds(1));
  RecordProperty("longest_ms", static_cast<int>(took.back() / std::chrono::milliseconds(1)));
}

TEST_P(AuthInstances, UsesChallengeOnceAcrossInstances) {
  StartBoth();
  for (std::size_t round = 0; round < 20; ++round) {
    const std::string proof = Proof(At(instances_.at(round % 2)).NewChallenge());
    const auto outcomes =
        Race([&](RawClient& client) { return Outcome(PostOn(client, "/auth/ton", proof)); });
    ASSERT_EQ(outcomes, (std::vector<std::string>{"200", "409 challenge_used"})) << round;
  }
}

TEST_P(AuthInstances, RenewsOnceAcrossInstancesWithoutGrace) {
  environment_["PRICHAL_AUTH_REFRESH_GRACE"] = "0";
  StartBoth();
  for (int round = 0; round < 20; ++round) {
    const std::string signed_in =
        At(instances_.at(round % 2 == 0 ? 0 : 1)).SignInByTelegram(42 + round);
    const auto outcomes = Race([&](RawClient& client) {
      return Outcome(PostOn(client, "/auth/refresh", RefreshBody(signed_in)));
    });
    ASSERT_EQ(outcomes, (std::vector<std::string>{"200", "401 refresh_reused"})) << round;
    EXPECT_EQ(Outcome(Session(a_, signed_in)), "401 session_revoked");
    EXPECT_EQ(Outcome(Session(b_, signed_in)), "401 session_revoked");
  }
}

TEST_P(AuthInstances, ReturnsSameSuccessorAtBothInstances) {
  StartBoth();
  const std::string signed_in = At(a_).SignInByTelegram();
  const auto tokens = Race([&](RawClient& client) {
    return Text(Json(PostOn(client, "/auth/refresh", RefreshBody(signed_in))), "refresh_token");
  });
  EXPECT_FALSE(tokens.front().empty());
  EXPECT_EQ(tokens.front(), tokens.back());
}

TEST_P(AuthInstances, AcceptsOneTimeInitDataAtOneInstanceOnly) {
  environment_["PRICHAL_AUTH_TELEGRAM_REPLAY"] = "once";
  StartBoth();
  const std::string launch = "Authorization: tma " + InitData() + "\r\n";
  const auto outcomes = Race(
      [&](RawClient& client) { return Outcome(PostOn(client, "/auth/telegram", {}, launch)); });
  EXPECT_EQ(outcomes.front(), "200");
  EXPECT_NE(outcomes.back().find(" init_data_used"), std::string::npos) << outcomes.back();
}

TEST_P(AuthInstances, SharesSigningKeysBetweenInstances) {
  Start(a_);
  Start(b_);
  const std::string keys = KeysOf(a_);
  EXPECT_NE(keys.find("\"kid\""), std::string::npos) << keys;
  EXPECT_EQ(KeysOf(b_), keys);
  for (const DurableServer& instance : instances_) AwaitReady(instance);
  const std::string before = At(a_).SignInByTelegram();

  auto environment = environment_;
  environment["PRICHAL_SITE_ORIGIN"] = signin::kAuthSite;
  ServerProcess rotate({"keys", "rotate", "--now"}, environment, "/dev/null");
  EXPECT_EQ(rotate.Wait(), 0) << rotate.err();
  ServerProcess exported({"keys", "export"}, environment, "/dev/null");
  EXPECT_EQ(exported.Wait(), 0) << exported.err();
  for (const DurableServer& instance : instances_) {
    Await("the keys that were rotated", [&] { return KeysOf(instance) != keys; });
    EXPECT_EQ(KeysOf(instance) + "\n", exported.out());
  }
  // Signed with the old and the new key, at both instances.
  const std::string after = At(a_).SignInByTelegram();
  for (const std::string& signed_in : {before, after}) {
    EXPECT_EQ(Outcome(Session(b_, signed_in)), "200");
    EXPECT_EQ(Verify(a_, signed_in), "204");
  }
  EXPECT_EQ(Outcome(At(b_).Renew(before)), "200");
}

INSTANTIATE_TEST_SUITE_P(, AuthInstances, TwoInstances(), NameOfDeployment);

}  // namespace
}  // namespace prichal::testing
