// Exact bytes of the bridge's two endpoints.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/fixtures/bridge_fixture.h"

namespace prichal::bridge {
namespace {

using BridgeContract = DeployedBridgeTest;

TEST_P(BridgeContract, StreamMatchesByteForByte) {
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

  const std::string response = Ask(PostRequest(Id(2), Id(1), "a<b"));
  EXPECT_EQ(StatusOf(response), 200);
  EXPECT_EQ(BodyOf(response), "{\"message\":\"OK\",\"statusCode\":200}\n");
  EXPECT_EQ(HeaderOf(response, "Content-Type"), "application/json");
  EXPECT_EQ(HeaderOf(response, "Vary"), "Origin");
  EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), std::nullopt);

  const std::string chunk = stream.ReadUntil("\n\n\r\n");
  const std::string event = Unchunk(chunk);
  const std::string id = std::to_string(EventsIn(event).ids.at(0));
  EXPECT_EQ(event, "event: message\nid: " + id + "\ndata: {\"from\":\"" + Id(2) +
                       "\",\"message\":\"a\\u003cb\",\"trace_id\":\"" + kTrace +
                       "\",\"connect_source\":{\"ip\":\"127.0.0.1\"}}\n\n");
}

TEST_P(BridgeContract, SendsHeartbeatsInBothForms) {
  Start({.heartbeat = Millis(100)});
  RawClient legacy = Connect();
  legacy.Send(Get(EventsPath(Id(1))));
  EXPECT_TRUE(legacy.ReadUntil("12\r\nevent: heartbeat\n\n\r\n").ends_with("\n\n\r\n"));
  RawClient message = Connect();
  message.Send(Get(EventsPath(Id(1), "&heartbeat=message")));
  EXPECT_TRUE(message.ReadUntil("23\r\nevent: message\r\ndata: heartbeat\r\n\r\n\r\n")
                  .ends_with("heartbeat\r\n\r\n\r\n"));
}

TEST_P(BridgeContract, EndsStreamsCleanlyAtLifetime) {
  Start({.lifetime = Millis(100), .lifetime_jitter = Millis(0)});
  RawClient stream = Listen(Id(1));
  EXPECT_TRUE(stream.ReadUntil("0\r\n\r\n").ends_with("\r\n0\r\n\r\n"));
  EXPECT_EQ(StatusOf(stream.Ask(PostRequest(Id(2), Id(1), "x"))), 200);
}

TEST_P(BridgeContract, RejectsInvalidStreamRequests) {
  Start();
  const auto refused = [this](const std::string& path) {
    const std::string response = Ask(Get(path, "Origin: https://dapp.example\r\n"));
    EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(HeaderOf(response, "Content-Type"), "application/json");
    return std::to_string(StatusOf(response)) + " " + BodyOf(response);
  };
  EXPECT_EQ(refused("/bridge/events"),
            "400 {\"message\":\"param \\\"client_id\\\" not present\",\"statusCode\":400}\n");
  EXPECT_EQ(refused(EventsPath(Id(1), "&heartbeat=")),
            "400 {\"message\":\"invalid heartbeat type. Supported: legacy and message\","
            "\"statusCode\":400}\n");
  EXPECT_EQ(refused(EventsPath("xyz")),
            "400 {\"message\":\"param \\\"client_id\\\" must be a valid public address, error: "
            "public address must be 64 characters long\",\"statusCode\":400}\n");
  EXPECT_EQ(refused("/bridge/nothing"), "404 {\"message\":\"Not Found\",\"statusCode\":404}\n");
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(std::string(200'000, 'a'))))), 414);
  EXPECT_EQ(Counted(&Stats::bad_requests), 3U);
}

TEST_P(BridgeContract, AcceptsTwoHundredClientIdsPerStream) {
  Start();
  const auto list = [](int count, const std::string& comma) {
    std::string ids = Id(0);
    for (int i = 1; i < count; ++i) ids += comma + Id(i);
    return ids;
  };
  RawClient stream = Listen(list(200, ","));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(999), Id(199), "to the last"))), 200);
  EXPECT_NE(stream.ReadUntil("\n\n\r\n").find("to the last"), std::string::npos);
  // Commas encoded as by URLSearchParams, and further parameters that an SDK sends.
  RawClient encoded = Listen(list(200, "%2C"), "&last_event_id=9007199254740991&heartbeat=message");
  SkipToLive(encoded);
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(list(201, ","))))), 414);
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(list(300, ","))))), 414);
}

