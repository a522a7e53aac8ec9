// Other instances receive news of ended sessions, also across server failures.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "signin/ledger/tests/fixture_deployment.h"
#include "signin/ledger/valkey/tests/fixture_gate.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::signin {
namespace {

/// Two instances on the test's thread. The listener is on `b`.
struct Two {
  explicit Two(const valkey::Endpoint& seed) : a(loop, {seed}), b(loop, {seed}) {
    b.ledger().Listen(0, heard);
    Await("listening");
  }
  void Await(const std::string& line) {
    EXPECT_TRUE(loop.RunUntil([&] { return heard.Has(line); })) << line;
  }
  void EndAll(const FixtureClient& client) {
    EXPECT_TRUE(a.AwaitAnswer<std::vector<SessionId>>(
        [&](auto done) { a.ledger().EndAll(0, client.user, kFixtureNow, std::move(done)); }));
  }
  std::ptrdiff_t Count(const std::string& line) const {
    const auto lines = heard.heard();
    return std::count(lines.begin(), lines.end(), line);
  }

  http::FixtureLoop loop;
  FixtureListener heard;
  GatedInstance a;
  GatedInstance b;
};

void ExpectWithinASecond(const valkey::Endpoint& seed) {
  Two two(seed);
  std::vector<Millis> took;
  for (int i = 0; i < 20; ++i) {
    const FixtureClient client;
    EXPECT_TRUE(two.a.LedgerSignIn(FixtureSignIn(client, kTelegram, std::to_string(i))));
    const Millis begun = MachineClock().Now().steady;
    two.EndAll(client);
    two.Await(fmt::format("ended {}", client.session.text()));
    took.push_back(MachineClock().Now().steady - begun);
  }
  std::sort(took.begin(), took.end());
  EXPECT_LT(took.at(took.size() / 2), Millis(1'000));
}

TEST(LedgerRevocations, ReachesOtherInstanceWithinOneSecond) {
  const valkey::FixtureServer server;
  ExpectWithinASecond(server.endpoint());
}

TEST(LedgerRevocations, ReachesOtherInstanceWithinOneSecondOnCluster) {
  valkey::FixtureCluster cluster(3);
  ExpectWithinASecond(cluster.at(0).endpoint());
}

TEST(LedgerRevocations, ReportsInterruptionAndRecovery) {
  valkey::FixtureServer server;
  Two two(server.endpoint());
  server.Kill();
  two.Await("lost");
  EXPECT_FALSE(two.b.ledger().listening(0));
  server.Start();
  EXPECT_TRUE(two.loop.RunUntil([&] { return two.Count("listening") == 2; }));
  EXPECT_EQ(two.Count("lost"), 1);
  const FixtureClient client;
  EXPECT_TRUE(two.a.LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  two.EndAll(client);
  two.Await(fmt::format("ended {}", client.session.text()));
}

TEST(LedgerRevocations, ReportsInterruptionIfOneMasterIsDown) {
  valkey::FixtureCluster cluster(3);
  Two two(cluster.at(0).endpoint());
  cluster.at(2).Kill();
  two.Await("lost");
  cluster.at(2).Start();
  EXPECT_TRUE(two.loop.RunUntil([&] { return two.Count("listening") == 2; }));
}

TEST(LedgerRevocations, RetriesLookupOvertakenByRevocation) {
  const valkey::FixtureServer server;
  Two two(server.endpoint());
  const FixtureClient client;
  EXPECT_TRUE(two.a.LedgerSignIn(FixtureSignIn(client, kTelegram, "42")));
  std::optional<Result<std::optional<SignedIn>, LedgerError>> got;
  GateClient& gate = two.b.gate();
  gate.Close();
  two.b.ledger().Find(0, client.session, kFixtureNow,
                      [&](auto answer) { got.emplace(std::move(answer)); });
  gate.Open(1);  // the lookup of the session's user
  EXPECT_TRUE(two.loop.RunUntil([&] { return gate.held() == 1; }));
  gate.HoldAnswers();
  gate.Open();
  EXPECT_TRUE(two.loop.RunUntil([&] { return gate.answer_held(); })) << "it says: signed in";
  two.EndAll(client);
  two.Await(fmt::format("ended {}", client.session.text()));
  gate.PassAnswers();
  EXPECT_TRUE(two.loop.RunUntil([&] { return got.has_value(); }));
  ASSERT_TRUE(*got);
  EXPECT_FALSE(**got) << "who heard of the end before must not be told otherwise";
}

}  // namespace
}  // namespace prichal::signin
