// Requests and responses over real sockets.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/server_fixture.h"

namespace prichal::http {
namespace {

using ServerRequests = ServerTest;

TEST_F(ServerRequests, AnswersAndKeepsConnection) {
  Start();
  RawClient client = Connect();
  for (int i = 0; i < 3; ++i) {
    const std::string response =
        client.Ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi");
    EXPECT_EQ(StatusOf(response), 200);
    EXPECT_EQ(BodyOf(response), "hi");
    EXPECT_EQ(HeaderOf(response, "Connection"), std::nullopt);
    EXPECT_TRUE(HeaderOf(response, "Date")->ends_with(" GMT"));
  }
}

TEST_F(ServerRequests, AnswersHeadLikeGetWithoutBody) {
  Start();
  RawClient client = Connect();
  client.Send("HEAD /big HTTP/1.1\r\nHost: a\r\n\r\n" + Get("/"));
  const std::string head = client.ReadUntil("\r\n\r\n");
  EXPECT_EQ(HeaderOf(head, "Content-Length"), "8000000");
  EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
}

TEST_F(ServerRequests, ClosesOnRequest) {
  Start();
  RawClient client = Connect();
  const std::string response = client.Ask("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(HeaderOf(response, "Connection"), "close");
  EXPECT_TRUE(client.AtEnd());

  RawClient old = Connect();
  EXPECT_EQ(HeaderOf(old.Ask("GET / HTTP/1.0\r\n\r\n"), "Connection"), "close");
  EXPECT_TRUE(old.AtEnd());

  RawClient old_staying = Connect();
  const std::string staying = old_staying.Ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(HeaderOf(staying, "Connection"), "keep-alive");
  EXPECT_EQ(StatusOf(old_staying.Ask(Get("/"))), 200);
}

TEST_F(ServerRequests, AnswersPipelinedRequestsInOrder) {
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
    EXPECT_EQ(BodyOf(client.ReadResponse()), expected);
  }
}

TEST_F(ServerRequests, ReadsByteByByteInput) {
  Start();
  RawClient client = Connect();
  for (const char c :
       std::string("POST /later HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
                   "\r\n3\r\nabc\r\n0\r\n\r\n")) {
    client.Send({&c, 1});
  }
  EXPECT_EQ(BodyOf(client.ReadResponse()), "later abc");
}

TEST_F(ServerRequests, TransfersLargeBodiesAndResponses) {
  Start();
  RawClient client = Connect();
  const std::string body(kBodyLimit, 'b');
  EXPECT_EQ(BodyOf(client.Ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " +
                              std::to_string(body.size()) + "\r\n\r\n" + body)),
            body);
  EXPECT_EQ(BodyOf(client.Ask(Get("/big"))).size(), 8'000'000U);
  EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);
}

TEST_F(ServerRequests, RespondsToHalfClosedPeer) {
  Start();
  RawClient client = Connect();
  client.Send(Get("/big"));
  client.CloseSending();
  EXPECT_EQ(BodyOf(client.ReadAll()).size(), 8'000'000U);
}