TEST_P(BridgeContract, RejectsInvalidMessages) {
  Start({.body_limit = 1000});
  EXPECT_EQ(BodyOf(Ask(PostRequest(Id(1), Id(2), "x", "-60"))),
            "{\"message\":\"param \\\"ttl\\\" must not be negative\",\"statusCode\":400}\n");
  EXPECT_EQ(
      BodyOf(Ask(PostRequest(Id(1), Id(2), "x", "301"))),
      "{\"message\":\"param \\\"ttl\\\" too high, the maximum is 300\",\"statusCode\":400}\n");
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), std::string(1000, 'x')))), 200);
  const std::string large = Ask(PostRequest(Id(1), Id(2), std::string(1001, 'x')));
  EXPECT_EQ(StatusOf(large), 413);
  EXPECT_EQ(HeaderOf(large, "Access-Control-Allow-Origin"), "*");
}

TEST_P(BridgeContract, RejectsMethodBeforeBody) {
  Start({.body_limit = 1000});
  const auto post = [&](const std::string& request_line, const char* length) {
    return Connect().Ask(request_line + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + length +
                         "\r\n\r\n");
  };
  const std::string events = post("POST " + EventsPath(Id(1)), "2000");
  EXPECT_EQ(StatusOf(events), 405) << events;
  EXPECT_EQ(HeaderOf(events, "Allow"), "OPTIONS, GET");
  EXPECT_EQ(StatusOf(post("POST /bridge/limits", "1")), 405);
  EXPECT_EQ(StatusOf(post("PUT /bridge/message", "2000")), 405);
  EXPECT_EQ(StatusOf(post("GET /bridge/message", "2000")), 405);
  EXPECT_EQ(StatusOf(post("POST /bridge/foo", "1")), 404);
  EXPECT_EQ(StatusOf(post("POST /bridge/verify", "2000")), 413);
  EXPECT_EQ(StatusOf(post("GET " + EventsPath(Id(1)), "70000")), 413);
}

TEST_P(BridgeContract, IgnoresBodyOfStreamRequest) {
  Start();
  RawClient stream = Connect();
  stream.Send("GET " + EventsPath(Id(1)) + " HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody");
  EXPECT_EQ(StatusOf(stream.ReadUntil("retry: 100")), 200);
}

TEST_P(BridgeContract, AnswersMethodsAndPreflights) {
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
  EXPECT_EQ(
      BodyOf(wrong),
      "{\"message\":\"Method Not Allowed, this path accepts OPTIONS, POST\",\"statusCode\":405}\n");
  const std::string unknown = ask("GET", "/bridge/foo", {});
  EXPECT_EQ(StatusOf(unknown), 404);
  EXPECT_EQ(BodyOf(unknown), "{\"message\":\"Not Found\",\"statusCode\":404}\n");
  const std::string head = ask("HEAD", EventsPath(Id(1)), {});
  EXPECT_EQ(StatusOf(head), 405);
  EXPECT_EQ(HeaderOf(head, "Allow"), "OPTIONS, GET");
  EXPECT_EQ(BodyOf(head), "");
  const std::string preflight = ask("OPTIONS", "/bridge/message", origin);
  EXPECT_EQ(StatusOf(preflight), 204);
  EXPECT_EQ(HeaderOf(preflight, "Allow"), "OPTIONS, POST");
  EXPECT_EQ(HeaderOf(preflight, "Access-Control-Allow-Methods"), "GET,POST,OPTIONS");
  EXPECT_EQ(HeaderOf(preflight, "Access-Control-Max-Age"), "86400");
  EXPECT_TRUE(HeaderOf(preflight, "Access-Control-Allow-Headers")
                  .value_or("")
                  .ends_with(",Content-Type,Authorization,Last-Event-ID"));
}

TEST_P(BridgeContract, SendsNoCorsHeadersIfDisabled) {
  Start({.cors = false});
  const std::string response =
      Ask(PostRequest(Id(1), Id(2), "x", "300", "Origin: https://dapp.example\r\n"));
  EXPECT_EQ(StatusOf(response), 200);
  EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), std::nullopt);
  // A proxy may add the header. If both did, browsers would reject the response.
  const std::string unreadable = Ask("POST /bridge/message\r\n\r\n");
  EXPECT_EQ(StatusOf(unreadable), 400);
  EXPECT_EQ(HeaderOf(unreadable, "Access-Control-Allow-Origin"), std::nullopt);
}

TEST_P(BridgeContract, SendsCorsHeadersWithParseErrors) {
  Start();
  const std::string unreadable = Ask("POST /bridge/message\r\n\r\n");
  EXPECT_EQ(StatusOf(unreadable), 400);
  EXPECT_EQ(HeaderOf(unreadable, "Access-Control-Allow-Origin"), "*");
}

