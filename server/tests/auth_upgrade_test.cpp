// Sign-in while another process takes the place of the server: whoever is signed in stays so, what
// is good once is good once, and the keys are those of before.

#include <gtest/gtest.h>

#include <string>

#include "auth_instances_fixture.h"
#include "deployment.h"

namespace prichal::testing {
namespace {

class AuthUpgrade : public AuthInstancesTest, public ::testing::WithParamInterface<Deployment> {
 protected:
  void SetUp() override {
    if (IsShared(GetParam())) return UseServers(EmptyValkey(GetParam()));
    environment_ = {{"PRICHAL_SERVER_LOOPS", "2"},
                    {"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", folder_.path("tokens")},
                    {"PRICHAL_AUTH_TON_DOMAINS", app::kAuthDomain},
                    {"PRICHAL_AUTH_TON_NETWORKS", "-239,-3"}};
  }
};

TEST_P(AuthUpgrade, WhatOneProcessHasGivenTheNextOneTakes) {
  Start(a_);
  AwaitReady(a_);
  const std::string keys = KeysOf(a_);
  const std::string signed_in = At(a_).SignInByTelegram();
  ASSERT_EQ(Outcome(signed_in), "200") << signed_in;
  const std::string used = Proof(At(a_).NewChallenge());
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", used)), "200");
  const std::string under_way = Proof(At(a_).NewChallenge());

  EXPECT_EQ(a_.process().BecomeSuccessor(), "");
  AwaitReady(a_);
  EXPECT_EQ(KeysOf(a_), keys);
  EXPECT_EQ(UserOf(Session(a_, signed_in)), UserOf(signed_in));
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", used)), "409 challenge_used");
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", under_way)), "200");
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton", under_way)), "409 challenge_used");

  const std::string renewed = At(a_).Renew(signed_in);
  EXPECT_EQ(Outcome(renewed), "200") << renewed;
  EXPECT_EQ(a_.process().BecomeSuccessor(), "");
  AwaitReady(a_);
  EXPECT_EQ(UserOf(Session(a_, renewed)), UserOf(signed_in));
}

INSTANTIATE_TEST_SUITE_P(, AuthUpgrade,
                         ::testing::Values(Deployment::kFile, Deployment::kTwoOnValkey),
                         NameOfDeployment);

}  // namespace
}  // namespace prichal::testing
