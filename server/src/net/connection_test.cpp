// A connection over a transport that is short, slow, full or reset, as no socket is on request.

#include "net/connection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "http/response_builder.h"
#include "net/event_loop.h"

namespace prichal::net {
namespace {

class FakeClock final : public Clock {
 public:
  [[nodiscard]] Time Now() const override { return time; }

  Time time{.steady = Millis(10'000), .unix_time = Millis(1'700'000'000'000)};
};

/// What the test sees of a transport, which its connection owns.
struct Wire {
  std::deque<std::string> input;  ///< one for each Receive()
  bool peer_ended = false;
  bool reset = false;
  std::size_t room = SIZE_MAX;    ///< bytes that Send() still takes
  std::size_t a_send = SIZE_MAX;  ///< at most so many of them at once
  int interrupts = 0;             ///< so many calls of Send() are interrupted first

  std::string output;
  bool awaits_readable = false;
  bool awaits_writable = false;
  bool sending_ended = false;
  bool closed = false;
};

class FakeTransport final : public Transport {
 public:
  explicit FakeTransport(Wire& wire) : wire_(wire) {}
  ~FakeTransport() override { wire_.closed = true; }

  [[nodiscard]] std::ptrdiff_t Receive(std::span<char> into) override {
    if (wire_.reset) return Failed(ECONNRESET);
    if (wire_.input.empty()) return wire_.peer_ended ? 0 : Failed(EAGAIN);
    const std::string bytes = std::move(wire_.input.front());
    wire_.input.pop_front();
    EXPECT_LE(bytes.size(), into.size());
    std::copy(bytes.begin(), bytes.end(), into.begin());
    return static_cast<std::ptrdiff_t>(bytes.size());
  }
  [[nodiscard]] std::ptrdiff_t Send(std::span<const std::string_view> parts) override {
    if (wire_.reset) return Failed(EPIPE);
    if (wire_.interrupts > 0) {
      --wire_.interrupts;
      return Failed(EINTR);
    }
    const std::size_t most = std::min(wire_.room, wire_.a_send);
    if (most == 0) return Failed(EAGAIN);
    std::string all;
    for (const std::string_view part : parts) all.append(part);
    all.resize(std::min(all.size(), most));
    if (wire_.room != SIZE_MAX) wire_.room -= all.size();
    wire_.output += all;
    return static_cast<std::ptrdiff_t>(all.size());
  }
  void AwaitReadable() override { wire_.awaits_readable = true; }
  void ReadAgain() override { wire_.awaits_readable = true; }
  void AwaitWritable() override { wire_.awaits_writable = true; }
  void EndSending() override { wire_.sending_ended = true; }
  void FailWithoutAcknowledgement(Millis /*after*/) override {}

 private:
  static std::ptrdiff_t Failed(int error) {
    errno = error;
    return -1;
  }

  Wire& wire_;
};

/// What has happened to a session; the test's own, because sessions end.
struct Seen {
  int drained = 0;
  std::optional<StreamEnd> end;
  int answers_to_drain = 0;  ///< so many times it sends a slice when its output is gone
};

class RecordingSession final : public StreamSession {
 public:
  explicit RecordingSession(Seen& seen) : seen_(seen) {}
  void OnDrained(Stream& stream) override {
    ++seen_.drained;
    if (seen_.answers_to_drain > 0) {
      --seen_.answers_to_drain;
      stream.Send(Share("more"));
    }
  }
  void OnEnd(Handle /*stream*/, StreamEnd reason) override {
    EXPECT_FALSE(seen_.end) << "ended twice";
    seen_.end = reason;
  }

 private:
  Seen& seen_;
};

/// "/stream" begins one, "/later" is answered by the test, the rest is answered with its path.
class TestHandler final : public Handler {
 public:
  [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
    return 1'000;
  }
  void Handle(const http::Request& request, Exchange& exchange) override {
    ++requests;
    if (request.path == "/later") {
      later = exchange.handle();
    } else if (request.path == "/stream") {
      exchange.Begin({.response = http::ResponseBuilder(200).Stream("text/event-stream"),
                      .kind = &kind,
                      .lifetime = Millis(0),
                      .session = std::make_unique<RecordingSession>(seen)});
    } else {
      exchange.Respond(Reply(std::string(request.path)));
    }
  }
  static http::Response Reply(const std::string& text) {
    return http::ResponseBuilder(200).Body("text/plain", text);
  }

  StreamKind kind{.heartbeat = Share("beat"), .heartbeat_every = Millis(10'000)};
  Seen seen;
  net::Handle later;
  int requests = 0;
};

class ConnectionTest : public ::testing::Test {
 protected:
  ConnectionTest() {
    const auto options =
        std::make_shared<const ServerOptions>(ServerOptions{.header_deadline = Millis(10'000),
                                                            .body_deadline = Millis(15'000),
                                                            .idle_deadline = Millis(60'000),
                                                            .progress_deadline = Millis(30'000)});
    shared_.options = options;
    shared_.by_address =
        std::make_unique<ConcurrencyLimiter>(options->connections_per_address, 64, shared_.hash);
    shared_.clock = &clock_;
    shared_.drained = [] {};
    loop_.emplace(0, shared_);
    Turn([this] { handle_ = loop_->Adopt(std::make_unique<FakeTransport>(wire_), {}, handler_); });
  }

  /// One turn of the loop, in which this happens.
  template <typename Happens>
  void Turn(Happens happens) {
    loop_->OnTurnBegin();
    happens();
    loop_->OnTurnEnd();
  }
  void Turn() {
    Turn([] {});
  }
  void Report(Readiness readiness) {
    Turn([&] {
      loop_->OnReady({.slot = handle_.slot, .generation = handle_.generation}, readiness);
    });
  }
  void Say(const std::string& bytes) {
    ASSERT_TRUE(wire_.awaits_readable);
    wire_.awaits_readable = false;
    wire_.input.push_back(bytes);
    Report(Readiness::kReadable);
  }
  void Ask(const std::string& path) { Say("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n"); }
  /// The transport takes so many bytes more.
  void TakeMore(std::size_t bytes) {
    ASSERT_TRUE(wire_.awaits_writable);
    wire_.awaits_writable = false;
    wire_.room = bytes;
    Report(Readiness::kWritable);
  }
  void Pass(Millis time) {
    clock_.time.steady += time;
    clock_.time.unix_time += time;
    Turn([this] { loop_->OnTick(); });
  }
  [[nodiscard]] Stream& stream() { return *loop_->FindStream(handle_); }
  [[nodiscard]] std::size_t Count(std::string_view what) const {
    std::size_t count = 0;
    for (std::size_t at = wire_.output.find(what); at != std::string::npos;
         at = wire_.output.find(what, at + 1)) {
      ++count;
    }
    return count;
  }

  FakeClock clock_;
  ServerShared shared_;
  std::optional<EventLoop> loop_;
  TestHandler handler_;
  Wire wire_;
  Handle handle_;
};

TEST_F(ConnectionTest, AnswersByteByByte) {
  wire_.a_send = 1;
  wire_.interrupts = 3;
  for (const char c : std::string("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")) Say({c});
  EXPECT_TRUE(wire_.output.starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(wire_.output.ends_with("\r\n\r\n/hello"));
  EXPECT_FALSE(wire_.closed);
}

TEST_F(ConnectionTest, GoesOnWhereTheTransportWasFull) {
  wire_.room = 10;
  Ask("/hello");
  EXPECT_EQ(wire_.output.size(), 10U);
  TakeMore(20);
  EXPECT_EQ(wire_.output.size(), 30U);
  TakeMore(SIZE_MAX);
  EXPECT_TRUE(wire_.output.ends_with("\r\n\r\n/hello"));
}

TEST_F(ConnectionTest, AReaderThatTakesNothingIsClosedAfterItsDeadline) {
  wire_.room = 10;
  Ask("/hello");
  Pass(loop_->options().progress_deadline - Millis(100));
  EXPECT_FALSE(wire_.closed);
  Pass(Millis(200));
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(loop_->counters().timeouts.Get(), 1U);
}

TEST_F(ConnectionTest, AStreamWhoseReaderTakesNothingIsClosedAfterItsDeadline) {
  Ask("/stream");
  wire_.room = 0;
  Turn([this] { stream().Send(Share("one")); });
  for (int i = 0; i < 40 && !wire_.closed; ++i) Pass(Millis(1'000));
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_EQ(loop_->counters().timeouts.Get(), 1U);
  EXPECT_EQ(loop_->counters().streams.Get(), 0U);
}

TEST_F(ConnectionTest, AResetEndsItWhereverItIs) {
  wire_.room = 10;
  Ask("/hello");
  wire_.reset = true;
  TakeMore(SIZE_MAX);
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(loop_->counters().connections.Get(), 0U);
}

TEST_F(ConnectionTest, AResetEndsAStreamOnce) {
  Ask("/stream");
  Turn([this] {
    Stream& ends = stream();
    wire_.reset = true;
    // Beyond its bound it is written at once, which fails.
    EXPECT_TRUE(ends.Send(Share(std::string(60'000, 'x'))));
    EXPECT_FALSE(ends.Send(Share(std::string(60'000, 'y'))));
    EXPECT_FALSE(ends.Send(Share("z")));
  });
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_EQ(loop_->counters().streams_too_slow.Get(), 0U);
  EXPECT_TRUE(wire_.closed);
}

TEST_F(ConnectionTest, WhatIsPipelinedBehindALateResponseHoldsMemoryOnlyUntilThen) {
  const std::string next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";
  Say("GET /later HTTP/1.1\r\nHost: a\r\n\r\n" + next);
  EXPECT_EQ(handler_.requests, 1);
  EXPECT_EQ(shared_.request_bytes, next.size());
  Turn([this] { loop_->Respond(handler_.later, TestHandler::Reply("late")); });
  EXPECT_EQ(handler_.requests, 2);
  EXPECT_EQ(shared_.request_bytes, 0U);
  Turn();
  EXPECT_LT(wire_.output.find("late"), wire_.output.find("/next"));
}

TEST_F(ConnectionTest, AfterAStallOneHeartbeatIsEnough) {
  Ask("/stream");
  Pass(Millis(35'000));
  for (int i = 0; i < 10; ++i) Pass(Millis(50));
  EXPECT_EQ(Count("beat"), 1U);
  Pass(Millis(5'000));
  EXPECT_EQ(Count("beat"), 2U) << "they keep the time of the stream's beginning";
}

TEST_F(ConnectionTest, WhatIsSentBecauseAllIsGoneGoesInTheNextTurnWithoutWaiting) {
  handler_.seen.answers_to_drain = 3;
  Ask("/stream");
  for (std::size_t sent = 0; sent < 3; ++sent) {
    EXPECT_EQ(Count("more"), sent);
    EXPECT_TRUE(loop_->reactor().turns_again()) << "else it would wait for the next tick";
    Turn();
  }
  EXPECT_EQ(Count("more"), 3U);
  EXPECT_EQ(handler_.seen.drained, 4);
}

TEST_F(ConnectionTest, ASlowConsumerIsEndedCleanly) {
  Ask("/stream");
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
  Ask("/hello");
  EXPECT_TRUE(wire_.output.ends_with("/hello"));
}

TEST_F(ConnectionTest, APeerThatEndsItsHalfStillGetsItsResponse) {
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

TEST_F(ConnectionTest, LingersAfterARefusalSoThatItIsRead) {
  Say("NONSENSE\r\n\r\n");
  EXPECT_TRUE(wire_.output.starts_with("HTTP/1.1 400"));
  EXPECT_TRUE(wire_.sending_ended);
  EXPECT_FALSE(wire_.closed);
  Say("more of it");
  EXPECT_FALSE(wire_.closed);
  wire_.peer_ended = true;
  Report(Readiness::kReadable);
  EXPECT_TRUE(wire_.closed);
}

TEST_F(ConnectionTest, AStreamEndsWithItsPeersHalf) {
  Ask("/stream");
  wire_.peer_ended = true;
  Report(Readiness::kReadable);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_TRUE(wire_.closed);
}

TEST_F(ConnectionTest, ADrainEndsAStreamWithItsLastChunk) {
  Ask("/stream");
  Turn([this] { loop_->BeginDrain(); });
  EXPECT_EQ(handler_.seen.end, StreamEnd::kDrained);
  EXPECT_TRUE(wire_.output.ends_with("0\r\n\r\n"));
  EXPECT_TRUE(wire_.closed);
}

}  // namespace
}  // namespace prichal::net
