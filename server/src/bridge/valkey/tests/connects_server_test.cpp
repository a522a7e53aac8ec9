// Opened streams that one instance records and another checks, on a real server.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "bridge/valkey/schema.h"
#include "bridge/valkey/tests/fixture_fleet.h"

namespace prichal::bridge {
namespace {

/// Verdicts of the second of two instances after the first has recorded pages.
class ConnectsServer : public ::testing::TestWithParam<bool> {};

TEST_P(ConnectsServer, SharesConnectionsBetweenInstances) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, GetParam());
  const auto schema = GetParam() ? MakeOfficialSchema() : MakeNativeSchema();
  const auto opened = [](char id, const char* address, const char* origin) {
    return OpenedBy{.id = FleetId(id),
                    .address = *IpAddress::Parse(address),
                    .origin = origin,
                    .user_agent = "test"};
  };
  const auto verdict = [&](char id, const char* address, const char* origin) {
    std::optional<Verdict> answer;
    schema->CheckOpened(fleet.b->client(), opened(id, address, origin),
                        [&](Verdict said) { answer = said; });
    fleet.Await("a verdict", [&] { return answer.has_value(); });
    return NameOf(*answer);
  };
  EXPECT_EQ(verdict('a', "192.0.2.1", "https://a.example"), "unknown");
  schema->RecordOpened(fleet.a->client(), opened('a', "192.0.2.1", "https://a.example"),
                       Millis(60'000));
  schema->RecordOpened(fleet.a->client(), opened('b', "2001:db8::1", "https://b.example"),
                       Millis(60'000));
  for (int turn = 0; turn < 100; ++turn) {
    if (verdict('b', "2001:db8::1", "https://b.example") == "ok") break;
  }
  EXPECT_EQ(verdict('a', "192.0.2.1", "https://a.example"), "ok");
  EXPECT_EQ(verdict('a', "192.0.2.2", "https://a.example"), "warning");
  EXPECT_EQ(verdict('b', "2001:db8::2", "https://b.example"), "warning");
  EXPECT_EQ(verdict('a', "192.0.2.1", "https://evil.example"), "danger");
  EXPECT_EQ(verdict('c', "192.0.2.1", "https://a.example"), "unknown");
  if (!GetParam()) return;
  const std::string id(64, 'a');
  const std::string full = "conn:full:" + id + ":192.0.2.1:https%3A%2F%2Fa.example";
  EXPECT_EQ(server.Run({"HGET", full, "user_agent"}).text, "test");
  EXPECT_EQ(server.Run({"SISMEMBER", "conn:idx:" + id, full}).integer, 1);
  EXPECT_GT(server.Run({"TTL", full}).integer, 50);
}

TEST(ConnectsServers, ReportsNoDangerForEvictedConnection) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, false);
  const auto schema = MakeNativeSchema();
  for (int page = 0; page < 40; ++page) {
    schema->RecordOpened(fleet.a->client(),
                         {.id = FleetId('a'),
                          .address = *IpAddress::Parse("192.0.2.1"),
                          .origin = fmt::format("https://{}.example", page)},
                         Millis(60'000));
  }
  const auto check = [&](const std::string& origin) {
    std::optional<Verdict> answer;
    schema->CheckOpened(
        fleet.a->client(),
        {.id = FleetId('a'), .address = *IpAddress::Parse("192.0.2.1"), .origin = origin},
        [&](Verdict said) { answer = said; });
    fleet.Await("a verdict", [&] { return answer.has_value(); });
    return NameOf(*answer);
  };
  EXPECT_EQ(check("https://39.example"), "ok");
  EXPECT_EQ(check("https://other.example"), "unknown");
  EXPECT_LE(server.Run({"HLEN", "prichal:{" + std::string(64, 'a') + "}:connects"}).integer, 18);
}

INSTANTIATE_TEST_SUITE_P(Schemas, ConnectsServer, ::testing::Values(false, true),
                         [](const auto& info) { return info.param ? "Official" : "Native"; });

}  // namespace
}  // namespace prichal::bridge
