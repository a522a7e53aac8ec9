// The bridge under abuse, on real sockets: it goes on serving others, and what an attack can take
// is what the configuration says.

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bridge_fixture.h"
#include "telemetry/process.h"

namespace prichal::app {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

const std::string kOrigin = "Origin: https://dapp.example\r\n";

http::TrustedProxies TrustingLoopback() {
  return *http::TrustedProxies::Parse({"127.0.0.1"}, http::ForwardedHeader::kXForwardedFor);
}

/// As our proxy would hand it on for a client at this address.
std::string For(const std::string& client) { return "X-Forwarded-For: " + client + "\r\n"; }

class Abuse : public BridgeTest {
 protected:
  /// For as long as it takes, or until the test as a whole is given up.
  static void WaitFor(const std::function<bool()>& condition) {
    while (!condition()) std::this_thread::yield();
  }

  [[nodiscard]] std::string PostFrom(const std::string& headers) const {
    return Ask(PostRequest(Id(1), Id(2), "x", "0", headers));
  }

  /// Others are served as ever.
  void ExpectServing() const {
    RawClient stream = Listen(Id(7000));
    SkipToLive(stream);
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(7001), Id(7000), "still here"))), 200);
    EXPECT_NE(stream.ReadUntil("\n\n\r\n").find("still here"), std::string::npos);
  }
};

TEST_F(Abuse, AFloodOfMessagesIsLimitedByAddress) {
  Start({.rate_limit = 1,
         .rate_burst = 5,
         .bypass_tokens = {"another", "s3cret"},
         .proxies = TrustingLoopback()});
  for (int i = 0; i < 20; ++i) {
    RawClient client = Connect();
    EXPECT_EQ(StatusOf(client.Ask("OPTIONS /bridge/message HTTP/1.1\r\nHost: a\r\n" + kOrigin +
                                  For("203.0.113.9") + "\r\n")),
              204);
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(StatusOf(PostFrom(For("203.0.113.9"))), 200) << i;
  std::string refused;
  WaitFor([&] {
    refused = PostFrom(kOrigin + For("203.0.113.9"));
    return StatusOf(refused) != 200;
  });
  EXPECT_EQ(StatusOf(refused), 429);
  EXPECT_EQ(BodyOf(refused), "{\"message\":\"rate limit exceeded\",\"statusCode\":429}\n");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "1");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_GE(service_->Stats().messages_limited, 1U);

  for (const auto* token : {"Bearer s3cret", "s3cret", "bearer s3cret"}) {
    EXPECT_EQ(
        StatusOf(PostFrom("Authorization: " + std::string(token) + "\r\n" + For("203.0.113.9"))),
        200);
  }
  EXPECT_EQ(service_->TokenUses(), (std::vector<std::uint64_t>{0, 3}));
  EXPECT_EQ(StatusOf(PostFrom(For("203.0.113.10"))), 200);
  EXPECT_EQ(StatusOf(PostFrom("")), 200);  // loopback itself
  WaitFor([&] { return StatusOf(PostFrom(For("203.0.113.9"))) == 200; });
}

TEST_F(Abuse, AMessageTooManyIsRefusedBeforeItsBodyComes) {
  constexpr int kBurst = 3;
  Start({.rate_limit = 1, .rate_burst = kBurst, .proxies = TrustingLoopback()});
  const std::string body(30'000, 'x');
  const std::string request = PostRequest(Id(1), Id(2), body, "0", kOrigin + For("203.0.113.9"));
  const std::string head = request.substr(0, request.size() - body.size());
  // What is let pass is counted once, though its head was looked at before.
  for (int i = 0; i < kBurst; ++i) {
    RawClient client = Connect();
    client.Send(head + body.substr(0, 1));
    WaitFor([&] { return server_->Stats().request_bytes > 0; });
    EXPECT_EQ(StatusOf(client.Ask(body.substr(1))), 200) << i;
  }
  // A second may have passed, and then one more is let pass: it waits for its body.
  std::optional<RawClient> client;
  std::string refused;
  const auto ask = [&](const std::string& what) {
    WaitFor([&] {
      refused = client.emplace(address_).Ask(what);
      return StatusOf(refused) == 429;
    });
  };
  ask(head);
  EXPECT_EQ(BodyOf(refused), "{\"message\":\"rate limit exceeded\",\"statusCode\":429}\n");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "1");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Expose-Headers"), "Retry-After");
  EXPECT_EQ(HeaderOf(refused, "Connection"), std::nullopt);
  WaitFor([&] { return server_->Stats().request_bytes == 0; });
  // The connection goes on behind the body.
  EXPECT_EQ(StatusOf(client->Ask(body + Get("/bridge/nothing"))), 404);

  ask("POST /bridge/message?client_id=" + Id(1) + "&to=" + Id(2) +
      "&ttl=0 HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n" + For("203.0.113.9") + "\r\n");
  EXPECT_EQ(HeaderOf(refused, "Connection"), "close");
  client->Send(std::string(5'000'000, 'x'));
  EXPECT_TRUE(client->AtEnd());
}

