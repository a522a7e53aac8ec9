#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/bridge/service.h"
#include "net/server.h"
#include "raw_client.h"
#include "store/memory_store.h"

namespace prichal::app {
namespace {

using prichal::testing::BodyOf;
using prichal::testing::HeaderOf;
using prichal::testing::RawClient;
using prichal::testing::StatusOf;
using prichal::testing::Unchunk;

const std::string kTrace = "0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071";

/// A client id of its own for each number; numbers spread over all loops.
std::string Id(int number) {
  std::string digits = std::to_string(number);
  return std::string(64 - digits.size(), 'a') + digits;
}

std::string EventsPath(const std::string& ids, const std::string& more = {}) {
  return "/bridge/events?client_id=" + ids + more;
}

std::string Get(const std::string& path, const std::string& headers = {}) {
  return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
}

std::string PostRequest(const std::string& from, const std::string& to, const std::string& body,
                        const std::string& ttl = "300", const std::string& headers = {}) {
  return "POST /bridge/message?client_id=" + from + "&to=" + to + "&ttl=" + ttl +
         "&trace_id=" + kTrace + " HTTP/1.1\r\nHost: a\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// The message texts of a stream in order, and its ids.
struct Events {
  std::vector<std::string> messages;
  std::vector<std::int64_t> ids;
};

Events EventsIn(const std::string& stream) {
  Events events;
  std::size_t at = 0;
  while ((at = stream.find("event: message\nid: ", at)) != std::string::npos) {
    at += 19;
    events.ids.push_back(std::stoll(stream.substr(at)));
    const std::size_t from = stream.find("\"message\":\"", at) + 11;
    events.messages.push_back(stream.substr(from, stream.find('"', from) - from));
  }
  return events;
}

class BridgeTest : public ::testing::Test {
 protected:
  void Start(const BridgeOptions& options = {}, net::ServerOptions server_options = {}) {
    server_options.loops = 2;
    server_ = std::make_unique<net::Server>(server_options);
    service_ = std::make_unique<BridgeService>(*server_, options, store_);
    const auto bound =
        server_->Listen({.listen = "127.0.0.1:0", .handler = [this](net::Loop& loop) {
                           return service_->MakeHandler(loop);
                         }});
    ASSERT_TRUE(bound.has_value()) << bound.error().message;
    address_ = *bound;
    server_->Start();
  }

  ~BridgeTest() override { server_.reset(); }

  [[nodiscard]] RawClient Connect(int receive_buffer = 0) const {
    return RawClient(address_, receive_buffer);
  }

  [[nodiscard]] std::string Ask(const std::string& request) const { return Connect().Ask(request); }

  /// A stream that is subscribed: its opening has come, and a message to it comes at once.
  [[nodiscard]] RawClient Listen(const std::string& ids, const std::string& more = {},
                                 int receive_buffer = 0) const {
    RawClient client = Connect(receive_buffer);
    client.Send(Get(EventsPath(ids, more + "&enable_queue_done_event=true")));
    EXPECT_EQ(StatusOf(client.ReadUntil("\r\n\r\n")), 200);
    return client;
  }

  static void SkipToLive(RawClient& stream) {
    EXPECT_TRUE(stream.ReadUntil("data: queue_done\r\n\r\n\r\n").ends_with("\r\n\r\n\r\n"));
  }

  store::MemoryStore store_;
  std::unique_ptr<BridgeService> service_;
  std::unique_ptr<net::Server> server_;
  std::string address_;
};

TEST_F(BridgeTest, AStreamByteForByte) {
  Start();
  RawClient stream = Connect();
  stream.Send(Get(EventsPath(Id(1)), "Origin: https://dapp.example\r\n"));
  const std::string head = stream.ReadUntil("\r\n\r\n");
  EXPECT_EQ(StatusOf(head), 200);
  EXPECT_EQ(HeaderOf(head, "Content-Type"), "text/event-stream");
  EXPECT_EQ(HeaderOf(head, "Cache-Control"), "private, no-cache, no-transform");
  EXPECT_EQ(HeaderOf(head, "X-Accel-Buffering"), "no");
  EXPECT_EQ(HeaderOf(head, "Connection"), "keep-alive");
  EXPECT_EQ(HeaderOf(head, "Transfer-Encoding"), "chunked");
  EXPECT_EQ(HeaderOf(head, "Vary"), "Origin");
  EXPECT_EQ(HeaderOf(head, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(stream.ReadBytes(17), "c\r\nretry: 100\n\n\r\n");

  const std::string answer = Ask(PostRequest(Id(2), Id(1), "a<b"));
  EXPECT_EQ(StatusOf(answer), 200);
  EXPECT_EQ(BodyOf(answer), "{\"message\":\"OK\",\"statusCode\":200}\n");
  EXPECT_EQ(HeaderOf(answer, "Content-Type"), "application/json");
  EXPECT_EQ(HeaderOf(answer, "Vary"), "Origin");
  EXPECT_EQ(HeaderOf(answer, "Access-Control-Allow-Origin"), std::nullopt);

  const std::string chunk = stream.ReadUntil("\n\n\r\n");
  const std::string event = Unchunk(chunk);
  const std::string id = std::to_string(EventsIn(event).ids.at(0));
  EXPECT_EQ(event, "event: message\nid: " + id + "\ndata: {\"from\":\"" + Id(2) +
                       "\",\"message\":\"a\\u003cb\",\"trace_id\":\"" + kTrace +
                       "\",\"connect_source\":{\"ip\":\"\"}}\n\n");
}

TEST_F(BridgeTest, HeartbeatsComeInBothForms) {
  Start({.heartbeat = Millis(100)});
  RawClient legacy = Connect();
  legacy.Send(Get(EventsPath(Id(1))));
  EXPECT_TRUE(legacy.ReadUntil("12\r\nevent: heartbeat\n\n\r\n").ends_with("\n\n\r\n"));
  RawClient message = Connect();
  message.Send(Get(EventsPath(Id(1), "&heartbeat=message")));
  EXPECT_TRUE(message.ReadUntil("23\r\nevent: message\r\ndata: heartbeat\r\n\r\n\r\n")
                  .ends_with("heartbeat\r\n\r\n\r\n"));
}

TEST_F(BridgeTest, StreamsEndCleanlyWithTheirLifetime) {
  Start({.lifetime = Millis(100), .lifetime_jitter = Millis(0)});
  RawClient stream = Listen(Id(1));
  EXPECT_TRUE(stream.ReadUntil("0\r\n\r\n").ends_with("\r\n0\r\n\r\n"));
  EXPECT_EQ(StatusOf(stream.Ask(PostRequest(Id(2), Id(1), "x"))), 200);
}

TEST_F(BridgeTest, RefusesBeforeTheStreamBegins) {
  Start();
  const auto refused = [this](const std::string& path) {
    const std::string answer = Ask(Get(path, "Origin: https://dapp.example\r\n"));
    EXPECT_EQ(HeaderOf(answer, "Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(HeaderOf(answer, "Content-Type"), "application/json");
    return std::to_string(StatusOf(answer)) + " " + BodyOf(answer);
  };
  EXPECT_EQ(refused("/bridge/events"),
            "400 {\"message\":\"param \\\"client_id\\\" not present\",\"statusCode\":400}\n");
  EXPECT_EQ(refused(EventsPath(Id(1), "&heartbeat=")),
            "400 {\"message\":\"invalid heartbeat type. Supported: legacy and message\","
            "\"statusCode\":400}\n");
  EXPECT_EQ(refused(EventsPath("xyz")),
            "400 {\"message\":\"param \\\"client_id\\\" must be a valid public address, error: "
            "public address must be 64 characters long\",\"statusCode\":400}\n");
  EXPECT_EQ(refused("/bridge/nothing"), "404 {\"message\":\"Not Found\"}\n");
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(std::string(200'000, 'a'))))), 414);
  EXPECT_EQ(service_->Stats().bad_requests, 3U);
}

TEST_F(BridgeTest, RefusesBadMessages) {
  Start({.body_limit = 1000});
  EXPECT_EQ(BodyOf(Ask(PostRequest(Id(1), Id(2), "x", "-60"))),
            "{\"message\":\"param \\\"ttl\\\" must not be negative\",\"statusCode\":400}\n");
  EXPECT_EQ(BodyOf(Ask(PostRequest(Id(1), Id(2), "x", "301"))),
            "{\"message\":\"param \\\"ttl\\\" too high\",\"statusCode\":400}\n");
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), std::string(1000, 'x')))), 200);
  const std::string large = Ask(PostRequest(Id(1), Id(2), std::string(1001, 'x')));
  EXPECT_EQ(StatusOf(large), 413);
  EXPECT_EQ(HeaderOf(large, "Access-Control-Allow-Origin"), "*");
}

TEST_F(BridgeTest, MethodsAndPreflights) {
  Start();
  const std::string origin = "Origin: https://dapp.example\r\n";
  const auto ask = [&](const std::string& method, const std::string& path,
                       const std::string& headers) {
    RawClient client = Connect();
    client.Send(method + " " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + headers +
                "\r\n");
    return client.ReadAll();
  };
  const std::string wrong = ask("PUT", "/bridge/message", {});
  EXPECT_EQ(StatusOf(wrong), 405);
  EXPECT_EQ(HeaderOf(wrong, "Allow"), "OPTIONS, POST");
  EXPECT_EQ(BodyOf(wrong), "{\"message\":\"Method Not Allowed\"}\n");
  const std::string head = ask("HEAD", EventsPath(Id(1)), {});
  EXPECT_EQ(StatusOf(head), 405);
  EXPECT_EQ(HeaderOf(head, "Allow"), "OPTIONS, GET");
  EXPECT_EQ(BodyOf(head), "");
  const std::string preflight = ask("OPTIONS", "/bridge/message", origin);
  EXPECT_EQ(StatusOf(preflight), 204);
  EXPECT_EQ(HeaderOf(preflight, "Allow"), "OPTIONS, POST");
  EXPECT_EQ(HeaderOf(preflight, "Access-Control-Allow-Methods"), "GET,POST,OPTIONS");
  EXPECT_EQ(HeaderOf(preflight, "Access-Control-Max-Age"), "86400");
}

TEST_F(BridgeTest, WithoutCorsNoLineOfIt) {
  Start({.cors = false});
  const std::string answer =
      Ask(PostRequest(Id(1), Id(2), "x", "300", "Origin: https://dapp.example\r\n"));
  EXPECT_EQ(StatusOf(answer), 200);
  EXPECT_EQ(HeaderOf(answer, "Access-Control-Allow-Origin"), std::nullopt);
}

TEST_F(BridgeTest, BodiesAreOpaqueText) {
  Start();
  RawClient stream = Listen(Id(1));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), ""))), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "\xff\n\xe2\x80\xa8"))), 200);
  EXPECT_EQ(EventsIn(stream.ReadUntil("\\u2028")).messages,
            (std::vector<std::string>{"", "\\ufffd\\n\\u2028"}));
  const std::string large(300'000, 'y');
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), large))), 200);
  EXPECT_EQ(EventsIn(stream.ReadUntil("\n\n\r\n") + stream.ReadUntil("\n\n\r\n")).messages.back(),
            large);
}

