// Graceful shutdown of the binary: completed work, rejected requests, and duration.

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

using DrainTest = ProcessTest;

/// Sends a message without the last of its two bytes. The server does not exit before the message
/// is complete.
RawClient BeginMessage(const std::string& site) {
  RawClient client(site);
  client.Send("POST /bridge/message?client_id=" + kClientId + "&to=" + kClientId +
              "&ttl=60 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1");
  return client;
}

TEST_F(DrainTest, DrainsOnFirstSignal) {
  for (const int signal : {SIGTERM, SIGINT}) {
    // A server that waited for its timeout would not exit within this test.
    ServerProcess server(Serve({"--dev"}), Patient());
    const auto [site, admin] = ReadAddresses(server);
    std::vector<RawClient> streams;
    for (int i = 0; i < 20; ++i) streams.push_back(OpenStream(site));

    server.Signal(signal);
    for (auto& stream : streams) {
      EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
      EXPECT_TRUE(stream.AtEnd());
    }
    EXPECT_EQ(server.Wait(), 0) << server.err();
    EXPECT_NE(server.err().find("drained"), std::string::npos) << server.err();
  }
}

/// The server waits for the pending request, so the test has time to check.
TEST_F(DrainTest, ReportsDrainingWhileRequestIsPending) {
  ServerProcess server(Serve({"--dev"}), Patient());
  const auto [site, admin] = ReadAddresses(server);
  RawClient slow = BeginMessage(site);
  RawClient stream = OpenStream(site);
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));

  EXPECT_EQ(BodyOf(Get(admin, "/readyz")), "{\"status\":\"draining\"}\n");
  EXPECT_EQ(StatusOf(Get(admin, "/readyz")), 503);
  EXPECT_EQ(StatusOf(Get(admin, "/healthz")), 200);
  slow.Send("2");
  EXPECT_NE(StatusOf(slow.ReadResponse()), 0);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(DrainTest, ServesWithReadinessOffDuringDrainDelay) {
  auto environment = Stand();
  environment["SHUTDOWN_DRAIN_DELAY"] = "600";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  RawClient old = OpenStream(site);
  server.Signal(SIGTERM);
  Await("readiness is off", [&] { return StatusOf(Get(admin, "/readyz")) != 200; });
  EXPECT_EQ(BodyOf(Get(admin, "/readyz")), "{\"status\":\"draining\"}\n");
  EXPECT_NE(BodyOf(Get(admin, "/metrics")).find("\nprichal_ready 0\n"), std::string::npos);
  // New clients are still served, and existing ones continue.
  RawClient newcomer = OpenStream(site);
  EXPECT_EQ(StatusOf(Get(site, "/")), 200);
  EXPECT_EQ(StatusOf(RawClient(site).Ask("POST /bridge/message?client_id=" + kClientId +
                                         "&to=" + kClientId +
                                         "&ttl=60 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"
                                         "hello")),
            200);
  EXPECT_NE(old.ReadUntil("hello").find("hello"), std::string::npos);
  EXPECT_NE(newcomer.ReadUntil("hello").find("hello"), std::string::npos);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 128 + SIGTERM);
}

TEST_F(DrainTest, DrainsAfterDelay) {
  auto environment = Stand();
  environment["PRICHAL_SERVER_DRAIN_DELAY"] = "50";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  RawClient stream = OpenStream(site);
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
  EXPECT_EQ(server.Wait(), 0) << server.err();
  const auto waits = server.err().find("readiness is off");
  EXPECT_NE(waits, std::string::npos) << server.err();
  EXPECT_GT(server.err().find("drained"), waits);
}

TEST_F(DrainTest, ExitsAtOnceOnSecondSignal) {
  ServerProcess server(Serve({"--dev"}), Patient());
  const auto [site, admin] = ReadAddresses(server);
  RawClient slow = BeginMessage(site);
  RawClient stream = OpenStream(site);
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 128 + SIGTERM);
}

}  // namespace
}  // namespace prichal::testing
