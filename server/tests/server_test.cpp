#include "net/server.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "http/answer_builder.h"
#include "raw_client.h"

namespace prichal::net {
namespace {

using prichal::testing::BodyOf;
using prichal::testing::HeaderOf;
using prichal::testing::RawClient;
using prichal::testing::StatusOf;

constexpr std::size_t kBodyLimit = 100'000;

const StreamKind& TestStreams() {
  static const StreamKind kind{.heartbeat = Share("beat"), .heartbeat_every = Millis(100)};
  return kind;
}

/// Answers by path: what a site does, in small.
class EchoHandler final : public Handler {
 public:
  [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
    return kBodyLimit;
  }

  void Handle(const http::Request& request, Exchange& exchange) override {
    Loop& loop = exchange.loop();
    exchange.CountAs(3);
    if (request.path == "/throw") throw std::runtime_error("bad luck");
    if (request.path == "/never") return;
    if (request.path == "/big") {
      return exchange.Answer(
          http::AnswerBuilder(200).Body("text/plain", std::string(8'000'000, 'x')));
    }
    if (request.path == "/later") {
      loop.PostAlways([&loop, handle = exchange.handle(), body = std::string(request.body)] {
        loop.Answer(handle, http::AnswerBuilder(200).Body("text/plain", "later " + body));
      });
      return;
    }
    if (request.path == "/stream" || request.path == "/short" || request.path == "/flood") {
      Stream& stream = exchange.Begin({
          .answer = WithFirst(http::AnswerBuilder(200).Stream("text/event-stream")),
          .kind = &TestStreams(),
          .lifetime = request.path == "/short" ? Millis(500) : Millis(0),
          .session = std::make_unique<StreamSession>(),
      });
      if (request.path == "/flood") Flood(loop, stream.handle());
      return;
    }
    exchange.Answer(http::AnswerBuilder(200).Body("text/plain", std::string(request.body)));
  }

 private:
  static http::Answer WithFirst(http::Answer answer) {
    answer.body = Share("first");
    return answer;
  }

