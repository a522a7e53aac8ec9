// How connections and streams end, and how a server behaves at its limits.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/server_fixture.h"

namespace prichal::http {
namespace {

using ServerLife = ServerTest;

TEST_F(ServerLife, TimesOutStalledConnections) {
  Start({.header_deadline = Millis(100),
         .body_deadline = Millis(100),
         .response_deadline = Millis(100),
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
  const std::string response = unanswered.ReadAll();
  EXPECT_EQ(StatusOf(response), 503);
  EXPECT_EQ(HeaderOf(response, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(response, "X-Site"), "echo");

  RawClient idle = Connect();
  EXPECT_EQ(StatusOf(idle.Ask(Get("/"))), 200);
  EXPECT_TRUE(idle.AtEnd());

  RawClient not_reading = Connect(4096);
  not_reading.Send(Get("/big"));
  Await("all connections end", [&] { return server->Stats().connections == 0; });
  EXPECT_LT(not_reading.ReadAll().size(), 8'000'000U);
  EXPECT_GE(server->Stats().timeouts, 4U);
}

TEST_F(ServerLife, SendsHeartbeatsAndEndsStreamAtLifetime) {
  Start();
  RawClient client = Connect();
  client.Send(Get("/short"));
  const std::string head = client.ReadUntil("\r\n\r\n");
  EXPECT_EQ(HeaderOf(head, "Transfer-Encoding"), "chunked");
  EXPECT_EQ(HeaderOf(head, "Connection"), "keep-alive");
  // If the loop was late, the lifetime ends the stream after one heartbeat.
  const std::string body = client.ReadUntil("0\r\n\r\n");
  EXPECT_TRUE(body.starts_with("5\r\nfirst\r\n4\r\nbeat\r\n")) << body;
  EXPECT_TRUE(body.ends_with("4\r\nbeat\r\n0\r\n\r\n")) << body;
  EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);  // the connection stays open

  RawClient endless = Connect();
  endless.Send(Get("/stream"));
  EXPECT_TRUE(endless.ReadUntil("beat\r\n4\r\nbeat").ends_with("beat\r\n4\r\nbeat"));
}

TEST_F(ServerLife, StreamsWithoutChunksToHttp10) {
  Start();
  RawClient client = Connect();
  client.Send("GET /short HTTP/1.0\r\n\r\n");
  const std::string all = client.ReadAll();
  EXPECT_EQ(HeaderOf(all, "Transfer-Encoding"), std::nullopt);
  EXPECT_EQ(HeaderOf(all, "Connection"), "close");
  EXPECT_TRUE(BodyOf(all).starts_with("firstbeat")) << all;
}

TEST_F(ServerLife, EndsStreamWhenPeerResets) {
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
  Await("all streams end", [&] { return server->Stats().streams == 0; });
}

TEST_F(ServerLife, EndsSlowStreamCleanly) {
  Start();
  RawClient client = Connect(4096);
  client.Send(Get("/flood"));
  Await("the slow stream is ended", [&] { return server->Stats().streams_too_slow > 0; });
  // All data accepted before the end arrives, followed by the last chunk.
  EXPECT_TRUE(client.ReadUntil("\r\n0\r\n\r\n").ends_with("f\r\n0\r\n\r\n"));
  EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);
}

TEST_F(ServerLife, AnswersUnavailableBeyondConnectionLimit) {
  Start({.max_connections = 2});
  std::vector<RawClient> streams;
  for (int i = 0; i < 2; ++i) {
    streams.push_back(Connect());
    streams.back().Send(Get("/stream"));
    EXPECT_EQ(StatusOf(streams.back().ReadUntil("first")), 200);
  }
  RawClient three = Connect();
  const std::string refused = three.ReadAll();
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_EQ(std::to_string(BodyOf(refused).size()), HeaderOf(refused, "Content-Length"));
  EXPECT_EQ(HeaderOf(refused, "Connection"), "close");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(refused, "X-Site"), "echo");
  EXPECT_EQ(server->Stats().refused_full, 1U);
}

TEST_F(ServerLife, ShedsIdleConnectionsForNewOnes) {
  Start({.loops = 1, .max_connections = 10});
  RawClient stream = Connect();
  stream.Send(Get("/stream"));
  stream.ReadUntil("first");
  RawClient half = Connect();
  half.Send("GET / HT");
  std::vector<RawClient> idle;
  for (int i = 0; i < 6; ++i) {
    idle.push_back(Connect());
    EXPECT_EQ(StatusOf(idle.back().Ask(Get("/"))), 200);
  }
  for (int i = 0; i < 40; ++i) {
    RawClient visitor = Connect();
    EXPECT_EQ(StatusOf(visitor.Ask(Get("/"))), 200) << i;
    idle.push_back(std::move(visitor));
  }
  EXPECT_EQ(server->Stats().refused_full, 0U);
  EXPECT_GE(server->Stats().shed_idle, 30U);
  half.Send("TP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(StatusOf(half.ReadResponse()), 200) << "in the middle of a request nobody is idle";
  EXPECT_NE(stream.ReadUntil("beat"), "");
}

TEST_F(ServerLife, ShedsLongestIdleFirst) {
  Start({.loops = 1, .max_connections = 4});
  std::vector<RawClient> idle;
  for (int i = 0; i < 3; ++i) {
    idle.push_back(Connect());
    EXPECT_EQ(StatusOf(idle.back().Ask(Get("/"))), 200);
    // The server orders connections by the time of their last request in milliseconds, so the next
    // request must have a later one.
    const auto answered = std::chrono::steady_clock::now();
    Await("the clock moves on",
          [&] { return std::chrono::steady_clock::now() - answered > Millis(2); });
  }
  EXPECT_EQ(StatusOf(idle.front().Ask(Get("/"))), 200);
  RawClient fourth = Connect();
  EXPECT_EQ(StatusOf(fourth.Ask(Get("/"))), 200);
  RawClient fifth = Connect();
  EXPECT_EQ(StatusOf(fifth.Ask(Get("/"))), 200);
  EXPECT_TRUE(idle[1].AtEnd());
  EXPECT_EQ(StatusOf(idle[0].Ask(Get("/"))), 200);
  EXPECT_EQ(StatusOf(idle[2].Ask(Get("/"))), 200);
}

TEST_F(ServerLife, LimitsConnectionsPerAddress) {
  Start({.connections_per_address = 3, .counts_address = [](const IpAddress&) { return true; }});
  std::vector<RawClient> open;
  for (int i = 0; i < 3; ++i) {
    open.push_back(Connect());
    EXPECT_EQ(StatusOf(open.back().Ask(Get("/"))), 200);
  }
  EXPECT_EQ(StatusOf(Connect().ReadAll()), 503);
  EXPECT_EQ(server->Stats().refused_address, 1U);
  open.pop_back();
  Await("the third connection ends", [&] { return server->Stats().connections <= 2; });
  EXPECT_EQ(StatusOf(Connect().Ask(Get("/"))), 200);
}

TEST_F(ServerLife, ExemptsLoopbackFromAddressLimit) {
  Start({.connections_per_address = 1});
  RawClient one = Connect();
  RawClient two = Connect();
  EXPECT_EQ(StatusOf(one.Ask(Get("/"))), 200);
  EXPECT_EQ(StatusOf(two.Ask(Get("/"))), 200);
}

TEST_F(ServerLife, ClosesNewConnectionWithoutDescriptors) {
  Start();
  RawClient old = Connect();
  EXPECT_EQ(StatusOf(old.Ask(Get("/"))), 200);
  // The client's socket takes the last free descriptor.
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

TEST_F(ServerLife, DrainsStreamsAndIdleConnections) {
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

TEST_F(ServerLife, CompletesResponseStartedBeforeDrain) {
  Start();
  RawClient client = Connect(4096);
  client.Send(Get("/big"));
  Await("the response begins", [&] { return server->Stats().responses[3][2] > 0; });
  std::future<bool> drained =
      std::async(std::launch::async, [this] { return server->Drain(Millis(10'000)); });
  Await("the server stops accepting", [&] { return !Connect().connected(); });
  EXPECT_GT(client.ReadAll().size(), 8'000'000U);
  EXPECT_TRUE(drained.get());
}

TEST_F(ServerLife, StopsDrainAtDeadline) {
  Start();
  RawClient client = Connect();
  client.Send(Get("/never"));
  client.Send(Get("/"));
  Await("the request arrives", [&] { return server->Stats().bytes_received > 0; });
  EXPECT_FALSE(server->Drain(Millis(100)));
}

TEST(Listen, ReportsAddressReasonAndFix) {
  const auto handler = [](Loop&) { return std::make_unique<EchoHandler>(); };
  Server first({.loops = 2});
  const auto bound = first.Listen({.listen = "127.0.0.1:0", .handler = handler});
  ASSERT_TRUE(bound.has_value());
  Server second({.loops = 2});
  const auto taken = second.Listen({.listen = *bound, .handler = handler});
  ASSERT_FALSE(taken.has_value());
  EXPECT_EQ(
      taken.error(),
      "cannot listen on " + *bound +
          ": Address already in use. Fix: stop the process that uses it, or choose another port.");
  for (const std::string bad :
       {"", "8080", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:65536", "example.org:80", "[::1:80"}) {
    const auto refused = second.Listen({.listen = bad, .handler = handler});
    ASSERT_FALSE(refused.has_value()) << bad;
    EXPECT_NE(refused.error().find("cannot listen on \"" + bad + "\": "), std::string::npos);
  }
}

/// Limits the kernel buffer of a reader that reads nothing, because it counts as memory of the
/// container.
TEST_F(ServerLife, LimitsUnreadBytesInKernel) {
  Start({.loops = 1});
  RawClient reader = Connect(4096);
  reader.Send(Get("/big"));
  const auto sent = [this] { return server->Stats().bytes_sent; };
  Await("the response begins", [&] { return sent() > 0; });
  // The loop has handled the event: other clients got responses.
  for (int i = 0; i < 100; ++i) EXPECT_EQ(StatusOf(Connect().Ask(Get("/"))), 200);
  EXPECT_LT(sent(), 512U * 1024);
}

/// A slow metrics request that ends on command.
class SlowAdmin final : public Handler {
 public:
  explicit SlowAdmin(std::shared_future<void> go) : go_(std::move(go)) {}
  void Handle(const Request& /*request*/, ResponseWriter& writer) override {
    go_.wait();
    writer.Respond(ResponseBuilder(200).Body("text/plain", std::string("numbers")));
  }

 private:
  std::shared_future<void> go_;
};

TEST_F(ServerLife, SlowScrapeBlocksNoRequest) {
  std::promise<void> go;
  server = std::make_unique<Server>(ServerOptions{.loops = 1});
  const auto site = server->Listen(
      {.listen = "127.0.0.1:0", .handler = [](Loop&) { return std::make_unique<EchoHandler>(); }});
  const auto admin = server->Listen(
      {.listen = "127.0.0.1:0",
       .handler = [go = go.get_future().share()](Loop&) { return std::make_unique<SlowAdmin>(go); },
       .admin = true});
  ASSERT_TRUE(site && admin);
  server->Start();
  RawClient scrape(*admin);
  scrape.Send(Get("/metrics"));
  // Both connections are accepted by now, and the first request has arrived.
  Await("the request arrives", [&] { return server->Stats().bytes_received > 0; });
  EXPECT_EQ(StatusOf(RawClient(*site).Ask(Get("/"))), 200);
  go.set_value();
  EXPECT_EQ(BodyOf(scrape.ReadResponse()), "numbers");
}

TEST_F(ServerLife, CountsTasksRejectedByFullMailbox) {
  server = std::make_unique<Server>(ServerOptions{.loops = 1, .mailbox_tasks = 1});
  EXPECT_TRUE(server->loop(0).Post([] {}));
  EXPECT_FALSE(server->loop(0).Post([] {}));
  EXPECT_EQ(server->Stats().mailbox_full, 1U);
}

}  // namespace
}  // namespace prichal::http