TEST_F(BridgeTest, AWholeBacklogInOrderThenQueueDone) {
  Start();
  RawClient sender = Connect();
  constexpr int kMessages = 3000;
  const std::string ids = Id(1) + "," + Id(2) + "," + Id(3);
  std::string burst;
  for (int i = 0; i < kMessages; ++i) {
    burst += PostRequest(Id(9), Id(1 + i % 3), std::to_string(i), i % 2 == 0 ? "300" : "60");
    if (i % 100 != 99) continue;
    sender.Send(std::exchange(burst, {}));
    for (int j = 0; j < 100; ++j) ASSERT_EQ(StatusOf(sender.ReadAnswer()), 200);
  }
  RawClient stream = Listen(ids);
  const Events all = EventsIn(Unchunk(stream.ReadUntil("data: queue_done\r\n\r\n\r\n")));
  ASSERT_EQ(all.ids.size(), static_cast<std::size_t>(kMessages));
  EXPECT_TRUE(std::is_sorted(all.ids.begin(), all.ids.end()));
  EXPECT_EQ(all.messages.back(), std::to_string(kMessages - 1));

  RawClient rest = Connect();
  rest.Send(Get(EventsPath(ids, "&enable_queue_done_event=true"),
                "Last-Event-ID: " + std::to_string(all.ids.at(2000)) + "\r\n"));
  rest.ReadUntil("\r\n\r\n");
  const Events after = EventsIn(Unchunk(rest.ReadUntil("data: queue_done\r\n\r\n\r\n")));
  EXPECT_EQ(after.ids, std::vector(all.ids.begin() + 2001, all.ids.end()));
}

