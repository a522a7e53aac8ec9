// POST /bridge/verify: the verdict for a wallet about the page that requests a connection.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <thread>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/bridge_fixture.h"

namespace prichal::bridge {
namespace {

const std::string kPage = "https://dapp.example";
const std::string kHere = "2001:db8::1";
const std::string kElsewhere = "192.0.2.7";

/// Clients connect through a proxy, so that tests can choose their addresses.
class BridgeVerify : public DeployedBridgeTest {
 protected:
  void StartBehindProxy(const config::Settings::Bridge& bridge = {}) {
    const auto proxies =
        http::TrustedProxies::Parse({"127.0.0.1"}, http::ForwardedHeader::kXForwardedFor).value();
    Start(bridge, {}, proxies);
  }

  /// Opens a stream of a page and waits until it is open. A shared store knows it slightly later;
  /// see AwaitVerdict().
  [[nodiscard]] RawClient Open(const std::string& ids, const std::string& origin,
                               const std::string& address) const {
    RawClient stream = Connect();
    stream.Send(
        Get(EventsPath(ids), "Origin: " + origin + "\r\nX-Forwarded-For: " + address + "\r\n"));
    EXPECT_EQ(StatusOf(stream.ReadUntil("\r\n\r\n")), 200);
    return stream;
  }

  [[nodiscard]] std::string Post(const std::string& query, const std::string& headers = {},
                                 const std::string& body = {}) const {
    return Ask("POST /bridge/verify" + query + " HTTP/1.1\r\nHost: a\r\n" + headers +
               "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }

  [[nodiscard]] std::string Verdict(const std::string& id, const std::string& url,
                                    const std::string& address) const {
    return BodyOf(Post("?client_id=" + id + "&url=" + url, "X-Forwarded-For: " + address + "\r\n"));
  }

  /// A single process knows a stream immediately, several instances only after their store does.
  void AwaitVerdict(const std::string& expected, const std::string& id, const std::string& url,
                    const std::string& address) const {
    if (shared()) {
      Await("the verdict is " + expected, [&] { return Verdict(id, url, address) == expected; });
    } else {
      EXPECT_EQ(Verdict(id, url, address), expected);
    }
  }
};

const std::string kVerified = "{\"status\":\"ok\"}\n";
const std::string kWarning = "{\"status\":\"warning\"}\n";
const std::string kDanger = "{\"status\":\"danger\"}\n";
const std::string kUnknown = "{\"status\":\"unknown\"}\n";

TEST_P(BridgeVerify, ReturnsVerdictsOnEveryLoop) {
  StartBehindProxy();
  for (int i = 0; i < 20; ++i) {  // shards and connections are on both loops
    const RawClient stream = Open(Id(i), kPage, kHere);
    AwaitVerdict(kVerified, Id(i), kPage + "/buy", kHere);
    EXPECT_EQ(Verdict(Id(i), kPage, kElsewhere), kWarning);
    EXPECT_EQ(Verdict(Id(i), "https://evil.example", kHere), kDanger);
    EXPECT_EQ(Verdict(Id(i + 100), kPage, kHere), kUnknown);
  }
  std::array<std::uint64_t, kVerdicts> verified{};
  for (std::size_t i = 0; i < instances(); ++i) {
    for (std::size_t kind = 0; kind < verified.size(); ++kind) {
      verified.at(kind) += service(i).Stats().verified.at(kind);
    }
  }
  if (shared()) {
    EXPECT_GE(verified.at(3), 20U);  // plus one for each request that came too early
    verified.at(3) = 20;
  }
  EXPECT_EQ(verified, (std::array<std::uint64_t, 4>{20, 20, 20, 20}));
}

TEST_P(BridgeVerify, LimitsRequestsPerAddress) {
  StartBehindProxy({.verify_rate = 1, .verify_burst = 3});
  const auto ask = [&](const std::string& address, const std::string& more = {}) {
    return Post("?client_id=" + Id(1) + "&url=" + kPage,
                "X-Forwarded-For: " + address + "\r\n" + more);
  };
  int refused = 0;
  for (int i = 0; i < 20; ++i) {
    const std::string response = ask(kElsewhere, "Origin: https://wallet.example\r\n");
    if (StatusOf(response) == 200) continue;
    ++refused;
    EXPECT_EQ(StatusOf(response), 429);
    EXPECT_EQ(HeaderOf(response, "Retry-After"), "1");
    EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), "*");
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(Counted(&Stats::verifies_limited), static_cast<std::uint64_t>(refused));
  // Invalid requests count too.
  int bad_refused = 0;
  for (int i = 0; i < 20; ++i) {
    if (StatusOf(Post("", "X-Forwarded-For: 192.0.2.8\r\n")) == 429) ++bad_refused;
  }
  EXPECT_GT(bad_refused, 0);
  EXPECT_EQ(StatusOf(ask(kHere)), 200);
}

TEST_P(BridgeVerify, RemembersEndedStream) {
  StartBehindProxy();
  Open(Id(1), kPage, kHere).Reset();
  AwaitVerdict(kVerified, Id(1), kPage, kHere);
}

TEST_P(BridgeVerify, RemembersOnlyFirstIdOfStream) {
  StartBehindProxy();
  const RawClient stream = Open(Id(1) + "," + Id(2), kPage, kHere);
  AwaitVerdict(kVerified, Id(1), kPage, kHere);
  EXPECT_EQ(Verdict(Id(2), kPage, kHere), kUnknown);
}

TEST_P(BridgeVerify, IgnoresRejectedStream) {
  StartBehindProxy();
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(Id(1), "&heartbeat=x"), "Origin: " + kPage + "\r\n"))),
            400);
  EXPECT_EQ(Verdict(Id(1), kPage, kHere), kUnknown);
}

