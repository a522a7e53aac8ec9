#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rate_limit.h"
#include "base/stream_handle.h"
#include "http/codec/request.h"
#include "http/codec/request_head.h"
#include "http/connection/connection.h"
#include "http/connection/open_request.h"
#include "http/h2/header_block.h"
#include "http/h2/session.h"
#include "http/loop/slots.h"
#include "http/loop/timer_wheel.h"
#include "http/transport/write_queue.h"

namespace prichal::http {

class Http2Connection;

/// Pending output of one stream of HTTP/2, whether more follows, and when the reader last made
/// progress. Part of an Http2Stream; the loop's thread.
class Http2Output {
 public:
  [[nodiscard]] WriteQueue& queue() { return queue_; }
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  [[nodiscard]] std::size_t bytes() const { return queue_.bytes(); }
  /// True if nothing follows the queued bytes.
  [[nodiscard]] bool over() const { return over_; }
  void EndAfterQueue() { over_ = true; }

  /// Call it after queueing. Starts the reader's time if nothing was pending before.
  void StartIfQueued(Millis now) {
    if (!empty() && !std::exchange(waiting_, true)) progress_ = now;
  }
  /// Restarts the reader's time, whether or not output is pending.
  void Restart(Millis now) {
    waiting_ = !empty();
    progress_ = now;
  }
  /// Moves `count` bytes to the end of `out`, because the reader takes them.
  void MoveTo(std::size_t count, std::string& out, Millis now) {
    queue_.MoveTo(count, out);
    Restart(now);
  }
  /// True if output is pending.
  [[nodiscard]] bool waiting() const { return waiting_; }
  /// Steady time of the reader's last progress.
  [[nodiscard]] Millis progress() const { return progress_; }

 private:
  WriteQueue queue_;
  Millis progress_{0};
  bool over_ = false;
  bool waiting_ = false;
};

/// One stream of a connection over HTTP/2: a request, its response, and the event stream that the
/// response can be. It is the state machine between the session that reads and writes frames
/// (StreamOwner), the handler (OpenRequest) and the timers. Its data is in Incoming and
/// Http2Output. It has one deadline at a time, that of its phase. A slow reader delays only its own
/// stream.
///
/// Owned by the loop's Http2StreamTable; ends with End(). The loop's thread.
class Http2Stream final : public Timer, public OpenRequest, public h2::StreamOwner {
 public:
  /// The share of this stream in ServerOptions::max_connections. One stream of each connection has
  /// none, because the connection itself is counted.
  struct Place {
    bool taken = false;
    ConcurrencyLimiter::Entry counted = ConcurrencyLimiter::kNotCounted;  ///< by its address
  };
  Http2Stream(Http2Connection& connection, StreamHandle handle, std::int32_t stream,
              const Place& place);
  Http2Stream(const Http2Stream&) = delete;
  Http2Stream& operator=(const Http2Stream&) = delete;
  ~Http2Stream() override;

  /// Schedules Proceed(), because bytes of the request have arrived.
  void Touch();
  void Proceed();
  /// All its output has been moved to the connection.
  void OnOutputTaken();
  /// Removes the stream from its connection and its table, because neither side sends anything
  /// more.
  void End();
  /// Starts a graceful shutdown of this stream.
  void Drain();
  void RespondLate(const Response& response) override { RespondNow(response); }

  [[nodiscard]] StreamHandle handle() const { return handle_; }
  [[nodiscard]] const Place& place() const { return place_; }
  /// Returns its place and gives it up: this stream is now the uncounted one of its connection.
  Place TakePlace() { return std::exchange(place_, {}); }
  /// Index in the connection's list of streams.
  [[nodiscard]] std::size_t index() const { return index_; }
  void set_index(std::size_t index) { index_ = static_cast<std::uint32_t>(index); }

  // h2::StreamOwner.
  bool OnField(std::string_view name, std::string_view value) override;
  void OnHead() override;
  bool OnBody(std::string_view bytes) override;
  void OnRequestEnd() override;
  bool OnClosed() override;
  [[nodiscard]] std::size_t waiting_bytes() const override { return output_.bytes(); }
  [[nodiscard]] bool body_over() const override { return output_.over(); }
  void TakeBody(std::size_t count, std::string& out) override;

 private:
  enum class Phase : std::uint8_t {
    kHead,          ///< receives the header
    kBody,          ///< receives the body
    kHandling,      ///< a handler has the request and will answer later
    kResponding,    ///< the response is being sent
    kStreaming,     ///< the response is an event stream
    kEndingStream,  ///< the end of the event stream is being sent
    kClosed,
  };
  /// A request that has not been passed to Handler::Handle() yet.
  struct Incoming {
    explicit Incoming(const HeadLimits& limits) : fields(limits) {}
    h2::RequestHead fields;
    Head head;  ///< views into `fields`
    std::string body;
    std::size_t body_limit = 0;
    std::size_t held = 0;  ///< bytes counted in ServerShared::request_bytes
    bool head_complete = false;
    bool complete = false;
  };

  void OnExpired() override;
  /// Returns false if the request is invalid; it has been answered then.
  [[nodiscard]] bool ReadHead();
  void HandleHead();
  void Dispatch();
  /// Counts the buffered bytes. Returns false if ServerOptions::request_bytes would be exceeded.
  [[nodiscard]] bool Settle();
  /// Frees the buffered request. Its bytes no longer count.
  void DropIncoming();
  void Refuse(Refusal refusal);
  void Send(const Response& response);
  /// Sends 103, so that the client requests linked files before the page arrives (RFC 8297).
  void SendEarlyHints(const Response& response);
  /// True if output has waited for the reader longer than the progress deadline.
  [[nodiscard]] bool Stalled();
  void Reset(std::uint32_t error);
  void SetDeadline(Millis from_now);

