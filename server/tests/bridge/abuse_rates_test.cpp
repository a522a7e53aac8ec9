// Rate and concurrency limits of a client address, and forged input about other clients.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/abuse_fixture.h"

namespace prichal::bridge {
namespace {

using AbuseRates = AbuseTest;

TEST_F(AbuseRates, LimitsMessagesPerAddress) {
  Start(TakingTtlZero({.rate_limit = 1, .rate_burst = 5, .bypass_tokens = {"another", "s3cret"}}),
        {}, TrustingLoopback());
  for (int i = 0; i < 20; ++i) {
    RawClient client = Connect();
    EXPECT_EQ(StatusOf(client.Ask("OPTIONS /bridge/message HTTP/1.1\r\nHost: a\r\n" + kOrigin +
                                  For("203.0.113.9") + "\r\n")),
              204);
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(StatusOf(PostFrom(For("203.0.113.9"))), 200) << i;
  std::string refused;
  Await("a message is refused", [&] {
    refused = PostFrom(kOrigin + For("203.0.113.9"));
    return StatusOf(refused) != 200;
  });
  EXPECT_EQ(StatusOf(refused), 429);
  EXPECT_EQ(BodyOf(refused), "{\"message\":\"rate limit exceeded\",\"statusCode\":429}\n");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "1");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_GE(service().Stats().messages_limited, 1U);

  for (const auto* token : {"Bearer s3cret", "s3cret", "bearer s3cret"}) {
    EXPECT_EQ(
        StatusOf(PostFrom("Authorization: " + std::string(token) + "\r\n" + For("203.0.113.9"))),
        200);
  }
  EXPECT_EQ(service().TokenUses(), (std::vector<std::uint64_t>{0, 3}));
  EXPECT_EQ(StatusOf(PostFrom(For("203.0.113.10"))), 200);
  EXPECT_EQ(StatusOf(PostFrom("")), 200);  // loopback itself
  Await("a message is admitted again",
        [&] { return StatusOf(PostFrom(For("203.0.113.9"))) == 200; });
}

TEST_F(AbuseRates, RejectsExcessMessageBeforeItsBody) {
  constexpr int kBurst = 3;
  Start(TakingTtlZero({.body_limit = 10'000'000, .rate_limit = 1, .rate_burst = kBurst}), {},
        TrustingLoopback());
  const std::string body(30'000, 'x');
  const std::string request = PostRequest(Id(1), Id(2), body, "0", kOrigin + For("203.0.113.9"));
  const std::string head = request.substr(0, request.size() - body.size());
  // An accepted request is counted once, although its header section was checked before.
  for (int i = 0; i < kBurst; ++i) {
    RawClient client = Connect();
    client.Send(head + body.substr(0, 1));
    Await("a part of the body arrives", [&] { return server().Stats().request_bytes > 0; });
    EXPECT_EQ(StatusOf(client.Ask(body.substr(1))), 200) << i;
  }
  // If a second has passed, one more is accepted and waits for its body.
  std::optional<RawClient> client;
  std::string refused;
  const auto ask = [&](const std::string& what) {
    Await("a message is refused", [&] {
      refused = client.emplace(Connect()).Ask(what);
      return StatusOf(refused) == 429;
    });
  };
  ask(head);
  EXPECT_EQ(BodyOf(refused), "{\"message\":\"rate limit exceeded\",\"statusCode\":429}\n");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "1");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Expose-Headers"), "Retry-After");
  EXPECT_EQ(HeaderOf(refused, "Connection"), std::nullopt);
  Await("the body is released", [&] { return server().Stats().request_bytes == 0; });
  // The connection continues after the body.
  EXPECT_EQ(StatusOf(client->Ask(body + Get("/bridge/nothing"))), 404);

  ask("POST /bridge/message?client_id=" + Id(1) + "&to=" + Id(2) +
      "&ttl=0 HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n" + For("203.0.113.9") + "\r\n");
  EXPECT_EQ(HeaderOf(refused, "Connection"), "close");
  client->Send(std::string(5'000'000, 'x'));
  EXPECT_TRUE(client->AtEnd());
}

TEST_F(AbuseRates, WrongBypassTokensLiftNoLimit) {
  Start({.connections_limit = 1, .bypass_tokens = {"s3cret"}}, {}, TrustingLoopback());
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

TEST_F(AbuseRates, LimitsOpenStreamsPerAddress) {
  Start({.connections_limit = 3}, {}, TrustingLoopback());
  const auto open = [this](const std::string& client) {
    RawClient stream = Connect();
    stream.Send(Get(EventsPath(Id(1)), kOrigin + For(client)));
    return stream;
  };
  std::vector<RawClient> streams;
  // Addresses of one customer's network.
  for (const auto* client : {"2001:db8:1:2::1", "2001:db8:1:2::2", "[2001:db8:1:2:3:4:5:6]:7"}) {
    streams.push_back(open(client));
    EXPECT_EQ(StatusOf(streams.back().ReadUntil("\r\n\r\n")), 200);
  }
  const std::string refused = open("2001:db8:1:2::9").ReadResponse();
  EXPECT_EQ(StatusOf(refused), 429);
  EXPECT_EQ(BodyOf(refused),
            "{\"message\":\"you have reached the limit of streaming connections: 3 max\","
            "\"statusCode\":429}\n");
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(service().Stats().streams_limited, 1U);
  EXPECT_EQ(StatusOf(open("2001:db8:1:3::1").ReadUntil("\r\n\r\n")), 200);

  streams.pop_back();
  Await("a stream is admitted again",
        [&] { return StatusOf(open("2001:db8:1:2::9").ReadUntil("\r\n\r\n")) == 200; });
}

TEST_F(AbuseRates, IgnoresForgedForwardingHeaders) {
  Start({.connections_limit = 1}, {}, TrustingLoopback());
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

TEST_F(AbuseRates, LimitsBytesPerAddress) {
  Start(TakingTtlZero({.byte_rate = 1'000, .byte_burst = 100'000}), {}, TrustingLoopback());
  const std::string large(60'000, 'x');
  const auto post = [&](const std::string& headers) {
    return StatusOf(Ask(PostRequest(Id(1), Id(2), large, "0", headers)));
  };
  EXPECT_EQ(post(For("203.0.113.9")), 200);
  EXPECT_EQ(post(For("203.0.113.9")), 429);
  EXPECT_EQ(post(For("203.0.113.10")), 200);
  EXPECT_EQ(StatusOf(PostFrom(For("203.0.113.9"))), 200) << "a small one still has room";
  EXPECT_GE(service().Stats().messages_limited, 1U);
}

TEST_F(AbuseRates, LimitsStreamOpensPerAddress) {
  Start({.events_rate = 1, .events_burst = 3}, {}, TrustingLoopback());
  const auto open = [this](const std::string& client) {
    RawClient stream = Connect();
    stream.Send(Get(EventsPath(Id(1)), kOrigin + For(client)));
    return stream.ReadUntil("\r\n\r\n");
  };
  std::string refused;
  int opened = 0;
  Await("a stream is refused", [&] {
    refused = open("203.0.113.9");
    if (StatusOf(refused) == 200) ++opened;
    return StatusOf(refused) != 200;
  });
  EXPECT_GE(opened, 3);
  EXPECT_EQ(StatusOf(refused), 429);
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "1");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_GE(service().Stats().opens_limited, 1U);
  EXPECT_EQ(StatusOf(open("203.0.113.10")), 200);
  Await("a stream is admitted again", [&] { return StatusOf(open("203.0.113.9")) == 200; });
}

/// An address can neither flood a receiver nor open unlimited streams for it, and does not affect
/// other addresses.
TEST_F(AbuseRates, LimitsAddressPerId) {
  Start({.rate_limit = 0, .id_rate = 1, .id_burst = 2}, {}, TrustingLoopback());
  const auto post = [&](const std::string& client, int to) {
    return StatusOf(Ask(PostRequest(Id(1), Id(to), "x", "1", For(client))));
  };
  Await("a message is refused", [&] { return post("203.0.113.9", 2) == 429; });
  EXPECT_EQ(post("203.0.113.9", 3), 200);
  EXPECT_EQ(post("203.0.113.10", 2), 200);
  EXPECT_GE(service().Stats().id_limited, 1U);
  const auto open = [&](const std::string& client, int id) {
    RawClient stream = Connect();
    stream.Send(Get(EventsPath(Id(id)), For(client)));
    return StatusOf(stream.ReadUntil("\r\n\r\n"));
  };
  Await("a stream is refused", [&] { return open("203.0.113.9", 2) == 429; });
  EXPECT_EQ(open("203.0.113.9", 4), 200);
  EXPECT_EQ(open("203.0.113.10", 2), 200);
}

/// Streams with forged origins for a client ID do not mark the app's real page as suspicious.
TEST_F(AbuseRates, KeepsVerdictDespiteForgedOrigins) {
  Start({}, {}, TrustingLoopback());
  const auto open = [&](const std::string& origin, const std::string& client) {
    RawClient stream = Connect();
    stream.Send(Get(EventsPath(Id(1)), "Origin: " + origin + "\r\n" + For(client)));
    EXPECT_EQ(StatusOf(stream.ReadUntil("\r\n\r\n")), 200);
  };
  const auto verdict = [&] {
    return BodyOf(Ask("POST /bridge/verify?client_id=" + Id(1) +
                      "&url=https://dapp.example HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n" +
                      For("192.0.2.1") + "\r\n"));
  };
  open("https://dapp.example", "192.0.2.1");
  for (int i = 0; i < 40; ++i) open("https://evil" + std::to_string(i) + ".example", "203.0.113.9");
  EXPECT_EQ(verdict(), "{\"status\":\"ok\"}\n");
  for (int i = 0; i < 40; ++i) {
    open("https://evil.example", "198.51.100." + std::to_string(i));
  }
  const std::string crowded = verdict();
  EXPECT_EQ(crowded.find("danger"), std::string::npos) << crowded;
}

}  // namespace
}  // namespace prichal::bridge