TEST_F(Abuse, WrongTokensLiftNothing) {
  Start({.connections_limit = 1, .bypass_tokens = {"s3cret"}, .proxies = TrustingLoopback()});
  RawClient first = Connect();
  first.Send(Get(EventsPath(Id(1)), For("203.0.113.9")));
  EXPECT_EQ(StatusOf(first.ReadUntil("\r\n\r\n")), 200);
  for (const auto* token :
       {"Bearer s3cre", "Bearer s3cret2", "Basic s3cret", "Bearer", "Bearer  "}) {
    EXPECT_EQ(StatusOf(Ask(Get(EventsPath(Id(1)), "Authorization: " + std::string(token) + "\r\n" +
                                                      For("203.0.113.9")))),
              429)
        << token;
  }
}

TEST_F(Abuse, StreamsOfOneAddressAreLimitedAndGivenBack) {
  Start({.connections_limit = 3, .proxies = TrustingLoopback()});
  const auto open = [this](const std::string& client) {
    RawClient stream = Connect();
    stream.Send(Get(EventsPath(Id(1)), kOrigin + For(client)));
    return stream;
  };
  std::vector<RawClient> streams;
  // One household: all of its addresses.
  for (const auto* client : {"2001:db8:1:2::1", "2001:db8:1:2::2", "[2001:db8:1:2:3:4:5:6]:7"}) {
    streams.push_back(open(client));
    EXPECT_EQ(StatusOf(streams.back().ReadUntil("\r\n\r\n")), 200);
  }
  const std::string refused = open("2001:db8:1:2::9").ReadAnswer();
  EXPECT_EQ(StatusOf(refused), 429);
  EXPECT_EQ(BodyOf(refused),
            "{\"message\":\"you have reached the limit of streaming connections: 3 max\","
            "\"statusCode\":429}\n");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(service_->Stats().streams_limited, 1U);
  EXPECT_EQ(StatusOf(open("2001:db8:1:3::1").ReadUntil("\r\n\r\n")), 200);

  streams.pop_back();
  WaitFor([&] { return StatusOf(open("2001:db8:1:2::9").ReadUntil("\r\n\r\n")) == 200; });
}

TEST_F(Abuse, MadeUpForwardingHeadersMoveNobody) {
  Start({.connections_limit = 1, .proxies = TrustingLoopback()});
  const auto ask = [this](const std::string& headers) {
    RawClient stream = Connect();
    stream.Send(Get(EventsPath(Id(1)), headers));
    return stream;
  };
  RawClient first = ask(For("203.0.113.9"));
  EXPECT_EQ(StatusOf(first.ReadUntil("\r\n\r\n")), 200);
  for (const std::string& made_up :
       {For("198.51.100.1, 203.0.113.9"), For("127.0.0.1, 203.0.113.9"),
        For("198.51.100.1") + For("203.0.113.9"), For("\"198.51.100.1, 203.0.113.9"),
        "X-Real-IP: 198.51.100.1\r\nForwarded: for=198.51.100.2\r\n" + For("203.0.113.9"),
        For(std::string(5000, ',') + "::1,203.0.113.9:80")}) {
    EXPECT_EQ(StatusOf(ask(made_up).ReadUntil("\r\n\r\n")), 429) << made_up;
  }
}