  /// Sends for as long as the stream takes it.
  static void Flood(Loop& loop, net::Handle handle) {
    Stream* stream = loop.FindStream(handle);
    if (stream == nullptr) return;
    stream->Send(Share(std::string(10'000, 'f')));
    loop.PostAlways([&loop, handle] { Flood(loop, handle); });
  }
};

class ServerTest : public ::testing::Test {
 protected:
  void Start(ServerOptions options = {}) {
    if (options.loops == 0) options.loops = 2;
    server = std::make_unique<Server>(options);
    const auto bound = server->Listen({.listen = "127.0.0.1:0", .handler = [](Loop&) {
                                         return std::make_unique<EchoHandler>();
                                       }});
    ASSERT_TRUE(bound.has_value()) << bound.error().message;
    address = *bound;
    server->Start();
  }

  [[nodiscard]] RawClient Connect(int receive_buffer = 0) const {
    return RawClient(address, receive_buffer);
  }

  std::unique_ptr<Server> server;
  std::string address;
};

std::string Get(const std::string& path) { return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n"; }

TEST_F(ServerTest, AnswersAndStays) {
  Start();
  RawClient client = Connect();
  for (int i = 0; i < 3; ++i) {
    const std::string answer =
        client.Ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi");
    EXPECT_EQ(StatusOf(answer), 200);
    EXPECT_EQ(BodyOf(answer), "hi");
    EXPECT_EQ(HeaderOf(answer, "Connection"), std::nullopt);
    EXPECT_TRUE(HeaderOf(answer, "Date")->ends_with(" GMT"));
  }
}

TEST_F(ServerTest, HeadHasTheHeadOfGet) {
  Start();
  RawClient client = Connect();
  client.Send("HEAD /big HTTP/1.1\r\nHost: a\r\n\r\n" + Get("/"));
  const std::string head = client.ReadUntil("\r\n\r\n");
  EXPECT_EQ(HeaderOf(head, "Content-Length"), "8000000");
  EXPECT_EQ(StatusOf(client.ReadAnswer()), 200);
}

TEST_F(ServerTest, ClosesWhenAskedTo) {
  Start();
  RawClient client = Connect();
  const std::string answer = client.Ask("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(HeaderOf(answer, "Connection"), "close");
  EXPECT_TRUE(client.AtEnd());

  RawClient old = Connect();
  EXPECT_EQ(HeaderOf(old.Ask("GET / HTTP/1.0\r\n\r\n"), "Connection"), "close");
  EXPECT_TRUE(old.AtEnd());

  RawClient old_staying = Connect();
  const std::string staying = old_staying.Ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(HeaderOf(staying, "Connection"), "keep-alive");
  EXPECT_EQ(StatusOf(old_staying.Ask(Get("/"))), 200);
}

TEST_F(ServerTest, PipelinedRequestsAreAnsweredInOrder) {
  Start();
  RawClient client = Connect();
  std::string all;
  for (int i = 0; i < 50; ++i) {
    const std::string body = std::to_string(i);
    all += std::string(i % 3 == 0 ? "POST /later" : "POST /") +
           " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           body;
  }
  client.Send(all);
  for (int i = 0; i < 50; ++i) {
    const std::string expected = (i % 3 == 0 ? "later " : "") + std::to_string(i);
    EXPECT_EQ(BodyOf(client.ReadAnswer()), expected);
  }
}

TEST_F(ServerTest, ReadsWhatComesByteByByte) {
  Start();
  RawClient client = Connect();
  for (const char c :
       std::string("POST /later HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
                   "\r\n3\r\nabc\r\n0\r\n\r\n")) {
    client.Send({&c, 1});
  }
  EXPECT_EQ(BodyOf(client.ReadAnswer()), "later abc");
}

TEST_F(ServerTest, LargeBodiesAndAnswersPass) {
  Start();
  RawClient client = Connect();
  const std::string body(kBodyLimit, 'b');
  EXPECT_EQ(BodyOf(client.Ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " +
                              std::to_string(body.size()) + "\r\n\r\n" + body)),
            body);
  EXPECT_EQ(BodyOf(client.Ask(Get("/big"))).size(), 8'000'000U);
  EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);
}

TEST_F(ServerTest, HalfACloseStillGetsItsAnswer) {
  Start();
  RawClient client = Connect();
  client.Send(Get("/big"));
  client.CloseSending();
  EXPECT_EQ(BodyOf(client.ReadAll()).size(), 8'000'000U);
}

TEST_F(ServerTest, SaysContinueToWhoWaitsForIt) {
  Start();
  RawClient client = Connect();
  client.Send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.ReadUntil("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("hi");
  EXPECT_EQ(BodyOf(client.ReadAnswer()), "hi");
  // Nobody is told to go on who is about to be refused, or has sent the body already.
  EXPECT_EQ(StatusOf(client.Ask("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                                "Content-Length: 2\r\n\r\nhi")),
            200);
  EXPECT_EQ(StatusOf(client.Ask("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                                "Content-Length: 100001\r\n\r\n")),
            413);
}

TEST_F(ServerTest, RefusalsAreAnsweredAndEndTheConnection) {
  Start();
  const auto refusal = [this](const std::string& bytes) {
    RawClient client = Connect();
    client.Send(bytes);
    const std::string answer = client.ReadAll();
    EXPECT_EQ(HeaderOf(answer, "Connection"), "close");
    return StatusOf(answer);
  };
  EXPECT_EQ(refusal("GET / HTTP/1.1\nHost: a\n\n"), 400);
  EXPECT_EQ(refusal("GET /" + std::string(9000, 'x') + " HTTP/1.1\r\n"), 414);
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(17'000, 'x')), 431);
  EXPECT_EQ(refusal("GET / HTTP/3.0\r\nHost: a\r\n\r\n"), 505);
  // The peer is still sending: the answer must reach it all the same.
  EXPECT_EQ(refusal("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n" +
                    std::string(300'000, 'x')),
            413);
  EXPECT_GE(server->Stats().bad_requests, 5U);
}

TEST_F(ServerTest, AHandlerThatThrowsHarmsNobodyElse) {
  Start();
  RawClient client = Connect();
  EXPECT_EQ(StatusOf(client.Ask(Get("/throw"))), 500);
  EXPECT_TRUE(client.AtEnd());
  RawClient next = Connect();
  EXPECT_EQ(StatusOf(next.Ask(Get("/"))), 200);
}

TEST_F(ServerTest, DeadlinesEndWhatDoesNotMove) {
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

TEST_F(ServerTest, StreamsBeatAndEndWithTheirLifetime) {
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

TEST_F(ServerTest, OldClientsGetStreamsWithoutChunks) {
  Start();
  RawClient client = Connect();
  client.Send("GET /short HTTP/1.0\r\n\r\n");
  const std::string all = client.ReadAll();
  EXPECT_EQ(HeaderOf(all, "Transfer-Encoding"), std::nullopt);
  EXPECT_EQ(HeaderOf(all, "Connection"), "close");
  EXPECT_TRUE(BodyOf(all).starts_with("firstbeatbeat"));
}

TEST_F(ServerTest, AStreamWhosePeerGoesIsForgotten) {
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

TEST_F(ServerTest, AReaderThatFallsBehindIsEndedCleanly) {
  Start();
  RawClient client = Connect(4096);
  client.Send(Get("/flood"));
  while (server->Stats().streams_too_slow == 0) std::this_thread::yield();
  // What was taken before the end arrives whole, and then the last chunk.
  EXPECT_TRUE(client.ReadUntil("\r\n0\r\n\r\n").ends_with("f\r\n0\r\n\r\n"));
  EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);
}

TEST_F(ServerTest, BeyondTheLimitConnectionsGet503) {
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

TEST_F(ServerTest, WithoutDescriptorsItClosesTheNewcomerAndGoesOn) {
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

TEST_F(ServerTest, CountsAnswersByRoute) {
  Start();
  RawClient client = Connect();
  client.Ask(Get("/"));
  client.Ask(Get("/throw"));
  const NetStats stats = server->Stats();
  EXPECT_EQ(stats.answers[3][2], 1U);
  EXPECT_EQ(stats.answers[3][5], 1U);
  EXPECT_GT(stats.bytes_received, 0U);
  EXPECT_GT(stats.bytes_sent, 0U);
}

TEST_F(ServerTest, DrainsInOrderAndInTime) {
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

TEST_F(ServerTest, DrainWaitsNoLongerThanItMay) {
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