TEST_P(BridgeVerify, EnforcesCacheLimit) {
  StartBehindProxy({.connect_cache_size = 0});
  const RawClient stream = Open(Id(1), kPage, kHere);
  EXPECT_EQ(Verdict(Id(1), kPage, kHere), kUnknown);
}

TEST_P(BridgeVerify, AnswerMatchesByteForByte) {
  StartBehindProxy();
  const std::string json = R"({"client_id":")" + Id(1) + R"(","url":"https://dapp.example"})";
  const std::string response =
      Post({}, "Content-Type: application/json\r\nOrigin: https://wallet.example\r\n", json);
  EXPECT_EQ(StatusOf(response), 200);
  EXPECT_EQ(BodyOf(response), kUnknown);
  EXPECT_EQ(HeaderOf(response, "Content-Type"), "application/json");
  EXPECT_EQ(HeaderOf(response, "Vary"), "Origin");
  EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), "*");
}

TEST_P(BridgeVerify, ReturnsOfficialErrorMessages) {
  StartBehindProxy();
  const auto refused = [this](const std::string& query) {
    const std::string response = Post(query);
    return std::to_string(StatusOf(response)) + " " + BodyOf(response);
  };
  EXPECT_EQ(refused(""),
            "400 {\"message\":\"param \\\"client_id\\\" not present\",\"statusCode\":400}\n");
  EXPECT_EQ(refused("?client_id=a"),
            "400 {\"message\":\"param \\\"url\\\" not present\",\"statusCode\":400}\n");
  EXPECT_EQ(refused("?client_id=a&url=b&type=message"),
            "400 {\"message\":\"param \\\"type\\\" must be: connect\",\"statusCode\":400}\n");
  EXPECT_EQ(Counted(&Stats::bad_requests), 3U);
  const std::string large =
      Post({}, "Content-Type: application/json\r\n", std::string(65'537, ' '));
  EXPECT_EQ(StatusOf(large), 413);
  EXPECT_EQ(HeaderOf(large, "Access-Control-Allow-Origin"), "*");
}

TEST_P(BridgeVerify, AnswersMethodsAndPreflights) {
  StartBehindProxy();
  const std::string wrong = Ask(Get("/bridge/verify"));
  EXPECT_EQ(StatusOf(wrong), 405);
  EXPECT_EQ(HeaderOf(wrong, "Allow"), "OPTIONS, POST");
  RawClient client = Connect();
  client.Send(
      "OPTIONS /bridge/verify HTTP/1.1\r\nHost: a\r\nOrigin: https://wallet.example\r\n\r\n");
  const std::string preflight = client.ReadUntil("\r\n\r\n");
  EXPECT_EQ(StatusOf(preflight), 204);
  EXPECT_NE(HeaderOf(preflight, "Access-Control-Allow-Headers").value_or("").find("Content-Type"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Deployments, BridgeVerify, OneAndTwoInstances(), NameOfDeployment);

}  // namespace
}  // namespace prichal::bridge