TEST_P(BridgeContract, RejectsOriginsNotOnList) {
  Start({.origins = {"https://dapp.example"}});
  const auto ask = [&](const std::string& origin) {
    return Ask(
        PostRequest(Id(1), Id(2), "x", "300", origin.empty() ? "" : "Origin: " + origin + "\r\n"));
  };
  for (const char* refused : {"https://evil.example", "http://dapp.example", "null",
                              "https://dapp.example.evil.example", "https://dapp.example:444"}) {
    const std::string response = ask(refused);
    EXPECT_EQ(StatusOf(response), 403) << refused;
    EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), std::nullopt);
    EXPECT_EQ(StatusOf(Ask(Get(EventsPath(Id(1)), "Origin: " + std::string(refused) + "\r\n"))),
              403);
    EXPECT_EQ(StatusOf(Ask("OPTIONS /bridge/message HTTP/1.1\r\nHost: a\r\nOrigin: " +
                           std::string(refused) + "\r\n\r\n")),
              403);
  }
  EXPECT_EQ(StatusOf(ask("https://dapp.example")), 200);
  EXPECT_EQ(HeaderOf(ask("https://dapp.example"), "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(StatusOf(ask("")), 200);  // not from a page
  EXPECT_GE(Counted(&Stats::origins_refused), 15U);
}

TEST_P(BridgeContract, RejectsNonPositiveTtl) {
  Start();
  for (const char* ttl : {"0", "-1", "-0"}) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), "x", ttl))), 400) << ttl;
  }
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), "x", "1"))), 200);
}

TEST_P(BridgeContract, PublishesLimits) {
  Start({.body_limit = 1234, .rate_limit = 7});
  const std::string response = Ask(Get("/bridge/limits", "Origin: https://dapp.example\r\n"));
  EXPECT_EQ(StatusOf(response), 200);
  EXPECT_EQ(HeaderOf(response, "Content-Type"), "application/json");
  EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), "*");
  const std::string body = BodyOf(response);
  for (const char* part :
       {R"("message":{"ttl_min":1,"ttl_max":300,"body_bytes":1234})", R"("heartbeat":10)",
        R"("messages_per_second":7)", R"("streams_per_id":16)",
        R"("verify_per_second":20,"verify_burst":500)"}) {
    EXPECT_NE(body.find(part), std::string::npos) << part << " in " << body;
  }
  EXPECT_EQ(StatusOf(Ask("POST /bridge/limits HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")),
            405);
}

TEST_P(BridgeContract, ReportsFullMailbox) {
  Start({.mailbox_messages = 3});
  for (const char* body : {"a", "b", "c"}) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), body))), 200);
  }
  const std::string response =
      Ask(PostRequest(Id(2), Id(1), "x", "300", "Origin: https://dapp.example\r\n"));
  EXPECT_EQ(StatusOf(response), 429);
  EXPECT_EQ(HeaderOf(response, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(HeaderOf(response, "Access-Control-Expose-Headers"), "Retry-After");
  EXPECT_EQ(Counted(&Stats::mailbox_full), 1U);
}

TEST_P(BridgeContract, DrainsStreamsWithRetryHint) {
  Start();
  std::vector<RawClient> streams;
  for (int i = 0; i < 50; ++i) {
    streams.push_back(Listen(Id(i)));
    SkipToLive(streams.back());
  }
  for (std::size_t i = 0; i < instances(); ++i) EXPECT_TRUE(Drain(i));
  for (RawClient& stream : streams) {
    const std::string last_words = stream.ReadAll();
    EXPECT_TRUE(Unchunk(last_words).starts_with("retry: "));
    EXPECT_TRUE(last_words.ends_with("\n\n\r\n0\r\n\r\n"));
  }
}

TEST_P(BridgeContract, CountsForMetrics) {
  Start();
  RawClient stream = Listen(Id(1) + "," + Id(2));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(1), "x"))), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(4), "x"))), 200);
  stream.ReadUntil("\n\n\r\n");
  EXPECT_EQ(Counted(&Stats::subscriptions), 2U);
  EXPECT_EQ(Counted(&Stats::accepted), 2U);
  EXPECT_EQ(Counted(&Stats::delivered), 1U);
  // Pending messages in Valkey are not counted by the instances.
  EXPECT_EQ(Counted(&Stats::messages_waiting), shared() ? 0U : 2U);
  EXPECT_EQ(service().Stats().ids_per_stream[1], 1U) << "the first stream is the first one's";
  EXPECT_EQ(Counted(&Stats::ids_in_streams), 2U);
}

INSTANTIATE_TEST_SUITE_P(Deployments, BridgeContract, OneAndTwoInstances(), NameOfDeployment);

}  // namespace
}  // namespace prichal::bridge
