// Content of the binary's log, and data that must not be logged.

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "base/tests/fixture_held_port.h"
#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

using ProcessLogTest = ProcessTest;

TEST_F(ProcessLogTest, LogsRequestsOnlyAtDebugLevelWithoutQueries) {
  auto environment = Stand();
  environment["PRICHAL_LOG_LEVEL"] = "debug";
  environment["PRICHAL_LOG_FORMAT"] = "json";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  EXPECT_EQ(StatusOf(Get(site, "/?tgWebAppData=secret")), 200);
  EXPECT_EQ(StatusOf(Get(site, "/bridge/events?client_id=" + kClientId + "&heartbeat=x")), 400);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_NE(server.err().find(R"("level":"debug","message":"request","method":"GET","path":"/",)"
                              R"("status":200})"),
            std::string::npos)
      << server.err();
  EXPECT_NE(server.err().find(R"("path":"/bridge/events","status":400})"), std::string::npos)
      << server.err();
  EXPECT_EQ(server.err().find("secret"), std::string::npos);
  EXPECT_EQ(server.err().find(kClientId), std::string::npos);
  EXPECT_EQ(server.err().find("127.0.0.1"), std::string::npos);
}

TEST_F(ProcessLogTest, LogsUnreachableValkeyAsErrorWithMeaning) {
  const prichal::HeldPort closed;
  const std::string valkey = "127.0.0.1:" + std::to_string(closed.number());
  ServerProcess server(Serve({}), {{"PRICHAL_SITE_ORIGIN", "https://app.example.org"},
                                   {"PRICHAL_STORE_KIND", "valkey"},
                                   {"PRICHAL_STORE_VALKEY_URI", "redis://" + valkey}});
  ReadAddresses(server);
  server.ReadError("error   cannot reach Valkey at " + valkey +
                   " (connection refused); answering 503 until it is back");
}

TEST_F(ProcessLogTest, LogsTraceIds) {
  auto environment = Stand();
  environment["PRICHAL_LOG_LEVEL"] = "debug";
  environment["PRICHAL_LOG_FORMAT"] = "json";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  const std::string traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const auto post = [&, at = site](const std::string& trace_id, const std::string& header) {
    return StatusOf(RawClient(at).Ask("POST /bridge/message?client_id=" + kClientId +
                                      "&to=" + kClientId + "&ttl=60&trace_id=" + trace_id +
                                      " HTTP/1.1\r\nHost: x\r\ntraceparent: " + header +
                                      "\r\nContent-Length: 5\r\n\r\nhello"));
  };
  EXPECT_EQ(post("%7B018F4B7C-0000-7000-8000-00000000000A%7D", traceparent), 200);
  EXPECT_EQ(post("forged%22%2C%22level%22", "00-forged\"-01"), 200);
  EXPECT_EQ(StatusOf(Get(site, "/?trace_id=018f4b7c-0000-7000-8000-00000000000b",
                         "traceparent: " + traceparent + "\r\n")),
            200);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  const auto& log = server.err();
  EXPECT_NE(log.find(R"("trace_id":"018f4b7c-0000-7000-8000-00000000000a","traceparent":")" +
                     traceparent + "\""),
            std::string::npos)
      << log;
  // Invalid IDs are not logged, and neither are unrelated parameters of a page.
  EXPECT_EQ(log.find("forged"), std::string::npos) << log;
  EXPECT_EQ(log.find("00000000000b"), std::string::npos) << log;
  EXPECT_NE(log.find(R"("path":"/","traceparent":")" + traceparent + R"(","status":200})"),
            std::string::npos)
      << log;
}

TEST_F(ProcessLogTest, LogsClientAddressIfConfigured) {
  auto environment = Stand();
  environment["PRICHAL_LOG_LEVEL"] = "debug";
  environment["PRICHAL_LOG_FORMAT"] = "json";
  environment["PRICHAL_LOG_ADDRESSES"] = "true";
  environment["PRICHAL_PROXIES_TRUSTED"] = "127.0.0.1";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  RawClient behind_proxy(site);
  EXPECT_EQ(StatusOf(behind_proxy.Ask("GET / HTTP/1.1\r\nHost: x\r\n"
                                      "X-Forwarded-For: 6.6.6.6, 203.0.113.9\r\n\r\n")),
            200);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_NE(server.err().find(R"("path":"/","client":"203.0.113.9","status":200})"),
            std::string::npos)
      << server.err();
}

TEST_F(ProcessLogTest, UnreadLogBlocksNeitherRequestsNorExit) {
  ServerProcess server(Serve({"--dev"}), [&] {
    auto environment = Stand();
    environment["PRICHAL_LOG_LEVEL"] = "debug";
    return environment;
  }());
  const auto addresses = ReadAddresses(server);
  // Several times the capacity of the pipe and the log's queue.
  RawClient client(addresses.site);
  for (int burst = 0; burst < 300; ++burst) {
    std::string requests;
    for (int i = 0; i < 100; ++i) requests += "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n";
    client.Send(requests);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(StatusOf(client.ReadResponse()), 404);
  }
  const auto metrics = Get(addresses.admin, "/metrics");
  EXPECT_EQ(metrics.find("\nprichal_log_lines_dropped_total 0\n"), std::string::npos);
  server.Signal(SIGTERM);
  EXPECT_TRUE(server.EndsUnread());
}

}  // namespace
}  // namespace prichal::testing