TEST_F(Abuse, ConnectAndResetLeavesNothingBehind) {
  Start({.total_ids = 64, .connections_limit = 32, .proxies = TrustingLoopback()});
  for (int i = 0; i < 2000; ++i) {
    RawClient client = Connect();
    client.Send(Get(EventsPath(Id(i % 8)), For("203.0.113.9")));
    if (i % 3 == 0) (void)client.ReadBytes(1);
    client.Reset();
    if (i % 50 == 0) {
      EXPECT_EQ(StatusOf(Ask(PostRequest(Id(100), Id(i % 8), std::to_string(i), "0"))), 200);
    }
  }
  WaitFor([&] {
    return server_->Stats().streams == 0 && server_->Stats().connections == 0 &&
           service_->Stats().subscriptions == 0;
  });
  std::vector<RawClient> streams;
  for (int i = 0; i < 32; ++i) {
    WaitFor([&] {
      RawClient stream = Connect();
      stream.Send(Get(EventsPath(Id(2 * i) + "," + Id(2 * i + 1)), For("203.0.113.9")));
      const bool open = StatusOf(stream.ReadUntil("\r\n\r\n")) == 200;
      if (open) streams.push_back(std::move(stream));
      return open;
    });
  }
}

TEST_F(Abuse, HalfOpenHeadsAreCutOff) {
  Start({}, {.header_deadline = Millis(1000)});
  std::vector<RawClient> slow;
  for (int i = 0; i < 200; ++i) {
    slow.push_back(Connect());
    slow.back().Send("GET /bridge/events?client_id=" + std::string(1000, 'a'));
  }
  ExpectServing();
  for (RawClient& client : slow) EXPECT_EQ(StatusOf(client.ReadAll()), 408);
  WaitFor([&] { return server_->Stats().request_bytes == 0; });
}

TEST_F(Abuse, BodiesInPartAreBoundedTogether) {
  constexpr std::size_t kPart = 20'000;
  Start({}, {.request_bytes = 5 * (kPart + 1000)});
  const std::string head = "POST /bridge/message?client_id=" + Id(1) + "&to=" + Id(2) +
                           "&ttl=60 HTTP/1.1\r\nHost: a\r\n" + kOrigin;
  std::vector<RawClient> slow;
  for (std::size_t i = 0; i < 5; ++i) {
    slow.push_back(Connect());
    // Announced, and in chunks.
    slow.back().Send(head + (i % 2 == 0 ? "Content-Length: 1000000\r\n\r\n"
                                        : "Transfer-Encoding: chunked\r\n\r\nf4240\r\n"));
    slow.back().Send(std::string(kPart, 'x'));
    WaitFor([&] { return server_->Stats().request_bytes > (i + 1) * kPart; });
  }
  RawClient late = Connect();
  late.Send(head + "Content-Length: 1000000\r\n\r\n" + std::string(kPart, 'x'));
  const std::string refused = late.ReadAll();
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(server_->Stats().requests_over_budget, 1U);
  ExpectServing();
  slow.clear();
  WaitFor([&] { return server_->Stats().request_bytes == 0; });
}

