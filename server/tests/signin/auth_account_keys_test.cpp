// Wallets that can change their key, over HTTP: the TON API is queried for the current key.

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "base/tests/fixture_tree.h"
#include "signin/service/account_keys.h"
#include "tests/fixtures/auth_fixture.h"
#include "tests/fixtures/fixed_answer.h"

namespace prichal::signin {
namespace {

using prichal::testing::FixedAnswer;

constexpr std::string_view kTelegramWallet = "telegram-wallet";

class AuthAccountKeys : public AuthTest {
 protected:
  /// Sets the API's response for all accounts: this stack of get_public_key.
  void Say(const std::string& stack, int exit_code = 0) {
    answer_ = R"({"exit_code":)" + std::to_string(exit_code) + R"(,"stack":)" + stack + "}";
  }
  void SayKey(const std::string& hex) { Say(R"([{"type":"num","value":"0x)" + hex + R"("}])"); }
  void StartWithApi() {
    settings_.auth.ton_api = {"-239=" + api_.origin() + "/api/v3"};
    Start();
  }
  [[nodiscard]] std::string SignIn(const std::function<void(ton::ProofRequest&)>& change = {}) {
    return Outcome(Post("/auth/ton", Proof(
                                         NewChallenge(), kTelegramWallet,
                                         change ? change : [](ton::ProofRequest&) {})));
  }
  static std::string FirstKey() {
    return ton::ProofVectorOf(kTelegramWallet).request().public_key.value();
  }

  std::string answer_;
  std::string asked_;
  std::atomic<int> questions_{0};
  // Declared after the members that it uses.
  FixedAnswer api_{[this](const std::string& asked) {
    asked_ = asked;
    ++questions_;
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " +
           std::to_string(answer_.size()) + "\r\n\r\n" + answer_;
  }};
};

TEST_F(AuthAccountKeys, RejectsFirstKeyWithoutApi) {
  Start();
  EXPECT_EQ(SignIn(), "401 key_not_provable");
}

TEST_F(AuthAccountKeys, AcceptsFirstKeyIfConfigured) {
  settings_.auth.ton_rotatable_keys = "initial";
  Start();
  EXPECT_EQ(SignIn(), "200");
}

TEST_F(AuthAccountKeys, SignsInWithCurrentKey) {
  SayKey(FirstKey());
  StartWithApi();
  EXPECT_EQ(SignIn(), "200");
  EXPECT_TRUE(asked_.starts_with("POST /api/v3/runGetMethod HTTP/1.1\r\n")) << asked_;
  EXPECT_NE(asked_.find("Content-Type: application/json\r\n"), std::string::npos);
  EXPECT_NE(asked_.find(R"("method":"get_public_key")"), std::string::npos);
}

TEST_F(AuthAccountKeys, RejectsPreviousKey) {
  SayKey(std::string(64, '1'));
  StartWithApi();
  const auto without_key = [](ton::ProofRequest& request) { request.public_key.reset(); };
  EXPECT_EQ(SignIn(without_key), "401 signature_mismatch");
}

TEST_F(AuthAccountKeys, AcceptsFirstKeyOfUndeployedAccount) {
  Say("[]", -13);
  StartWithApi();
  EXPECT_EQ(SignIn(), "200");
}

TEST_F(AuthAccountKeys, AcceptsProofWithoutStateInitByAccountKey) {
  SayKey(FirstKey());
  StartWithApi();
  EXPECT_EQ(SignIn([](ton::ProofRequest& request) { request.state_init.reset(); }), "200");
}

TEST_F(AuthAccountKeys, KeepsChallengeIfApiFails) {
  answer_ = "no";
  StartWithApi();
  const std::string proof = Proof(NewChallenge(), kTelegramWallet);
  EXPECT_EQ(Outcome(Post("/auth/ton", proof)), "503 ton_api_unavailable");
  SayKey(FirstKey());
  EXPECT_EQ(Outcome(Post("/auth/ton", proof)), "200");
}

TEST_F(AuthAccountKeys, RejectsAccountWithoutPublicKey) {
  Say("[]", 11);
  StartWithApi();
  EXPECT_EQ(SignIn(), "401 key_not_provable");
}

TEST_F(AuthAccountKeys, CachesAccountKeyForSeconds) {
  SayKey(FirstKey());
  StartWithApi();
  EXPECT_EQ(SignIn(), "200");
  EXPECT_EQ(SignIn(), "200");
  EXPECT_EQ(questions_, 1);
  clock_.Step(Millis(6'000));
  EXPECT_EQ(SignIn(), "200");
  EXPECT_EQ(questions_, 2);
}

TEST_F(AuthAccountKeys, RejectsMalformedApiKey) {
  FixtureTree tree;
  telemetry::Log log(telemetry::Level::kError, telemetry::Format::kText);
  AuthOptions options;
  options.ton_api_key_file = tree.path("key");
  for (const char* line : {"", "\n", "a key", "key\x01"}) {
    tree.Write("key", line);
    const auto made = AccountKeys::Make(options, https_, log);
    ASSERT_FALSE(made) << line;
    EXPECT_NE(made.error().find("is not an API key"), std::string::npos) << made.error();
  }
}

TEST_F(AuthAccountKeys, SkipsApiForOtherWallets) {
  StartWithApi();
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(NewChallenge()))), "200");
  EXPECT_EQ(questions_, 0);
}

}  // namespace
}  // namespace prichal::signin
