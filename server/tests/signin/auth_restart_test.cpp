// Sign-in across restarts of the server: users stay signed in, a challenge is accepted once, and
// the signing keys stay.

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "tests/fixtures/auth_instances_fixture.h"
#include "tests/fixtures/deployment.h"

namespace prichal::testing {
namespace {

class AuthRestart : public AuthInstancesTest, public ::testing::WithParamInterface<Deployment> {
 protected:
  void SetUp() override {
    if (IsShared(GetParam())) return UseServers(EmptyValkey(GetParam()));
    environment_ = {{"PRICHAL_SERVER_LOOPS", "2"},
                    {"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", folder_.path("tokens")},
                    {"PRICHAL_AUTH_TON_DOMAINS", signin::kAuthDomain},
                    {"PRICHAL_AUTH_TON_NETWORKS", "-239,-3"}};
  }
  void Restart() {
    a_.process().Signal(SIGTERM);
    EXPECT_EQ(a_.process().Wait(), 0) << a_.process().err();
    Start(a_);
    AwaitReady(a_);
  }
};

TEST_P(AuthRestart, KeepsSessionsChallengesAndKeys) {
  Start(a_);
  AwaitReady(a_);
  const std::string keys = KeysOf(a_);
  const std::string signed_in = At(a_).SignInByTelegram();
  ASSERT_EQ(Outcome(signed_in), "200") << signed_in;
  const std::string used = Proof(At(a_).NewChallenge());
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", used)), "200");
  const std::string under_way = Proof(At(a_).NewChallenge());

  Restart();
  EXPECT_EQ(KeysOf(a_), keys);
  EXPECT_EQ(UserOf(Session(a_, signed_in)), UserOf(signed_in));
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", used)), "409 challenge_used");
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", under_way)), "200");
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", under_way)), "409 challenge_used");

  const std::string renewed = At(a_).Renew(signed_in);
  EXPECT_EQ(Outcome(renewed), "200") << renewed;
  Restart();
  EXPECT_EQ(UserOf(Session(a_, renewed)), UserOf(signed_in));
}

INSTANTIATE_TEST_SUITE_P(, AuthRestart,
                         ::testing::Values(Deployment::kFile, Deployment::kTwoOnValkey),
                         NameOfDeployment);

}  // namespace
}  // namespace prichal::testing