TEST_F(Abuse, InputDuringAStreamIsBoundedToo) {
  Start({}, {.request_bytes = 50'000});
  RawClient first = Listen(Id(1));
  first.Send(std::string(40'000, 'x'));
  WaitFor([&] { return server_->Stats().request_bytes == 40'000; });
  RawClient second = Listen(Id(1));
  second.Send(std::string(40'000, 'x'));
  EXPECT_EQ(second.ReadAll().find("HTTP"), std::string::npos);  // closed without a word
  WaitFor([&] { return server_->Stats().request_bytes == 40'000; });
  first.Reset();
  WaitFor([&] { return server_->Stats().request_bytes == 0; });
}

TEST_F(Abuse, LargeBodiesAreRefusedBeforeTheyAreKept) {
  Start({.body_limit = 100'000});
  const std::string head = "POST /bridge/message?client_id=" + Id(1) + "&to=" + Id(2) +
                           "&ttl=60 HTTP/1.1\r\nHost: a\r\n";
  RawClient announced = Connect();
  announced.Send(head + "Content-Length: 67108864\r\n\r\n");
  EXPECT_EQ(StatusOf(announced.ReadAll()), 413);
  RawClient chunked = Connect();
  chunked.Send(head + "Transfer-Encoding: chunked\r\n\r\n4000000\r\n" + std::string(50'000, 'x'));
  EXPECT_EQ(StatusOf(chunked.ReadAll()), 413);
  RawClient many_chunks = Connect();
  many_chunks.Send(head + "Transfer-Encoding: chunked\r\n\r\n");
  const std::string piece = "2710\r\n" + std::string(10'000, 'x') + "\r\n";
  for (int i = 0; i < 20; ++i) many_chunks.Send(piece);
  EXPECT_EQ(StatusOf(many_chunks.ReadAll()), 413);
  EXPECT_EQ(service_->Stats().messages_waiting, 0U);
  WaitFor([&] { return server_->Stats().request_bytes == 0; });
}

TEST_F(Abuse, LongIdsAreRefused) {
  Start();
  const std::string long_id(200'000, 'a');
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(long_id)))), 414);
  EXPECT_EQ(StatusOf(Ask(PostRequest(long_id, Id(1), "x"))), 414);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), long_id, "x"))), 414);
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(Id(1)), "X-Long: " + long_id + "\r\n"))), 431);
  EXPECT_EQ(service_->Stats().mailboxes, 0U);
  WaitFor([&] { return server_->Stats().request_bytes == 0; });
  ExpectServing();
}

TEST_F(Abuse, HostValuesLeaveNothingBehind) {
  Start();
  constexpr int kBatch = 100;
  RawClient client = Connect();
  const auto ask = [&](int from) {
    std::string batch;
    for (int i = from; i < from + kBatch; ++i) {
      batch += "GET /bridge/" + std::to_string(i) + " HTTP/1.1\r\nHost: " + std::to_string(i) +
               ".example\r\nUser-Agent: " + std::to_string(i) + "\r\n\r\n";
    }
    client.Send(batch);
    for (int i = 0; i < kBatch; ++i) EXPECT_EQ(StatusOf(client.ReadAnswer()), 404);
  };
  ask(0);
  const double before = telemetry::ReadProcess().resident_bytes;
  for (int i = 1; i < 1000; ++i) ask(i * kBatch);
  // A sanitizer keeps what was freed.
  if (!kSanitized) {
    EXPECT_LT(telemetry::ReadProcess().resident_bytes, before + 8'000'000);
  }
  EXPECT_EQ(service_->Stats().mailboxes, 0U);
}

TEST_F(Abuse, ManyIdsAreBounded) {
  Start({.total_ids = 1000, .total_bytes = 1024 * 1024});
  const auto ids = [](int from) {
    std::string list = Id(from);
    for (int i = from + 1; i < from + 200; ++i) list.append(",").append(Id(i));
    return list;
  };
  std::vector<RawClient> streams;
  for (int i = 0; i < 5; ++i) streams.push_back(Listen(ids(i * 200)));
  const std::string refused = Ask(Get(EventsPath(Id(9999)), kOrigin));
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(service_->Stats().ids_full, 1U);
  streams.pop_back();
  WaitFor([&] {
    RawClient stream = Connect();
    stream.Send(Get(EventsPath(Id(9999))));
    return StatusOf(stream.ReadUntil("\r\n\r\n")) == 200;
  });

  // As receivers: what waits is bounded, however many they are.
  RawClient sender = Connect();
  int accepted = 0;
  while (StatusOf(sender.Ask(PostRequest(Id(1), Id(100'000 + accepted), ""))) == 200) ++accepted;
  EXPECT_GT(accepted, 500);
  EXPECT_LT(service_->Stats().bytes_waiting, 1024U * 1024);
  EXPECT_GE(service_->Stats().store_full, 1U);
}

TEST_F(Abuse, ReadersThatStopReadingAreEnded) {
  Start();
  std::vector<RawClient> readers;
  for (int i = 0; i < 5; ++i) {
    readers.push_back(Listen(Id(1), {}, 4096));
  }
  RawClient sender = Connect();
  int sent = 0;
  while (server_->Stats().streams_too_slow < readers.size()) {
    ASSERT_EQ(StatusOf(sender.Ask(
                  PostRequest(Id(2), Id(1), std::to_string(sent) + std::string(30'000, 'x'), "0"))),
              200);
    ++sent;
  }
  EXPECT_EQ(server_->Stats().streams, 0U);
  ExpectServing();
}

TEST_F(Abuse, AnyTtlLeavesTheQueuesOfOthersAlone) {
  Start();
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), "first"))), 200);
  for (const auto* ttl :
       {"-2147483648", "-2147483649", "-300", "-60", "-1", "301", "2147483647", "2147483648",
        "9223372036854775807", "99999999999999999999", "", "x", "1e2", "0x10", "%2060"}) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(2), "bad", ttl))), 400) << ttl;
  }
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(2), "now", "0"))), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(2), "last", "1"))), 200);
  RawClient stream = Listen(Id(2));
  const auto events = EventsIn(Unchunk(stream.ReadUntil("queue_done")));
  ASSERT_FALSE(events.messages.empty());
  EXPECT_EQ(events.messages.front(), "first");
}

}  // namespace
}  // namespace prichal::app
