// The binary with the official bridge's environment variables and metric names.

#include <gtest/gtest.h>

#include <csignal>
#include <regex>

#include "base/tests/fixture_held_port.h"
#include "site/page.h"
#include "site/tests/fixture_tree.h"
#include "tests/fixtures/raw_client.h"
#include "tests/fixtures/server_process.h"

namespace prichal::testing {
namespace {

class OfficialEnvironment : public ::testing::Test {
 protected:
  OfficialEnvironment() { site::WriteSite(tree_); }

  [[nodiscard]] std::vector<std::string> Serve() const {
    return {"serve",       "--dev", "--listen",        "127.0.0.1:0", "--admin",
            "127.0.0.1:0", "--web", tree_.path("web"), "--data",      tree_.path("data")};
  }

  /// Returns the addresses of the site and the admin site.
  static std::smatch Greeting(ServerProcess& server, std::string& line) {
    line = server.ReadLine();
    static const std::regex kGreeting("prichal: listening on http://(.*), admin on http://(.*)");
    std::smatch match;
    EXPECT_TRUE(std::regex_match(line, match, kGreeting)) << line << server.err();
    return match;
  }

  static std::string Get(const std::string& address, const std::string& target) {
    return RawClient(address).Ask("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  }

  static int Post(const std::string& site, const std::string& lines) {
    const std::string id(64, 'a');
    return StatusOf(RawClient(site).Ask("POST /bridge/message?client_id=" + id + "&to=" + id +
                                        "&ttl=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n" +
                                        lines + "\r\n"));
  }

  FixtureTree tree_;
};

TEST_F(OfficialEnvironment, SetsLimitsTokensAndProxies) {
  tree_.Write("tokens", "# for the monitor\n\nfrom-file\r\n");
  ServerProcess server(Serve(), {{"PRICHAL_DEV_STAND", tree_.path("stand")},
                                 {"PRICHAL_BRIDGE_BYPASS_TOKENS_FILE", tree_.path("tokens")},
                                 {"RPS_LIMIT", "1"},
                                 {"TRUSTED_PROXY_RANGES", "127.0.0.1/32"},
                                 {"RATE_LIMITS_BY_PASS_TOKEN", "s3cret"},
                                 {"VALKEY_URI", "redis://user:pa55word@host"},
                                 {"NTP_ENABLED", "true"}});
  std::string line;
  const auto addresses = Greeting(server, line);
  const std::string site = addresses[1];
  const std::string admin = addresses[2];
  const std::string client = "X-Forwarded-For: 203.0.113.9\r\n";
  while (Post(site, client) != 429) {
  }
  EXPECT_EQ(Post(site, client + "Authorization: Bearer s3cret\r\n"), 200);
  EXPECT_EQ(Post(site, client + "Authorization: Bearer from-file\r\n"), 200);
  EXPECT_EQ(Post(site, client + "Authorization: Bearer from-file\r\n"), 200);

  const std::string metrics = Get(admin, "/metrics");
  EXPECT_NE(metrics.find("\nbridge_token_usage{token=\"1\"} 1\n"), std::string::npos);
  EXPECT_NE(metrics.find("\nbridge_token_usage{token=\"2\"} 2\n"), std::string::npos);
  EXPECT_NE(metrics.find("\nnumber_of_acitve_connections 0\n"), std::string::npos);
  for (const auto* line :
       {"\nhttp_requests_total{code=\"429\",method=\"POST\",url=\"/bridge/message\"} 1\n",
        "\nhttp_request_duration_seconds_count{code=\"429\",method=\"POST\",url=\"/bridge/"
        "message\"} 1\n"}) {
    EXPECT_NE(metrics.find(line), std::string::npos) << line << metrics;
  }
  EXPECT_NE(metrics.find("\nbridge_info{engine=\"prichal\",storage=\"sqlite\",version=\""),
            std::string::npos);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_NE(server.err().find("NTP_ENABLED"), std::string::npos) << server.err();
  for (const auto* secret : {"s3cret", "from-file", "pa55word"}) {
    EXPECT_EQ(metrics.find(secret), std::string::npos);
    EXPECT_EQ(server.err().find(secret), std::string::npos);
  }
}

TEST_F(OfficialEnvironment, StartsBridgeWithoutOtherSettings) {
  HeldPort port;
  HeldPort metrics;
  ServerProcess server({"serve"}, {{"PORT", std::to_string(port.number())},
                                   {"METRICS_PORT", std::to_string(metrics.number())},
                                   {"STORAGE", "memory"},
                                   {"TRUSTED_PROXY_RANGES", "10.0.0.0/8"}});
  std::string line;
  Greeting(server, line);
  EXPECT_EQ(Post(port.address(), ""), 200);
  const auto page = Get(port.address(), "/");
  EXPECT_EQ(StatusOf(page), 200);
  EXPECT_NE(page.find(site::kStatusTitle), std::string::npos) << page;
  EXPECT_EQ(StatusOf(Get(port.address(), "/wallets-v2.json")), 404);
  EXPECT_EQ(StatusOf(Get(metrics.address(), "/ready")), 200);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(OfficialEnvironment, AnswersOfficialProbePaths) {
  ServerProcess server(Serve(), {{"PRICHAL_DEV_STAND", tree_.path("stand")}});
  std::string line;
  const std::string admin = Greeting(server, line)[2];
  for (const auto* path : {"/health", "/ready", "/healthz", "/readyz"}) {
    const std::string response = Get(admin, path);
    EXPECT_EQ(StatusOf(response), 200) << path;
    EXPECT_EQ(BodyOf(response), "{\"status\":\"ok\"}\n");
    EXPECT_EQ(HeaderOf(response, "Content-Type"), "application/json");
  }
  const std::string version = Get(admin, "/version");
  EXPECT_TRUE(std::regex_match(BodyOf(version), std::regex(R"(\{"version":"\d+\.\d+\.\d+"\}\n)")));
  EXPECT_NE(BodyOf(version).find(HeaderOf(version, "X-Build-Commit").value_or("none")),
            std::string::npos);
}

TEST_F(OfficialEnvironment, RejectsOfficialStorageKinds) {
  for (const auto* storage : {"postgres", "redis"}) {
    ServerProcess server(Serve(), {{"STORAGE", storage}});
    EXPECT_EQ(server.Wait(), 2);
    EXPECT_NE(
        server.err().find("store.kind: \"" + std::string(storage) + "\" (environment STORAGE): "),
        std::string::npos)
        << server.err();
  }
}

TEST_F(OfficialEnvironment, ReportsMistakeInTokensFile) {
  tree_.Write("tokens", "good\nwith space\n");
  const auto error = [&](const std::string& path) {
    ServerProcess server(Serve(), {{"PRICHAL_DEV_STAND", tree_.path("stand")},
                                   {"PRICHAL_BRIDGE_BYPASS_TOKENS_FILE", path}});
    EXPECT_EQ(server.Wait(), 2);
    return server.err();
  };
  const std::string bad = error(tree_.path("tokens"));
  EXPECT_NE(bad.find("prichal: bridge.bypass_tokens_file: \"" + tree_.path("tokens") +
                     "\", line 2: not a token. Fix: write tokens of 1 to 256"),
            std::string::npos)
      << bad;
  EXPECT_EQ(bad.find("with space"), std::string::npos);
  EXPECT_NE(error(tree_.path("none")).find("No such file or directory"), std::string::npos);
  EXPECT_NE(error(tree_.path("web"))
                .find("bridge.bypass_tokens_file: \"" + tree_.path("web") +
                      "\" is a folder. Fix: name a regular file"),
            std::string::npos);
}

}  // namespace
}  // namespace prichal::testing