TEST_F(ServerRequests, SendsContinueIfExpected) {
  Start();
  RawClient client = Connect();
  client.Send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.ReadUntil("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("hi");
  EXPECT_EQ(BodyOf(client.ReadResponse()), "hi");
  // No 100 if the request will be rejected or the body has already arrived.
  EXPECT_EQ(StatusOf(client.Ask("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                                "Content-Length: 2\r\n\r\nhi")),
            200);
  EXPECT_EQ(StatusOf(client.Ask("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                                "Content-Length: 100001\r\n\r\n")),
            413);
}

TEST_F(ServerRequests, AnswersErrorsAndClosesConnection) {
  Start();
  const auto refusal = [this](const std::string& bytes) {
    RawClient client = Connect();
    client.Send(bytes);
    const std::string response = client.ReadAll();
    EXPECT_EQ(HeaderOf(response, "Connection"), "close");
    return StatusOf(response);
  };
  EXPECT_EQ(refusal("GET / HTTP/1.1\nHost: a\n\n"), 400);
  EXPECT_EQ(refusal("GET /" + std::string(17'000, 'x') + " HTTP/1.1\r\n"), 414);
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(33'000, 'x')), 431);
  EXPECT_EQ(refusal("GET / HTTP/3.0\r\nHost: a\r\n\r\n"), 505);
  // The client is still sending, but must receive the response.
  EXPECT_EQ(refusal("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n" +
                    std::string(300'000, 'x')),
            413);
  EXPECT_GE(server->Stats().bad_requests, 5U);
}

/// Returns the header section of a request with a body of `length` bytes.
std::string HeadOf(const std::string& path, std::size_t length, const std::string& lines = {}) {
  return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + lines +
         "Content-Length: " + std::to_string(length) + "\r\n\r\n";
}

TEST_F(ServerRequests, RespondsBeforeBodyArrives) {
  Start();
  RawClient client = Connect();
  const std::string body = Get("/not-a-request");
  const std::string response = client.Ask(HeadOf("/guarded", body.size()) + body.substr(0, 7));
  EXPECT_EQ(StatusOf(response), 429);
  EXPECT_EQ(HeaderOf(response, "Connection"), std::nullopt);
  // The rest of the body must not be parsed as a request, however it is split.
  for (const char c : body.substr(7)) client.Send({&c, 1});
  EXPECT_EQ(BodyOf(client.Ask(Get("/seen"))), "at once");
  EXPECT_EQ(StatusOf(client.Ask(HeadOf("/guarded", 3))), 429);
  EXPECT_EQ(BodyOf(client.Ask("abc" + HeadOf("/", 2) + "hi")), "hi");
  Await("the request is released", [&] { return server->Stats().request_bytes == 0; });
}

TEST_F(ServerRequests, ReadsBodyAfterAcceptedHeaders) {
  Start();
  RawClient client = Connect();
  client.Send(HeadOf("/seen", 3) + "a");
  Await("a part of the request arrives", [&] { return server->Stats().request_bytes > 0; });
  EXPECT_EQ(BodyOf(client.Ask("bc")), "head first");
  EXPECT_EQ(BodyOf(client.Ask(HeadOf("/seen", 3) + "abc")), "at once");
  EXPECT_EQ(StatusOf(client.Ask(HeadOf("/throw-early", 3))), 500);
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(ServerRequests, RespondsToClientStillSendingLargeBody) {
  Start({.progress_deadline = Millis(600'000)});
  const auto refusal = [this](const std::string& head, const std::string& body) {
    RawClient client = Connect();
    client.Send(head);
    const std::string before_body = client.ReadUntil("\r\n\r\n");
    client.Send(body);
    const std::string response = before_body + client.ReadAll();
    EXPECT_EQ(HeaderOf(response, "Connection"), "close");
    EXPECT_EQ(BodyOf(response), "{\"message\":\"not now\",\"statusCode\":429}\n");
    return StatusOf(response);
  };
  EXPECT_EQ(refusal(HeadOf("/guarded", kBodyLimit), std::string(kBodyLimit, 'x')), 429);
  EXPECT_EQ(refusal("POST /guarded HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                    "3\r\nabc\r\n0\r\n\r\n"),
            429);
  // The server cannot know whether the body follows, so it closes the connection.
  EXPECT_EQ(refusal(HeadOf("/guarded", 2, "Expect: 100-continue\r\n"), ""), 429);
  Await("all connections end", [&] { return server->Stats().connections == 0; });
}

TEST_F(ServerRequests, TimesOutDiscardedBody) {
  Start({.body_deadline = Millis(100)});
  RawClient client = Connect();
  EXPECT_EQ(StatusOf(client.Ask(HeadOf("/guarded", 3))), 429);
  EXPECT_TRUE(client.AtEnd());  // long before the header timeout
}

TEST_F(ServerRequests, HandlerExceptionFailsOnlyItsRequest) {
  Start();
  RawClient client = Connect();
  EXPECT_EQ(StatusOf(client.Ask(Get("/throw"))), 500);
  EXPECT_TRUE(client.AtEnd());
  RawClient next = Connect();
  EXPECT_EQ(StatusOf(next.Ask(Get("/"))), 200);
}

TEST_F(ServerRequests, CountsResponsesByRoute) {
  Start();
  RawClient client = Connect();
  client.Ask(Get("/"));
  client.Ask(Get("/throw"));
  const Stats stats = server->Stats();
  EXPECT_EQ(stats.responses[3][2], 1U);
  EXPECT_EQ(stats.responses[3][5], 1U);
  EXPECT_GT(stats.bytes_received, 0U);
  EXPECT_GT(stats.bytes_sent, 0U);
}

TEST_F(ServerRequests, MeasuresRequestsAndResponses) {
  Start({.response_deadline = Millis(100)});
  const auto measured = [this] { return server->Stats().measured.at(2); };  // of route 3
  const auto count = [](const auto& histogram) {
    std::uint64_t all = 0;
    for (const auto bucket : histogram.buckets) all += bucket;
    return all;
  };
  RawClient client = Connect();
  const std::string request = HeadOf("/", 3000) + std::string(3000, 'x');
  client.Ask(request);
  auto seen = measured();
  EXPECT_EQ(seen.responses.at(PlaceOf(200)), 1U);
  EXPECT_EQ(count(seen.millis.at(PlaceOf(200))), 1U);
  EXPECT_EQ(seen.request_bytes.buckets.at(2), 1U);  // 2,048 to 5,120 bytes
  EXPECT_EQ(seen.request_bytes.sum, request.size());
  EXPECT_EQ(seen.response_bytes.buckets.at(2), 1U);
  EXPECT_EQ(seen.response_bytes.sum, 3000U);

  EXPECT_EQ(StatusOf(client.Ask(HeadOf("/guarded", 1))), 429);
  client.Send("xHEAD /big HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(StatusOf(client.ReadUntil("\r\n\r\n")), 200);
  seen = measured();
  EXPECT_EQ(count(seen.millis.at(PlaceOf(429))), 1U);
  EXPECT_EQ(seen.responses.at(PlaceOf(200)), 2U);
  EXPECT_LT(seen.response_bytes.sum, 3100U);  // a HEAD response has no body

  EXPECT_EQ(StatusOf(client.Ask(Get("/never"))), 503);
  EXPECT_GE(measured().millis.at(PlaceOf(503)).sum, 100U);

  // A stream is counted at its beginning and measured at its end.
  RawClient stream = Connect();
  stream.Send(Get("/stream"));
  stream.ReadUntil("beat");
  EXPECT_EQ(measured().responses.at(PlaceOf(200)), 3U);
  EXPECT_EQ(count(measured().millis.at(PlaceOf(200))), 2U);
  stream.Reset();
  Await("the stream is measured", [&] { return count(measured().millis.at(PlaceOf(200))) >= 3; });
  // The first heartbeat comes after 100 ms.
  EXPECT_GE(measured().millis.at(PlaceOf(200)).sum, 100U);
  RawClient brief = Connect();
  brief.Send(Get("/short"));
  brief.ReadUntil("0\r\n\r\n");
  Await("the brief stream is measured",
        [&] { return count(measured().millis.at(PlaceOf(200))) >= 4; });
  EXPECT_GE(measured().millis.at(PlaceOf(200)).sum, 600U);
}

}  // namespace
}  // namespace prichal::http
