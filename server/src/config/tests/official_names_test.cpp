#include "config/official_names.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "config/key.h"
#include "config/resolve.h"

namespace prichal::config {
namespace {

Resolved With(std::vector<const char*> variables, std::vector<ConfigValue> given = {}) {
  variables.push_back(nullptr);
  for (auto& item : ReadOfficialEnvironment(variables.data())) given.push_back(std::move(item));
  for (auto& item : ReadEnvironment(variables.data())) given.push_back(std::move(item));
  given.push_back({"dev.enabled", true, {From::kFlag, "--dev"}});
  return Resolve(given);
}

TEST(OfficialNames, MapsEachToKnownKey) {
  for (const auto& row : OfficialNames()) {
    const auto table = Keys();
    EXPECT_TRUE(std::any_of(table.begin(), table.end(),
                            [&](const Key& key) { return FullName(key) == row.key; }))
        << row.variable << " " << row.key;
  }
}

TEST(OfficialNames, SetsOfficialMeaning) {
  const auto resolved =
      With({"PORT=8081", "METRICS_PORT=9103", "LOG_LEVEL=WARNING", "STORAGE=memory",
            "HEARTBEAT_INTERVAL=7", "MAX_BODY_SIZE=2048", "SSE_MAX_LIFETIME=60",
            "SSE_MAX_LIFETIME_JITTER=5", "CORS_ENABLE=F", "RPS_LIMIT=12", "CONNECTIONS_LIMIT=34",
            "RATE_LIMITS_BY_PASS_TOKEN=one,two", "TRUSTED_PROXY_RANGES=10.0.0.0/8,::1/128",
            "SHUTDOWN_DRAIN_DELAY=15", "SHUTDOWN_TIMEOUT=10"});
  EXPECT_EQ(TextsOf(resolved.problems), std::vector<std::string>{});
  const Settings& settings = resolved.settings;
  EXPECT_EQ(settings.server.listen, (std::vector{ListenAddress::Parse("0.0.0.0:8081").value()}));
  EXPECT_EQ(settings.server.admin, (std::vector{ListenAddress::Parse("0.0.0.0:9103").value()}));
  EXPECT_EQ(settings.server.drain_delay, std::chrono::seconds(15));
  EXPECT_EQ(settings.server.drain_deadline, std::chrono::seconds(10));
  EXPECT_EQ(settings.log.level, "warn");
  EXPECT_EQ(settings.store.kind, "memory");
  EXPECT_EQ(settings.bridge.heartbeat, std::chrono::seconds(7));
  EXPECT_EQ(settings.bridge.body_limit, 2048U);
  EXPECT_EQ(settings.bridge.lifetime, std::chrono::seconds(60));
  EXPECT_EQ(settings.bridge.lifetime_jitter, std::chrono::seconds(5));
  EXPECT_FALSE(settings.bridge.cors);
  EXPECT_EQ(settings.bridge.rate_limit, 12U);
  EXPECT_EQ(settings.bridge.rate_burst, 12U);
  EXPECT_EQ(settings.bridge.connections_limit, 34U);
  EXPECT_EQ(settings.bridge.bypass_tokens, (List{"one", "two"}));
  EXPECT_EQ(settings.proxies.trusted, (List{"10.0.0.0/8", "::1/128"}));
}

TEST(OfficialNames, AllowsDisabledAndHugeLimits) {
  const auto off = With({"RPS_LIMIT=0", "CONNECTIONS_LIMIT=0"});
  EXPECT_EQ(TextsOf(off.problems), std::vector<std::string>{});
  EXPECT_EQ(off.settings.bridge.rate_limit, 0U);
  EXPECT_EQ(TextsOf(With({"RPS_LIMIT=1000000"}).problems), std::vector<std::string>{});
}

TEST(OfficialNames, OverridesFileButNotOwnVariables) {
  const ConfigValue file{"bridge.heartbeat", std::int64_t{1}, {From::kFile, "f:1"}};
  EXPECT_EQ(With({}, {file}).settings.bridge.heartbeat, std::chrono::seconds(1));
  const auto official = With({"HEARTBEAT_INTERVAL=2"}, {file});
  EXPECT_EQ(official.settings.bridge.heartbeat, std::chrono::seconds(2));
  EXPECT_NE(ToToml(official).find("# environment HEARTBEAT_INTERVAL\n"), std::string::npos);
  EXPECT_EQ(With({"PRICHAL_BRIDGE_HEARTBEAT=3", "HEARTBEAT_INTERVAL=2"}, {file})
                .settings.bridge.heartbeat,
            std::chrono::seconds(3));
}

TEST(OfficialNames, ReportsProblemsWithTheirVariable) {
  const auto problem = [](const char* variable) { return With({variable}).problems.at(0).text; };
  EXPECT_EQ(problem("STORAGE=postgres"),
            "store.kind: \"postgres\" (environment STORAGE): Postgres is not supported. Fix: use "
            "sqlite, memory or valkey.");
  EXPECT_EQ(problem("STORAGE=valkey").rfind("store.valkey_uri: not set", 0), 0U);
  EXPECT_EQ(problem("VALKEY_URI=http://user:s3cret@host").find("s3cret"), std::string::npos);
  EXPECT_EQ(
      problem("PORT=http"),
      "server.listen: \"0.0.0.0:http\" (environment PORT): the port must be a number from 0 to "
      "65535. Fix: use a port such as 8080.");
  EXPECT_EQ(problem("SHUTDOWN_TIMEOUT=9223372036854775807").rfind("server.drain_deadline", 0), 0U);
  EXPECT_EQ(problem("RATE_LIMITS_BY_PASS_TOKEN=s3cret s3cret").find("s3cret"), std::string::npos);
}

TEST(OfficialNames, ConfiguresValkey) {
  const auto resolved = With({"STORAGE=valkey", "VALKEY_URI=rediss://user:s3cret@host:6380"});
  EXPECT_EQ(TextsOf(resolved.problems), std::vector<std::string>{});
  EXPECT_EQ(resolved.settings.store.kind, "valkey");
  EXPECT_EQ(resolved.settings.store.valkey_uri, "rediss://user:s3cret@host:6380");
  EXPECT_EQ(ToToml(resolved).find("s3cret"), std::string::npos);
}

TEST(OfficialNames, IgnoresEmptyAndKubernetesVariables) {
  EXPECT_EQ(With({"PORT=", "METRICS_PORT=tcp://10.0.0.1:80", "RPS_LIMIT", "PATH=/bin"})
                .settings.server.listen,
            (std::vector{ListenAddress::Parse("127.0.0.1:8080").value()}));
}

TEST(OfficialNames, ListsUnusedVariables) {
  const char* const variables[] = {
      "NTP_ENABLED=true",   "PORT=1",         "HOME=/root", "WEBHOOK_PORT=tcp://1.2.3.4:5",
      "TON_ANALYTICS_URL=", "POSTGRES_URI=x", nullptr};
  EXPECT_EQ(UnusedOfficialVariables(variables),
            (std::vector<std::string>{"NTP_ENABLED", "POSTGRES_URI"}));
}

TEST(OfficialNames, DocumentsEachVariable) {
  std::ifstream file(PRICHAL_REPOSITORY "/config/prichal.schema.json");
  const std::string schema{std::istreambuf_iterator<char>(file), {}};
  for (const auto& row : OfficialNames()) {
    EXPECT_NE(schema.find(fmt::format("\"{}\"", row.variable)), std::string::npos) << row.variable;
  }
}

}  // namespace
}  // namespace prichal::config
