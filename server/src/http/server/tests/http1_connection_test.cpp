// HTTP/1.1 over a fake transport that can be short, slow, full or reset.

#include "http/connection/http1_connection.h"

#include "http/server/tests/fixture_connection.h"

namespace prichal::http {
namespace {

class Http1ConnectionTest : public testing::ConnectionTest {
 protected:
  Http1ConnectionTest() { Connect(); }
};

TEST_F(Http1ConnectionTest, RespondsToByteByByteInput) {
  wire_.a_send = 1;
  wire_.interrupts = 3;
  for (const char c : std::string("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")) SendBytes({c});
  EXPECT_TRUE(wire_.output.starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(wire_.output.ends_with("\r\n\r\n/hello"));
  EXPECT_FALSE(wire_.closed);
}

TEST_F(Http1ConnectionTest, ResumesAfterPartialWrite) {
  wire_.room = 10;
  SendGet("/hello");
  EXPECT_EQ(wire_.output.size(), 10U);
  TakeMore(20);
  EXPECT_EQ(wire_.output.size(), 30U);
  TakeMore(SIZE_MAX);
  EXPECT_TRUE(wire_.output.ends_with("\r\n\r\n/hello"));
}

TEST_F(Http1ConnectionTest, TimesOutClientThatReadsNoResponse) {
  wire_.room = 10;
  SendGet("/hello");
  Pass(loop_->options().progress_deadline - Millis(100));
  EXPECT_FALSE(wire_.closed);
  Pass(Millis(200));
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(loop_->counters().timeouts.Get(), 1U);
}

TEST_F(Http1ConnectionTest, TimesOutClientThatReadsNoEvents) {
  SendGet("/stream");
  wire_.room = 0;
  Turn([this] { stream().Send(Share("one")); });
  for (int i = 0; i < 40 && !wire_.closed; ++i) Pass(Millis(1'000));
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_EQ(loop_->counters().timeouts.Get(), 1U);
  EXPECT_EQ(loop_->counters().streams.Get(), 0U);
}

TEST_F(Http1ConnectionTest, ClosesOnReset) {
  wire_.room = 10;
  SendGet("/hello");
  wire_.reset = true;
  TakeMore(SIZE_MAX);
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(loop_->counters().connections.Get(), 0U);
}

TEST_F(Http1ConnectionTest, EndsStreamOnceOnReset) {
  SendGet("/stream");
  Turn([this] {
    Stream& ends = stream();
    wire_.reset = true;
    // A chunk above the limit is written at once, which fails.
    EXPECT_TRUE(ends.Send(Share(std::string(60'000, 'x'))));
    EXPECT_FALSE(ends.Send(Share(std::string(60'000, 'y'))));
    EXPECT_FALSE(ends.Send(Share("z")));
  });
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_EQ(loop_->counters().streams_too_slow.Get(), 0U);
  EXPECT_TRUE(wire_.closed);
}

TEST_F(Http1ConnectionTest, FreesPipelinedBytesAfterDelayedResponse) {
  const std::string next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";
  SendBytes("GET /later HTTP/1.1\r\nHost: a\r\n\r\n" + next);
  EXPECT_EQ(handler_.requests, 1);
  EXPECT_EQ(shared_.request_bytes, next.size());
  Turn([this] { loop_->Respond(handler_.later, testing::TestHandler::Reply("late")); });
  EXPECT_EQ(handler_.requests, 2);
  EXPECT_EQ(shared_.request_bytes, 0U);
  Turn();
  EXPECT_LT(wire_.output.find("late"), wire_.output.find("/next"));
}

TEST_F(Http1ConnectionTest, SendsOneHeartbeatAfterStall) {
  SendGet("/stream");
  Pass(Millis(35'000));
  for (int i = 0; i < 10; ++i) Pass(Millis(50));
  EXPECT_EQ(Count("beat"), 1U);
  Pass(Millis(5'000));
  EXPECT_EQ(Count("beat"), 2U) << "they keep the time of the stream's beginning";
}

TEST_F(Http1ConnectionTest, SendsRefilledOutputInNextTurn) {
  handler_.seen.answers_to_drain = 3;
  SendGet("/stream");
  for (std::size_t sent = 0; sent < 3; ++sent) {
    EXPECT_EQ(Count("more"), sent);
    EXPECT_TRUE(loop_->reactor().turns_again()) << "else it would wait for the next tick";
    Turn();
  }
  EXPECT_EQ(Count("more"), 3U);
  EXPECT_EQ(handler_.seen.drained, 4);
}

TEST_F(Http1ConnectionTest, EndsStreamOfSlowConsumerCleanly) {
  SendGet("/stream");
  wire_.room = 100;
  Turn([this] {
    while (stream().Send(Share(std::string(10'000, 'x')))) {
    }
  });
  EXPECT_EQ(handler_.seen.end, StreamEnd::kTooSlow);
  EXPECT_EQ(loop_->counters().streams_too_slow.Get(), 1U);
  TakeMore(SIZE_MAX);
  EXPECT_TRUE(wire_.output.ends_with("\r\n0\r\n\r\n"));
  EXPECT_FALSE(wire_.closed) << "the connection may be used again";
  SendGet("/hello");
  EXPECT_TRUE(wire_.output.ends_with("/hello"));
}

TEST_F(Http1ConnectionTest, RespondsToHalfClosedPeer) {
  wire_.room = 0;
  wire_.input.emplace_back("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n");
  wire_.awaits_readable = false;
  Report(Readiness::kReadable);
  wire_.peer_ended = true;
  Report(Readiness::kReadable);
  EXPECT_FALSE(wire_.closed);
  TakeMore(SIZE_MAX);
  EXPECT_TRUE(wire_.output.ends_with("/hello"));
  EXPECT_TRUE(wire_.closed);
}

TEST_F(Http1ConnectionTest, LingersAfterErrorResponse) {
  SendBytes("NONSENSE\r\n\r\n");
  EXPECT_TRUE(wire_.output.starts_with("HTTP/1.1 400"));
  EXPECT_TRUE(wire_.sending_ended);
  EXPECT_FALSE(wire_.closed);
  SendBytes("more of it");
  EXPECT_FALSE(wire_.closed);
  wire_.peer_ended = true;
  Report(Readiness::kReadable);
  EXPECT_TRUE(wire_.closed);
}

TEST_F(Http1ConnectionTest, EndsStreamWhenPeerHalfCloses) {
  SendGet("/stream");
  wire_.peer_ended = true;
  Report(Readiness::kReadable);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_TRUE(wire_.closed);
}

TEST_F(Http1ConnectionTest, EndsStreamWithLastChunkOnDrain) {
  SendGet("/stream");
  Turn([this] { loop_->BeginDrain(); });
  EXPECT_EQ(handler_.seen.end, StreamEnd::kDrained);
  EXPECT_TRUE(wire_.output.ends_with("0\r\n\r\n"));
  EXPECT_TRUE(wire_.closed);
}

TEST_F(Http1ConnectionTest, DrainAnswersARequestThatHasArrived) {
  SendGet("/first");
  EXPECT_FALSE(wire_.output.find("Connection: close") != std::string::npos);
  // The request has arrived, and the loop has not been notified yet.
  wire_.input.push_back("GET /second HTTP/1.1\r\nHost: a\r\n\r\n");
  Turn([this] { loop_->BeginDrain(); });
  EXPECT_TRUE(wire_.output.ends_with("/second"));
  EXPECT_EQ(Count("Connection: close"), 1U);
  EXPECT_TRUE(wire_.closed);
}

TEST_F(Http1ConnectionTest, DrainMakesARequestUnderWayTheLastOfItsConnection) {
  SendBytes("GET /later HTTP/1.1\r\nHost: a\r\n\r\n");
  Turn([this] { loop_->BeginDrain(); });
  Turn([this] { loop_->Respond(handler_.later, testing::TestHandler::Reply("late")); });
  EXPECT_TRUE(wire_.output.ends_with("late"));
  EXPECT_EQ(Count("Connection: close"), 1U);
}

TEST_F(Http1ConnectionTest, DrainWaitsForTheFirstRequestOfANewConnection) {
  Turn([this] { loop_->BeginDrain(); });
  EXPECT_FALSE(wire_.closed);
  SendGet("/first");
  EXPECT_TRUE(wire_.output.ends_with("/first"));
  EXPECT_EQ(Count("Connection: close"), 1U);
  EXPECT_TRUE(wire_.closed);
}

TEST_F(Http1ConnectionTest, DrainClosesANewConnectionThatSendsNothing) {
  Turn([this] { loop_->BeginDrain(); });
  Pass(Millis(300));
  EXPECT_TRUE(wire_.closed);
}

}  // namespace
}  // namespace prichal::http