TEST_F(BridgeTest, LargeMessagesInABacklogDoNotEndTheStream) {
  Start();
  const std::string large(400'000, 'l');
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), i % 2 == 0 ? large : "small"))), 200);
  }
  RawClient stream = Listen(Id(1), {}, 4096);
  EXPECT_EQ(EventsIn(Unchunk(stream.ReadUntil("data: queue_done\r\n\r\n\r\n"))).ids.size(), 20U);
  EXPECT_EQ(server_->Stats().streams_too_slow, 0U);
}

TEST_F(BridgeTest, ALoopThatIsBehindSaysNotNow) {
  Start({}, {.mailbox_tasks = 0});  // nothing new passes between loops
  int stored = 0;
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string answer = Ask(PostRequest(Id(99), Id(i), "x"));
    if (StatusOf(answer) == 200) ++stored;
    if (StatusOf(answer) == 503 && HeaderOf(answer, "Retry-After") == "5") ++refused;
  }
  EXPECT_EQ(stored + refused, 40);
  EXPECT_GT(refused, 0);
  // A stream that could not be told of its messages ends, instead of staying and missing them.
  for (int i = 0; i < 40; ++i) {
    RawClient stream = Listen(Id(i));
    const std::string bytes = stream.ReadUntil("\r\n\r\n");
    EXPECT_TRUE(bytes.ends_with("queue_done\r\n\r\n") || bytes.ends_with("\r\n0\r\n\r\n"));
  }
}

