#include "http/codec/request_reader.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace prichal::http {
namespace {

/// All outcomes that a handler or a client could observe.
struct Outcome {
  std::vector<std::string> requests;
  int refused = 0;
  std::string reason;
  std::size_t left_waiting = 0;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::string Describe(const Head& head) {
  const Request& request = head.request;
  std::string text;
  text += std::to_string(static_cast<int>(request.method)) + ' ';
  for (const std::string_view part :
       {request.path, request.query, request.host, request.origin, request.last_event_id,
        request.user_agent, request.accept_encoding, request.if_none_match, request.body}) {
    text.append(part).append("|");
  }
  text += head.keep_alive ? "keep" : "close";
  return text;
}

/// Feeds `pieces` like reads from a socket: the memory of each piece is freed before the next.
Outcome ReadAll(const std::vector<std::string>& pieces, std::size_t body_limit = 64,
                const HeadLimits& limits = {}) {
  Outcome outcome;
  auto reader = std::make_unique<RequestReader>(limits);
  for (const std::string& piece : pieces) {
    const auto copy = std::make_unique<std::string>(piece);
    std::string_view input = *copy;
    for (bool more = true; more;) {
      switch (reader->Read(input)) {
        case RequestReader::Step::kNeedMore:
          EXPECT_TRUE(input.empty());
          more = false;
          break;
        case RequestReader::Step::kHead:
          reader->AllowBody(body_limit);
          break;
        case RequestReader::Step::kComplete:
          outcome.requests.push_back(Describe(reader->head()));
          reader = std::make_unique<RequestReader>(limits);
          break;
        case RequestReader::Step::kRefused:
          outcome.refused = reader->refusal().status;
          outcome.reason = reader->refusal().reason;
          return outcome;
      }
    }
  }
  outcome.left_waiting = reader->started() ? 1 : 0;
  return outcome;
}

Outcome ReadWhole(const std::string& bytes) { return ReadAll({bytes}); }

int RefusalOf(const std::string& bytes) { return ReadWhole(bytes).refused; }

TEST(RequestReader, ReadsRequest) {
  const Outcome outcome = ReadWhole(
      "GET /bridge/events?client_id=ab&x HTTP/1.1\r\nHost: a.example:80\r\nOrigin:  https://b \r\n"
      "Last-Event-ID:7\r\nUser-Agent: \r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 5\r\n\r\n");
  ASSERT_EQ(outcome.requests.size(), 1U);
  EXPECT_EQ(outcome.requests[0],
            "0 /bridge/events|client_id=ab&x|a.example:80|https://b|7|||||keep");
}

TEST(RequestReader, ReadsBodies) {
  EXPECT_EQ(ReadWhole("POST /m HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc").requests[0],
            "2 /m||a||||||abc|keep");
  EXPECT_EQ(ReadWhole("POST /m HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
                      "2;ext=\"1 \\\"\xe9\";b=c;d\r\nab\r\n0001\r\nc\r\n0\r\nTrailer: x\r\n\r\n")
                .requests[0],
            "2 /m||a||||||abc|keep");
}

TEST(RequestReader, ReadsConnectionPersistence) {
  EXPECT_TRUE(ReadWhole("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n")
                  .requests[0]
                  .ends_with("close"));
  EXPECT_TRUE(ReadWhole("GET / HTTP/1.0\r\n\r\n").requests[0].ends_with("close"));
  EXPECT_TRUE(
      ReadWhole("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").requests[0].ends_with("keep"));
  EXPECT_TRUE(ReadWhole("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\nConnection: close\r\n\r\n")
                  .requests[0]
                  .ends_with("close"));
  EXPECT_TRUE(ReadWhole("GET / HTTP/1.1\r\nHost: a\r\nConnection: closed, \"close\",,\r\n\r\n")
                  .requests[0]
                  .ends_with("keep"));
}

TEST(RequestReader, MatchesNamesInAnyCaseAndKeepsFirstValue) {
  const HeadLimits limits;
  RequestReader reader(limits);
  std::string_view input =
      "POST / HTTP/1.1\r\nHOST: a\r\nAccept: 1\r\naccept-ENCODING: 2\r\nAccept-Language: 3\r\n"
      "Authorization: 4\r\nContent-Type: 5\r\nIf-None-Match: 6\r\nlast-event-id: 7\r\n"
      "Origin: 8\r\nUser-Agent: 9\r\nuser-agent: 10\r\nAccept-: 11\r\n\r\n";
  ASSERT_EQ(reader.Read(input), RequestReader::Step::kHead);
  const Request& request = reader.head().request;
  EXPECT_EQ(request.host, "a");
  EXPECT_EQ(request.accept, "1");
  EXPECT_EQ(request.accept_encoding, "2");
  EXPECT_EQ(request.accept_language, "3");
  EXPECT_EQ(request.authorization, "4");
  EXPECT_EQ(request.content_type, "5");
  EXPECT_EQ(request.if_none_match, "6");
  EXPECT_EQ(request.last_event_id, "7");
  EXPECT_EQ(request.origin, "8");
  EXPECT_EQ(request.user_agent, "9");
}

TEST(RequestReader, MatchesMethodsCaseSensitively) {
  EXPECT_EQ(ReadWhole("GET / HTTP/1.0\r\n\r\n").requests[0][0], '0');
  EXPECT_EQ(ReadWhole("HEAD / HTTP/1.0\r\n\r\n").requests[0][0], '1');
  EXPECT_EQ(ReadWhole("POST / HTTP/1.0\r\n\r\n").requests[0][0], '2');
  EXPECT_EQ(ReadWhole("DELETE / HTTP/1.0\r\n\r\n").requests[0][0], '3');
  EXPECT_EQ(ReadWhole("OPTIONS / HTTP/1.0\r\n\r\n").requests[0][0], '4');
  for (const std::string method : {"get", "GETS", "GE", "PUT", "!"}) {
    EXPECT_EQ(ReadWhole(method + " / HTTP/1.0\r\n\r\n").requests[0][0], '5') << method;
  }
}

TEST(RequestReader, ReadsAbsoluteForm) {
  EXPECT_EQ(ReadWhole("GET http://b.example/x?y HTTP/1.1\r\nHost: a\r\n\r\n").requests[0],
            "0 /x|y|b.example|||||||keep");
  EXPECT_EQ(ReadWhole("GET HTTP://b.example?y HTTP/1.1\r\nHost: a\r\n\r\n").requests[0],
            "0 /|y|b.example|||||||keep");
}

const std::vector<std::string>& Samples() {
  static const std::vector<std::string> samples = {
      "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.0\r\n\r\n",
      "POST /m?to=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloPOST /m HTTP/1.1\r\n"
      "Host: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n"
      "A: b\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\n\r\nGET /unfinished HT",
      "POST /m HTTP/1.1\r\nHost: a\r\nContent-Length: 65\r\n\r\nabc",
      "POST /m HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n" +
          std::string(64, 'x') + "\r\n1\r\nx\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
      "GET / HTTP/1.1\nHost: a\n\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nG\r\n",
  };
  return samples;
}

TEST(RequestReader, ReadsSameResultFromAnyPieces) {
  for (const std::string& bytes : Samples()) {
    const Outcome whole = ReadWhole(bytes);
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
      EXPECT_EQ(ReadAll({bytes.substr(0, cut), bytes.substr(cut)}), whole) << bytes << cut;
    }
    std::vector<std::string> single;
    for (const char c : bytes) single.emplace_back(1, c);
    EXPECT_EQ(ReadAll(single), whole) << bytes;
  }
}

TEST(RequestReader, KeepsHeaderLinesUntilBodyIsRead) {
  const HeadLimits limits;
  RequestReader reader(limits);
  for (const char* text :
       {"\r\nPOST / HTTP/1.1\r\nHost: a\r\nX: b\r\nContent-Length: 1\r\n", "x: c\r\n\r\n", "1"}) {
    const std::string piece = text;
    std::string_view input = piece;
    if (reader.Read(input) == RequestReader::Step::kHead) reader.AllowBody(1);
    if (piece != "1") (void)reader.Read(input);
  }
  EXPECT_EQ(reader.request().lines, "Host: a\r\nX: b\r\nContent-Length: 1\r\nx: c\r\n");
  std::string_view bare = "GET / HTTP/1.0\r\n\r\n";
  RequestReader second(limits);
  EXPECT_EQ(second.Read(bare), RequestReader::Step::kHead);
  EXPECT_EQ(second.head().request.lines, "");
}

TEST(RequestReader, RejectsAmbiguousRequests) {
  const std::string get = "GET / HTTP/1.1\r\nHost: a\r\n";
  const std::string post = "POST / HTTP/1.1\r\nHost: a\r\n";
  EXPECT_EQ(RefusalOf("GET / HTTP/1.1\nHost: a\r\n\r\n"), 400);      // bare LF
  EXPECT_EQ(RefusalOf(get + "A: b\n\r\n"), 400);                     // bare LF
  EXPECT_EQ(RefusalOf(get + "A: b\rc\r\n\r\n"), 400);                // bare CR
  EXPECT_EQ(RefusalOf(get + "A: b\r\n c\r\n\r\n"), 400);             // obs-fold
  EXPECT_EQ(RefusalOf("GET / HTTP/1.1\r\n Host: a\r\n\r\n"), 400);   // space before a field
  EXPECT_EQ(RefusalOf(get + "A : b\r\n\r\n"), 400);                  // space before the colon
  EXPECT_EQ(RefusalOf(get + ": b\r\n\r\n"), 400);                    // no name
  EXPECT_EQ(RefusalOf(get + "A\r\n\r\n"), 400);                      // no colon
  EXPECT_EQ(RefusalOf(get + "Host: a\r\n\r\n"), 400);                // two Hosts
  EXPECT_EQ(RefusalOf("GET / HTTP/1.1\r\n\r\n"), 400);               // no Host
  EXPECT_EQ(RefusalOf("GET / HTTP/1.1\r\nHost: a b\r\n\r\n"), 400);  // not a valid host
  EXPECT_EQ(RefusalOf("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"), 400);
  EXPECT_EQ(RefusalOf(get + std::string("A: b\0c\r\n\r\n", 11)), 400);  // NUL
  EXPECT_EQ(RefusalOf(get + "A: b\x01\r\n\r\n"), 400);
  EXPECT_EQ(RefusalOf(get + "A: b\x7f\r\n\r\n"), 400);
  EXPECT_EQ(RefusalOf(post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), 400);
  EXPECT_EQ(RefusalOf(post + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na"), 400);
  EXPECT_EQ(RefusalOf(post + "Content-Length: 1, 1\r\n\r\na"), 400);
  EXPECT_EQ(RefusalOf(post + "Content-Length: +1\r\n\r\na"), 400);
  EXPECT_EQ(RefusalOf(post + "Content-Length: -1\r\n\r\na"), 400);
  EXPECT_EQ(RefusalOf(post + "Content-Length:\r\n\r\n"), 400);
  EXPECT_EQ(RefusalOf(post + "Content-Length: 99999999999999999999\r\n\r\n"), 400);
  EXPECT_EQ(RefusalOf(post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
  EXPECT_EQ(RefusalOf(post + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"), 400);
  EXPECT_EQ(RefusalOf(post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"),
            400);
  EXPECT_EQ(RefusalOf(post + "Transfer-Encoding: gzip, chunked\r\n\r\n"), 501);
  EXPECT_EQ(RefusalOf("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
  EXPECT_EQ(RefusalOf(post + "Expect: the moon\r\n\r\n"), 417);
  const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n0\r\n";
  EXPECT_EQ(RefusalOf(chunked + "A\r\n\r\n"), 400);        // a trailer without a colon
  EXPECT_EQ(RefusalOf(chunked + "A : b\r\n\r\n"), 400);    // space before the colon of a trailer
  EXPECT_EQ(RefusalOf(chunked + ": b\r\n\r\n"), 400);      // no name
  EXPECT_EQ(RefusalOf(chunked + "\xbe: b\r\n\r\n"), 400);  // not a valid name
  const std::string sized = post + "Transfer-Encoding: chunked\r\n\r\n1";
  for (const char* extension :
       {";", ";=b", ";a=", ";a=\"b", ";a=\"b\"c", ";a;;b", ";\x9f", "; a", ";a b"}) {
    EXPECT_EQ(RefusalOf(sized + extension + "\r\nx\r\n0\r\n\r\n"), 400) << extension;
  }
}

TEST(RequestReader, RejectsMalformedRequestLines) {
  const std::string host = "\r\nHost: a\r\n\r\n";
  EXPECT_EQ(RefusalOf("GET /" + host), 400);
  EXPECT_EQ(RefusalOf("GET  / HTTP/1.1" + host), 400);
  EXPECT_EQ(RefusalOf("GET / x HTTP/1.1" + host), 400);
  EXPECT_EQ(RefusalOf(" GET / HTTP/1.1" + host), 400);
  EXPECT_EQ(RefusalOf("G(T / HTTP/1.1" + host), 400);
  EXPECT_EQ(RefusalOf("GET x HTTP/1.1" + host), 400);
  EXPECT_EQ(RefusalOf("GET * HTTP/1.1" + host), 400);
  EXPECT_EQ(RefusalOf("GET /#a HTTP/1.1" + host), 400);
  EXPECT_EQ(RefusalOf("GET /\xd0\xbf HTTP/1.1" + host), 400);
  EXPECT_EQ(RefusalOf("GET / http/1.1" + host), 400);
  EXPECT_EQ(RefusalOf("GET / HTTP/1.1 " + host), 400);
  EXPECT_EQ(RefusalOf("GET / HTTP/2.0" + host), 505);
  EXPECT_EQ(RefusalOf("GET / HTTP/1.2" + host), 505);
  EXPECT_EQ(RefusalOf("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 505);
  EXPECT_EQ(RefusalOf("\x16\x03\x01\x02"), 400);  // a TLS client hello
  EXPECT_EQ(RefusalOf("\nGET / HTTP/1.1" + host), 400);
}

TEST(RequestReader, EnforcesExactHeaderLimits) {
  const HeadLimits limits{.head = 128, .target = 16, .fields = 3};
  const auto refused = [&](const std::string& bytes) {
    return ReadAll({bytes}, 64, limits).refused;
  };
  const auto target = [](std::size_t n) { return "/" + std::string(n - 1, 'x'); };
  EXPECT_EQ(refused("GET " + target(16) + " HTTP/1.1\r\nHost: a\r\n\r\n"), 0);
  EXPECT_EQ(refused("GET " + target(17) + " HTTP/1.1\r\nHost: a\r\n\r\n"), 414);
  EXPECT_EQ(refused("GET " + target(17)), 414);  // immediately, not at the end
  EXPECT_EQ(refused("GET / HTTP/1.1\r\nHost: a\r\nB: c\r\nD: e\r\n\r\n"), 0);
  EXPECT_EQ(refused("GET / HTTP/1.1\r\nHost: a\r\nB: c\r\nD: e\r\nF: g\r\n\r\n"), 431);
  const std::string start = "GET / HTTP/1.1\r\nHost: a\r\nB: ";
  const std::string end = "\r\n\r\n";
  EXPECT_EQ(refused(start + std::string(128 - start.size() - end.size(), 'x') + end), 0);
  EXPECT_EQ(refused(start + std::string(129 - start.size() - end.size(), 'x') + end), 431);
  EXPECT_EQ(refused(start + std::string(200, 'x')), 431);
}

TEST(RequestReader, EnforcesExactBodyLimits) {
  const std::string post = "POST / HTTP/1.1\r\nHost: a\r\n";
  const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(RefusalOf(post + "Content-Length: 64\r\n\r\n" + std::string(64, 'x')), 0);
  EXPECT_EQ(RefusalOf(post + "Content-Length: 65\r\n\r\n"), 413);
  EXPECT_EQ(RefusalOf(chunked + "40\r\n" + std::string(64, 'x') + "\r\n0\r\n\r\n"), 0);
  EXPECT_EQ(RefusalOf(chunked + "41\r\n"), 413);
  EXPECT_EQ(RefusalOf(chunked + "FFFFFFFF\r\n"), 413);
}

TEST(RequestReader, RejectsMalformedChunks) {
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string_view body :
       {"\r\n", "x\r\n", "1\n", "1 \r\n", "-1\r\n", "0x1\r\n", "1\r\nab", "1\r\na\n",
        "000000001\r\n", "0\r\n b\r\n\r\n", "0\r\nA\n\r\n", "1;a\x01\r\n"}) {
    EXPECT_EQ(RefusalOf(head + std::string(body)), 400) << body;
  }
  EXPECT_EQ(RefusalOf(head + "1;" + std::string(5000, 'x') + "\r\n"), 400);
  EXPECT_EQ(RefusalOf(head + "0\r\n" + std::string(5000, 'x')), 400);
}

TEST(RequestReader, ReadsExpectContinue) {
  const HeadLimits limits;
  RequestReader reader(limits);
  std::string_view input =
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
  ASSERT_EQ(reader.Read(input), RequestReader::Step::kHead);
  EXPECT_TRUE(reader.head().expect_continue);
  reader.AllowBody(2);
  ASSERT_EQ(reader.Read(input), RequestReader::Step::kNeedMore);
  EXPECT_TRUE(reader.reading_body());
}

}  // namespace
}  // namespace prichal::http
