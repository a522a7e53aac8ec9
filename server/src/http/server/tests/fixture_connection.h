#pragma once

// For tests: a connection over a fake transport that can be short, slow, full or reset.

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "http/codec/response.h"
#include "http/server/event_loop.h"

namespace prichal::http::testing {

class FakeClock final : public Clock {
 public:
  [[nodiscard]] Time Now() const override { return time; }

  Time time{.steady = Millis(10'000), .unix_time = Millis(1'700'000'000'000)};
};

/// The test's view of a transport, which its connection owns.
struct Wire {
  std::deque<std::string> input;  ///< one for each Receive()
  bool peer_ended = false;
  bool reset = false;
  std::size_t room = SIZE_MAX;    ///< number of bytes that Send() still takes
  std::size_t a_send = SIZE_MAX;  ///< maximum number of bytes of one Send()
  int interrupts = 0;             ///< number of Send() calls to interrupt first

  std::string output;
  bool opens = false;  ///< has a handshake, which negotiates HTTP/2
  bool awaits_readable = false;
  bool awaits_writable = false;
  bool sending_ended = false;
  bool closed = false;
};

class FakeTransport final : public Transport {
 public:
  explicit FakeTransport(Wire& wire) : wire_(wire) {}
  ~FakeTransport() override { wire_.closed = true; }

  [[nodiscard]] bool has_opening() const override { return wire_.opens; }
  [[nodiscard]] bool chose_http2() const override { return wire_.opens; }
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

/// Events of a session. The test owns it, because sessions end.
struct Seen {
  int drained = 0;
  std::optional<StreamEnd> end;
  int answers_to_drain = 0;  ///< number of chunks to send, one at each OnDrained()
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
  void OnEnd(StreamHandle /*stream*/, StreamEnd reason) override {
    EXPECT_FALSE(seen_.end) << "ended twice";
    seen_.end = reason;
  }

 private:
  Seen& seen_;
};

/// "/stream" begins a stream; the test answers "/later"; other paths are echoed or special.
class TestHandler final : public Handler {
 public:
  [[nodiscard]] std::size_t BodyLimit(const Request& /*head*/) const override { return body_limit; }
  void HandleHead(const Request& head, ResponseWriter& writer) override {
    if (head.path == "/guarded") writer.Respond(Reply("no body, please"));
  }
  void Handle(const Request& request, ResponseWriter& writer) override {
    ++requests;
    if (request.path == "/later") {
      later = writer.handle();
    } else if (request.path == "/throw") {
      throw std::runtime_error("bad luck");
    } else if (request.path == "/big") {
      writer.Respond(Reply(std::string(200'000, 'x')));
    } else if (request.path == "/page") {
      writer.Respond(ResponseBuilder(200)
                         .Header("Link", "</a.js>; rel=modulepreload")
                         .Body("text/html", "page"));
    } else if (request.path == "/stream") {
      begun = writer.handle();
      writer.Begin({.response = ResponseBuilder(200).Stream("text/event-stream"),
                    .kind = &kind,
                    .lifetime = Millis(0),
                    .session = std::make_unique<RecordingSession>(seen)});
    } else {
      writer.Respond(Reply(std::string(request.path)));
    }
  }
  static Response Reply(const std::string& text) {
    return ResponseBuilder(200).Body("text/plain", text);
  }

  StreamKind kind{.heartbeat = Share("beat"), .heartbeat_every = Millis(10'000)};
  Seen seen;
  StreamHandle later;
  StreamHandle begun;  ///< the last stream
  std::size_t body_limit = 1'000;
  int requests = 0;
};

class ConnectionTest : public ::testing::Test {
 protected:
  ConnectionTest() {
    const auto options = std::make_shared<const ServerOptions>(Options());
    shared_.options = options;
    shared_.by_address =
        std::make_unique<ConcurrencyLimiter>(options->connections_per_address, 64, shared_.hash);
    shared_.clock = &clock_;
    shared_.drained = [] {};
    loop_.emplace(0, shared_);
  }

  [[nodiscard]] static ServerOptions Options() {
    return {.header_deadline = Millis(10'000),
            .body_deadline = Millis(15'000),
            .idle_deadline = Millis(60'000),
            .progress_deadline = Millis(30'000)};
  }
  void Connect() {
    Turn([this] {
      handle_ = loop_->AddConnection(std::make_unique<FakeTransport>(wire_), {}, handler_);
    });
  }

  /// Runs one turn of the loop with this action.
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
  void SendBytes(const std::string& bytes) {
    ASSERT_TRUE(wire_.awaits_readable);
    wire_.awaits_readable = false;
    wire_.input.push_back(bytes);
    Report(Readiness::kReadable);
  }
  void SendGet(const std::string& path) {
    SendBytes("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  /// Lets the transport take this many bytes.
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
  StreamHandle handle_;
};

}  // namespace prichal::http::testing