TEST_F(BridgeTest, NothingIsLostWhileSubscribing) {
  Start();
  constexpr int kBurst = 60;
  std::vector<std::string> expected;
  for (int i = 0; i < kBurst; ++i) expected.push_back(std::to_string(i));
  for (int round = 0; round < 100; ++round) {
    // Two ids, so that in half of the rounds their homes are different loops.
    const std::string one = Id(2 * round);
    const std::string two = Id(2 * round + 1);
    std::thread sending([&] {
      RawClient sender = Connect();
      for (int i = 0; i < kBurst; ++i) {
        const std::string& to = i % 2 == 0 ? one : two;
        EXPECT_EQ(
            StatusOf(sender.Ask(PostRequest(Id(9999), to, expected[static_cast<std::size_t>(i)]))),
            200);
      }
    });
    RawClient stream = Listen(one + "," + two);
    std::string bytes;
    while (EventsIn(bytes).ids.size() < kBurst) {
      const std::string more = stream.ReadUntil("}\n\n\r\n");
      if (more.empty()) break;
      bytes += more;
    }
    sending.join();
    EXPECT_EQ(EventsIn(bytes).messages, expected) << "round " << round;
  }
}

TEST_F(BridgeTest, EverySubscriberGetsAll) {
  Start();
  std::vector<RawClient> streams;
  for (int i = 0; i < 6; ++i) {
    streams.push_back(Listen(Id(1)));
    SkipToLive(streams.back());
  }
  streams.back().Reset();
  streams.pop_back();
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "hello"))), 200);
  for (RawClient& stream : streams) {
    EXPECT_EQ(EventsIn(stream.ReadUntil("\n\n\r\n")).messages, std::vector<std::string>{"hello"});
  }
}

