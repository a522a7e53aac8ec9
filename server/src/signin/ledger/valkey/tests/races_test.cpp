// Races of two instances, each on its own thread. 30 rounds, 300 in the whole gate (TEST_WHOLE), or
// TEST_RACES.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "signin/ledger/valkey/tests/fixture_gate.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::signin {
namespace {

using RenewalOutcome = RenewalAnswer::Status;

int Rounds() {
  constexpr int kShort = 30;
  constexpr int kWhole = 300;
  if (const char* given = std::getenv("TEST_RACES")) return std::stoi(given);
  return std::getenv("TEST_WHOLE") == nullptr ? kShort : kWhole;
}

/// On a single server (false) or three masters (true).
class LedgerRaces : public ::testing::TestWithParam<bool> {
 protected:
  static constexpr std::size_t kInstances = 2;

  LedgerRaces() {
    if (GetParam()) {
      cluster_ = std::make_unique<valkey::FixtureCluster>(3);
    } else {
      server_ = std::make_unique<valkey::FixtureServer>();
    }
  }
  [[nodiscard]] valkey::Endpoint seed() const {
    return cluster_ ? cluster_->at(0).endpoint() : server_->endpoint();
  }

  /// Runs `race` on both instances at the same time, in each round. `judge` counts the winners.
  template <typename Prepare, typename Race, typename Judge>
  void Run(const char* what, Prepare prepare, Race race, Judge judge) {
    const int rounds = Rounds();
    std::array<int, kInstances> wins{};
    std::barrier together(kInstances);
    std::vector<std::thread> threads;
    for (std::size_t me = 0; me < kInstances; ++me) {
      threads.emplace_back([&, me] {
        http::FixtureLoop loop;
        GatedInstance instance(loop, {seed()});
        for (int round = 0; round < rounds; ++round) {
          if (me == 0) prepare(instance, round);
          together.arrive_and_wait();
          const bool won = race(instance, me, round);
          together.arrive_and_wait();
          if (won) ++wins.at(me);
          if (me == 0) judge(round);
        }
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(wins[0] + wins[1], rounds);
    std::cout << "[ RACES    ] " << rounds << " for " << what << ": " << wins[0]
              << " to the first, " << wins[1] << " to the second\n";
  }

 private:
  std::unique_ptr<valkey::FixtureServer> server_;
  std::unique_ptr<valkey::FixtureCluster> cluster_;
};

TEST_P(LedgerRaces, UsesChallengeOnceAcrossInstances) {
  RefreshToken::Hash challenge{};
  Run(
      "a challenge", [&](GatedInstance&, int) { FillRandom(challenge); },
      [&](GatedInstance& instance, std::size_t, int) {
        const std::string mark = NewRandomId();
        const auto first = instance.AwaitAnswer<std::string>([&](auto done) {
          instance.ledger().Claim(0, challenge, mark, kFixtureNow + Millis(600'000), kFixtureNow,
                                  std::move(done));
        });
        EXPECT_TRUE(first);
        return first && *first == mark;
      },
      [](int) {});
}

TEST_P(LedgerRaces, RenewsOnceWithoutGraceAcrossInstances) {
  FixtureClient client;
  std::array<RenewalOutcome, kInstances> outcomes{};
  Run(
      "a refresh token",
      [&](GatedInstance& instance, int round) {
        client.user = UserId::New();
        client.session = SessionId::New();
        client.token = RefreshToken::New(client.session, 0, kFixtureKey);
        EXPECT_TRUE(instance.LedgerSignIn(
            FixtureSignIn(client, IdentityKind::kTelegram, std::to_string(round))));
      },
      [&](GatedInstance& instance, std::size_t me, int) {
        std::string unused;
        auto renewal = FixtureRenewal(client.token, unused);
        renewal.grace = Millis(0);
        const auto answer = instance.AwaitAnswer<RenewalAnswer>(
            [&](auto done) { instance.ledger().Renew(0, renewal, kFixtureNow, std::move(done)); });
        EXPECT_TRUE(answer);
        outcomes.at(me) = answer->outcome;
        return answer->outcome == RenewalOutcome::kRenewed;
      },
      [&](int) {
        const auto [won, lost] = std::minmax(outcomes[0], outcomes[1]);
        EXPECT_EQ(won, RenewalOutcome::kRenewed);
        EXPECT_EQ(lost, RenewalOutcome::kReused) << "the other ends the session";
      });
}

TEST_P(LedgerRaces, CreatesOneUserPerIdentityAcrossInstances) {
  std::array<UserId, kInstances> users;
  Run(
      "a new identity", [](GatedInstance&, int) {},
      [&](GatedInstance& instance, std::size_t me, int round) {
        const auto answer = instance.LedgerSignIn(
            FixtureSignIn(FixtureClient(), IdentityKind::kTelegram, std::to_string(round)));
        EXPECT_TRUE(answer);
        users.at(me) = answer->state.session.user;
        return answer->outcome == SignInAnswer::Status::kCreated;
      },
      [&](int) { EXPECT_EQ(users[0], users[1]); });
}

INSTANTIATE_TEST_SUITE_P(Deployments, LedgerRaces, ::testing::Bool(), [](const auto& tested) {
  return std::string(tested.param ? "ThreeMasters" : "Server");
});

}  // namespace
}  // namespace prichal::signin