  // OpenRequest.
  [[nodiscard]] Connection& carrier() override;
  [[nodiscard]] StreamHandle request_handle() const override { return handle_; }
  [[nodiscard]] bool awaits_response() const override { return phase_ == Phase::kHandling; }
  [[nodiscard]] bool head_seen() const override { return head_seen_; }
  void RespondNow(const Response& response) override;
  Stream& BeginStream(ResponseWriter::StreamStart start) override;
  void OnHandlerFailed() override;
  [[nodiscard]] WriteQueue& stream_queue() override { return output_.queue(); }
  void OnStreamOutput() override;
  [[nodiscard]] bool WriteStreamOutput() override;
  void ScheduleStream(Millis due) override;
  void OnStreamOver(StreamEnd reason) override;

  Http2Connection& connection_;
  const StreamHandle handle_;
  const std::int32_t stream_;
  std::uint32_t index_ = 0;
  Place place_;
  Phase phase_ = Phase::kHead;
  bool head_seen_ = false;
  bool touched_ = false;  ///< Proceed() is scheduled
  Http2Output output_;
  std::unique_ptr<Incoming> incoming_;
};

/// A connection over HTTP/2 with many requests (Http2Stream), each with its own deadline and
/// output. The connection's deadline ends clients that send or read nothing. Each request except
/// one counts as a connection, as it would over HTTP/1.1. Owned by the loop's ConnectionTable; the
/// loop's thread.
class Http2Connection final : public Connection, private h2::SessionOwner {
 public:
  explicit Http2Connection(Parts parts);

  void Start(bool opened) override;
  void OnReadable() override;
  void OnWritable() override;
  void Flush() override;
  void Drain() override;
  [[nodiscard]] bool idle() const override;
  void Evict() override;

  // For Http2Stream.
  [[nodiscard]] h2::Session& session() { return session_; }
  /// Schedules Proceed() after all received bytes have been processed.
  void Touch(Http2Stream& http2_stream) { touched_.push_back(&http2_stream); }
  void OnOutputTaken(Http2Stream& http2_stream) { taken_.push_back(&http2_stream); }
  void OnStreamClosed(Http2Stream& http2_stream) { closed_.push_back(&http2_stream); }
  /// Removes the stream now; it is destroyed at the end of the turn.
  void Remove(Http2Stream& http2_stream);
  void MarkOutput(bool stream) { MarkDirty(stream); }
  /// Writes now. Returns false if the connection is closed.
  [[nodiscard]] bool WriteNow();
  [[nodiscard]] bool blocked() const { return writer().blocked(); }
  void OnEventStream();
  void CountFault(h2::Fault fault);

 private:
  enum class Phase : std::uint8_t { kOpen, kLingering, kClosed };

  void OnExpired() override;
  void Close() override;
  h2::StreamOwner* OnRequest(std::int32_t stream) override;
  void OnFault(h2::Fault fault) override { CountFault(fault); }

  /// Passes `size` bytes in the loop's scratch buffer to the session.
  void ReceiveFrames(std::size_t size);
  /// Calls Proceed() of the streams that have received bytes.
  void ProceedTouched();
  void EndClosed();
  /// Closes the connection if the session is over and all output has been sent.
  void AfterOutputIsGone();
  void SetIdleDeadline();

  h2::Session session_;
  Phase phase_ = Phase::kOpen;
  bool first_request_ = true;
  bool failed_ = false;  ///< the session has failed; its last output is pending
  bool has_streams_ = false;
  std::vector<Http2Stream*> http2_streams_;
  // Streams to handle after the session's callbacks.
  std::vector<Http2Stream*> touched_;
  std::vector<Http2Stream*> taken_;
  std::vector<Http2Stream*> closed_;
};

/// The requests of HTTP/2 on one loop, by handle. Their handles differ from those of connections.
/// Requests that have ended are destroyed at the end of the turn, before their connections.
///
/// Owned by the loop. The loop's thread.
class Http2StreamTable {
 public:
  explicit Http2StreamTable(LoopContext& context) : context_(context) {}
  Http2StreamTable(const Http2StreamTable&) = delete;
  Http2StreamTable& operator=(const Http2StreamTable&) = delete;
  ~Http2StreamTable() = default;

  /// True if the handle identifies a request of HTTP/2, not a connection.
  [[nodiscard]] static bool Names(StreamHandle handle) { return (handle.slot & kBit) != 0; }

  Http2Stream& Add(Http2Connection& connection, std::int32_t stream,
                   const Http2Stream::Place& place);
  /// Returns null if the request has ended.
  [[nodiscard]] Http2Stream* Find(StreamHandle handle) const {
    return http2_streams_.Find(handle.slot & ~kBit, handle.generation);
  }
  /// Removes a request now and destroys it at the end of the turn.
  void Remove(StreamHandle handle);
  void DestroyRemoved() { removed_.clear(); }

 private:
  /// Bit in the slots of handles of requests. Tokens of the reactor never have it.
  static constexpr std::uint32_t kBit = 1U << 29U;

  LoopContext& context_;
  Slots<Http2Stream> http2_streams_;
  std::vector<std::unique_ptr<Http2Stream>> removed_;
};

}  // namespace prichal::http