TEST_F(BridgeTest, ASlowReaderIsEndedCleanlyAndGetsTheRest) {
  Start();
  RawClient stream = Listen(Id(1), {}, 4096);
  SkipToLive(stream);
  RawClient sender = Connect();
  constexpr std::size_t kMessages = 1000;
  const std::string body(20'000, 'z');
  std::size_t sent = 0;
  while (sent < kMessages && server_->Stats().streams_too_slow == 0) {
    ASSERT_EQ(StatusOf(sender.Ask(PostRequest(Id(2), Id(1), body))), 200);
    ++sent;
  }
  ASSERT_LT(sent, kMessages) << "the stream should have been ended";
  const std::string bytes = stream.ReadUntil("\r\n0\r\n\r\n");
  EXPECT_TRUE(bytes.ends_with("\n\n\r\n0\r\n\r\n"));
  Events got = EventsIn(bytes);

  stream.Send(Get(EventsPath(Id(1), "&enable_queue_done_event=true"),
                  "Last-Event-ID: " + std::to_string(got.ids.back()) + "\r\n"));
  const Events rest = EventsIn(stream.ReadUntil("data: queue_done\r\n\r\n\r\n"));
  got.ids.insert(got.ids.end(), rest.ids.begin(), rest.ids.end());
  EXPECT_EQ(got.ids.size(), sent);
  EXPECT_TRUE(std::is_sorted(got.ids.begin(), got.ids.end()));
}

TEST_F(BridgeTest, AFullMailboxSaysSo) {
  Start({.mailbox_messages = 3});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "x"))), 200);
  }
  const std::string answer =
      Ask(PostRequest(Id(2), Id(1), "x", "300", "Origin: https://dapp.example\r\n"));
  EXPECT_EQ(StatusOf(answer), 429);
  EXPECT_EQ(HeaderOf(answer, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(answer, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(service_->Stats().mailbox_full, 1U);
}

TEST_F(BridgeTest, ConnectAndResetStormsLeaveNothing) {
  Start();
  for (int i = 0; i < 1000; ++i) {
    RawClient client = Connect();
    client.Send(Get(EventsPath(Id(i % 8))));
    client.Reset();
  }
  for (int i = 0; i < 8; ++i) EXPECT_EQ(StatusOf(Ask(PostRequest(Id(9), Id(i), "x", "0"))), 200);
  while (service_->Stats().subscriptions > 0) std::this_thread::yield();
  while (service_->Stats().mailboxes > 0) std::this_thread::yield();
}

TEST_F(BridgeTest, DrainsCleanlyWithAHintWhenToComeBack) {
  Start();
  std::vector<RawClient> streams;
  for (int i = 0; i < 50; ++i) {
    streams.push_back(Listen(Id(i)));
    SkipToLive(streams.back());
  }
  EXPECT_TRUE(server_->Drain(Millis(2000)));
  for (RawClient& stream : streams) {
    const std::string last_words = stream.ReadAll();
    EXPECT_TRUE(Unchunk(last_words).starts_with("retry: "));
    EXPECT_TRUE(last_words.ends_with("\n\n\r\n0\r\n\r\n"));
  }
}

TEST_F(BridgeTest, CountsForOperators) {
  Start();
  RawClient stream = Listen(Id(1) + "," + Id(2));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(1), "x"))), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(4), "x"))), 200);
  stream.ReadUntil("\n\n\r\n");
  const bridge::Stats stats = service_->Stats();
  EXPECT_EQ(stats.subscriptions, 2U);
  EXPECT_EQ(stats.accepted, 2U);
  EXPECT_EQ(stats.delivered, 1U);
  EXPECT_EQ(stats.messages_waiting, 2U);
  EXPECT_EQ(stats.ids_per_stream[1], 1U);
  EXPECT_EQ(stats.ids_in_streams, 2U);
}

}  // namespace
}  // namespace prichal::app
