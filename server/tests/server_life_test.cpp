// How connections and streams end, and what a server does at its limits.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server_fixture.h"

namespace prichal::net {
namespace {

using ServerLife = ServerTest;

TEST_F(ServerLife, DeadlinesEndWhatDoesNotMove) {
  Start({.header_deadline = Millis(100),
         .body_deadline = Millis(100),
         .answer_deadline = Millis(100),
         .idle_deadline = Millis(100),
         .progress_deadline = Millis(200)});
  RawClient silent = Connect();
  EXPECT_TRUE(silent.AtEnd());

  RawClient slow_head = Connect();
  slow_head.Send("GET / HT");
  EXPECT_EQ(StatusOf(slow_head.ReadAll()), 408);

  RawClient slow_body = Connect();
  slow_body.Send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nh");
  EXPECT_EQ(StatusOf(slow_body.ReadAll()), 408);

  RawClient unanswered = Connect();
  unanswered.Send(Get("/never"));
  const std::string answer = unanswered.ReadAll();
  EXPECT_EQ(StatusOf(answer), 503);
  EXPECT_EQ(HeaderOf(answer, "Retry-After"), "5");

  RawClient idle = Connect();
  EXPECT_EQ(StatusOf(idle.Ask(Get("/"))), 200);
  EXPECT_TRUE(idle.AtEnd());

  RawClient not_reading = Connect(4096);
  not_reading.Send(Get("/big"));
  while (server->Stats().connections > 0) std::this_thread::yield();
  EXPECT_LT(not_reading.ReadAll().size(), 8'000'000U);
  EXPECT_GE(server->Stats().timeouts, 4U);
}

TEST_F(ServerLife, StreamsBeatAndEndWithTheirLifetime) {
  Start();
  RawClient client = Connect();
  client.Send(Get("/short"));
  const std::string head = client.ReadUntil("\r\n\r\n");
  EXPECT_EQ(HeaderOf(head, "Transfer-Encoding"), "chunked");
  EXPECT_EQ(HeaderOf(head, "Connection"), "keep-alive");
  const std::string body = client.ReadUntil("0\r\n\r\n");
  EXPECT_TRUE(body.starts_with("5\r\nfirst\r\n4\r\nbeat\r\n4\r\nbeat\r\n")) << body;
  EXPECT_TRUE(body.ends_with("4\r\nbeat\r\n0\r\n\r\n")) << body;
  EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);  // the connection stays
}

TEST_F(ServerLife, OldClientsGetStreamsWithoutChunks) {
  Start();
  RawClient client = Connect();
  client.Send("GET /short HTTP/1.0\r\n\r\n");
  const std::string all = client.ReadAll();
  EXPECT_EQ(HeaderOf(all, "Transfer-Encoding"), std::nullopt);
  EXPECT_EQ(HeaderOf(all, "Connection"), "close");
  EXPECT_TRUE(BodyOf(all).starts_with("firstbeatbeat"));
}

TEST_F(ServerLife, AStreamWhosePeerGoesIsForgotten) {
  Start();
  {
    RawClient client = Connect();
    client.Send(Get("/stream"));
    EXPECT_EQ(StatusOf(client.ReadUntil("first")), 200);
    EXPECT_EQ(server->Stats().streams, 1U);
    client.Reset();
    RawClient other = Connect();
    other.Send(Get("/stream"));
    EXPECT_EQ(StatusOf(other.ReadUntil("first")), 200);
  }
  while (server->Stats().streams > 0) std::this_thread::yield();
}

TEST_F(ServerLife, AReaderThatFallsBehindIsEndedCleanly) {
  Start();
  RawClient client = Connect(4096);
  client.Send(Get("/flood"));
  while (server->Stats().streams_too_slow == 0) std::this_thread::yield();
  // What was taken before the end arrives whole, and then the last chunk.
  EXPECT_TRUE(client.ReadUntil("\r\n0\r\n\r\n").ends_with("f\r\n0\r\n\r\n"));
  EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);
}

TEST_F(ServerLife, BeyondTheLimitConnectionsGet503) {
  Start({.max_connections = 2});
  RawClient one = Connect();
  RawClient two = Connect();
  EXPECT_EQ(StatusOf(one.Ask(Get("/"))), 200);
  EXPECT_EQ(StatusOf(two.Ask(Get("/"))), 200);
  RawClient three = Connect();
  const std::string refused = three.ReadAll();
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_EQ(std::to_string(BodyOf(refused).size()), HeaderOf(refused, "Content-Length"));
  EXPECT_EQ(server->Stats().refused_full, 1U);
}

TEST_F(ServerLife, WithoutDescriptorsItClosesTheNewcomerAndGoesOn) {
  Start();
  RawClient old = Connect();
  EXPECT_EQ(StatusOf(old.Ask(Get("/"))), 200);
  // The client's socket takes the last descriptor that there may be.
  const int next = dup(STDERR_FILENO);
  close(next);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit tight = before;
  tight.rlim_cur = static_cast<rlim_t>(next) + 1;
  setrlimit(RLIMIT_NOFILE, &tight);
  RawClient newcomer = Connect();
  EXPECT_TRUE(newcomer.AtEnd());
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_GE(server->Stats().refused_descriptors, 1U);
  EXPECT_EQ(StatusOf(old.Ask(Get("/"))), 200);
  RawClient later = Connect();
  EXPECT_EQ(StatusOf(later.Ask(Get("/"))), 200);
}

TEST_F(ServerLife, DrainsInOrderAndInTime) {
  Start();
  std::vector<RawClient> streams;
  for (int i = 0; i < 20; ++i) {
    streams.push_back(Connect());
    streams.back().Send(Get("/stream"));
    EXPECT_EQ(StatusOf(streams.back().ReadUntil("first\r\n")), 200);
  }
  RawClient idle = Connect();
  EXPECT_EQ(StatusOf(idle.Ask(Get("/"))), 200);

  EXPECT_TRUE(server->Drain(Millis(2000)));
  for (RawClient& stream : streams) EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
  EXPECT_TRUE(idle.AtEnd());
  EXPECT_FALSE(Connect().connected());
}

TEST_F(ServerLife, DrainWaitsNoLongerThanItMay) {
  Start();
  RawClient client = Connect();
  client.Send(Get("/never"));
  client.Send(Get("/"));
  while (server->Stats().bytes_received == 0) std::this_thread::yield();
  EXPECT_FALSE(server->Drain(Millis(100)));
}

TEST(Listen, RefusesWithAddressReasonAndWayOut) {
  const auto handler = [](Loop&) { return std::make_unique<EchoHandler>(); };
  Server first({.loops = 2});
  const auto bound = first.Listen({.listen = "127.0.0.1:0", .handler = handler});
  ASSERT_TRUE(bound.has_value());
  Server second({.loops = 2});
  const auto taken = second.Listen({.listen = *bound, .handler = handler});
  ASSERT_FALSE(taken.has_value());
  EXPECT_EQ(taken.error().message,
            "cannot listen on " + *bound +
                ": Address already in use; stop the other process, or choose another port (port 0 "
                "takes any free one)");
  for (const std::string bad :
       {"", "8080", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:65536", "example.org:80", "[::1:80"}) {
    const auto refused = second.Listen({.listen = bad, .handler = handler});
    ASSERT_FALSE(refused.has_value()) << bad;
    EXPECT_NE(refused.error().message.find("\"" + bad + "\": not an address"), std::string::npos);
  }
}

}  // namespace
}  // namespace prichal::net
