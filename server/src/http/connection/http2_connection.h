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

namespace prichal::net {

class Http2Connection;

/// The output of one stream of HTTP/2: the bytes that wait, whether more follow, and when the
/// reader last took some. Part of a request; the loop's thread.
class Http2Output {
 public:
  [[nodiscard]] WriteQueue& queue() { return queue_; }
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  [[nodiscard]] std::size_t bytes() const { return queue_.bytes(); }
  /// Nothing follows what is queued.
  [[nodiscard]] bool over() const { return over_; }
  void EndAfterQueue() { over_ = true; }

  /// Call after queueing. The reader's time begins if nothing waited before.
  void StartIfQueued(Millis now) {
    if (!empty() && !std::exchange(waiting_, true)) progress_ = now;
  }
  /// The reader's time begins now, whether or not anything waits.
  void Restart(Millis now) {
    waiting_ = !empty();
    progress_ = now;
  }
  /// Moves `count` bytes behind `out`, for a reader that takes them.
  void MoveTo(std::size_t count, std::string& out, Millis now) {
    queue_.MoveTo(count, out);
    Restart(now);
  }
  /// Output waits for the reader.
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
/// response may be. It is the state machine between three parties: the session that reads and
/// writes frames (StreamOwner), the handler (OpenRequest), and the timers. What it keeps is in
/// Incoming and Http2Output. One deadline at a time, that of its phase. A slow reader delays only
/// its own stream.
///
/// Owned by the loop's Http2StreamTable; ends itself by End(). The loop's thread.
class Http2Stream final : public Timer, public OpenRequest, public http2::StreamOwner {
 public:
  /// What it takes of the server's places: none, where it is the only one of its connection.
  struct Place {
    bool taken = false;
    ConcurrencyLimiter::Entry counted = ConcurrencyLimiter::kNotCounted;  ///< of its address
  };
  Http2Stream(Http2Connection& connection, StreamHandle handle, std::int32_t stream,
              const Place& place);
  Http2Stream(const Http2Stream&) = delete;
  Http2Stream& operator=(const Http2Stream&) = delete;
  ~Http2Stream() override;

  /// Something of the request has come: Proceed() is to go on with it.
  void Touch();
  void Proceed();
  /// All its output has been taken.
  void OnOutputTaken();
  /// Nothing of it is left on the wire.
  void OnPeerGone();
  /// The server goes down.
  void Drain();
  void RespondLate(const http::Response& response) override;

  [[nodiscard]] StreamHandle handle() const { return handle_; }
  [[nodiscard]] const Place& place() const { return place_; }
  /// It is the only one of its connection now, or the first.
  Place TakePlace() { return std::exchange(place_, {}); }
  /// Where its connection finds it.
  [[nodiscard]] std::size_t index() const { return index_; }
  void set_index(std::size_t index) { index_ = static_cast<std::uint32_t>(index); }

  // Told by the session.
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
    kHead,          ///< its head is coming
    kBody,          ///< its body is
    kHandling,      ///< a handler has it and will answer later
    kResponding,    ///< the response is on its way
    kStreaming,     ///< it is an event stream
    kEndingStream,  ///< … of which the last is on its way
    kClosed,
  };
  /// A request that has not been given to its handler as a whole.
  struct Incoming {
    explicit Incoming(const http::HeadLimits& limits) : fields(limits) {}
    http2::RequestHead fields;
    http::Head head;  ///< views into `fields`
    std::string body;
    std::size_t body_limit = 0;
    std::size_t held = 0;  ///< bytes that are counted
    bool head_complete = false;
    bool complete = false;
  };

  void OnExpired() override;
  /// False: it is no request, and has been answered.
  [[nodiscard]] bool ReadHead();
  void HandleHead();
  void Dispatch();
  /// Counts what is kept until more comes; false: there is too much, of all requests together.
  [[nodiscard]] bool Settle();
  void Refuse(http::Refusal refusal);
  void Send(const http::Response& response);
  /// 103, so that a page's code is asked for before the page has been read (RFC 8297).
  void SendEarlyHints(const http::Response& response);
  /// It has waited for its reader for too long.
  [[nodiscard]] bool Stalled();
  void Reset(std::uint32_t error);
  /// It is of no more use to anybody.
  void End();
  void SetDeadline(Millis from_now);

  // As a request.
  [[nodiscard]] Connection& carrier() override;
  [[nodiscard]] StreamHandle request_handle() const override { return handle_; }
  [[nodiscard]] bool awaits_response() const override { return phase_ == Phase::kHandling; }
  [[nodiscard]] bool head_seen() const override { return head_seen_; }
  void RespondNow(const http::Response& response) override;
  Stream& BeginStream(ResponseWriter::StreamStart start) override;
  void OnHandlerFailed() override;

  // As the host of its event stream.
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
  bool touched_ = false;  ///< Proceed() is to come
  Http2Output output_;
  std::unique_ptr<Incoming> incoming_;
};

/// A connection over HTTP/2 with many requests (Http2Stream), each with its own deadline and
/// output. The deadline of the connection is for a client that sends nothing or reads nothing. Each
/// request but one counts as a connection, as it would over HTTP/1.1. Owned by the loop's
/// ConnectionTable; the loop's thread.
class Http2Connection final : public Connection, private http2::SessionOwner {
 public:
  explicit Http2Connection(Parts parts);
  Http2Connection(const Http2Connection&) = delete;
  Http2Connection& operator=(const Http2Connection&) = delete;
  ~Http2Connection() override = default;

  void Start(bool opened) override;
  void OnReadable() override;
  void OnWritable() override;
  void Flush() override;
  void Drain() override;
  [[nodiscard]] bool idle() const override;
  void Evict() override;

  // For its requests.
  [[nodiscard]] http2::Session& session() { return session_; }
  /// Proceed() is to be called, when what came has all been read.
  void Touch(Http2Stream& http2_stream) { touched_.push_back(&http2_stream); }
  void OnOutputTaken(Http2Stream& http2_stream) { taken_.push_back(&http2_stream); }
  void OnStreamClosed(Http2Stream& http2_stream) { closed_.push_back(&http2_stream); }
  /// It leaves the table, and is destroyed when the turn ends.
  void Remove(Http2Stream& http2_stream);
  void MarkOutput(bool stream) { MarkDirty(stream); }
  /// Writes at once. False: the connection is gone.
  [[nodiscard]] bool WriteNow();
  [[nodiscard]] bool blocked() const { return writer().blocked(); }
  void OnEventStream();
  void CountFault(http2::Fault fault);

 private:
  enum class Phase : std::uint8_t { kOpen, kLingering, kClosed };

  void OnExpired() override;
  void Close() override;
  http2::StreamOwner* OnRequest(std::int32_t stream) override;
  void OnFault(http2::Fault fault) override { CountFault(fault); }

  /// What has come is in the loop's scratch.
  void ReceiveFrames(std::size_t size);
  /// Calls Proceed() of those that something has come for.
  void ProceedTouched();
  void EndClosed();
  /// Nothing can follow any more: goes, when the last word is out.
  void AfterOutputIsGone();
  void SetIdleDeadline();

  http2::Session session_;
  Phase phase_ = Phase::kOpen;
  bool first_request_ = true;
  bool failed_ = false;  ///< the session has ended for a fault; its last word is on its way
  bool has_streams_ = false;
  std::vector<Http2Stream*> http2_streams_;
  // What was told within the session.
  std::vector<Http2Stream*> touched_;
  std::vector<Http2Stream*> taken_;
  std::vector<Http2Stream*> closed_;
};

/// The requests of HTTP/2 on one loop, by handle. Their handles differ from those of connections.
/// Exchanges that have ended are destroyed when the turn ends, before their connections.
///
/// Owned by the loop. The loop's thread.
class Http2StreamTable {
 public:
  explicit Http2StreamTable(LoopContext& context) : context_(context) {}
  Http2StreamTable(const Http2StreamTable&) = delete;
  Http2StreamTable& operator=(const Http2StreamTable&) = delete;

  /// True if the handle is one of a request, not of a connection.
  [[nodiscard]] static bool Names(StreamHandle handle) { return (handle.slot & kBit) != 0; }

  Http2Stream& Add(Http2Connection& connection, std::int32_t stream,
                   const Http2Stream::Place& place);
  /// Returns null if the request has ended.
  [[nodiscard]] Http2Stream* Find(StreamHandle handle) const {
    return http2_streams_.Find(handle.slot & ~kBit, handle.generation);
  }
  /// Removes a request now and destroys it when the turn ends.
  void Remove(StreamHandle handle);
  void DestroyRemoved() { removed_.clear(); }

 private:
  /// Slots of handles with this bit name requests. Tokens of the reactor never have it.
  static constexpr std::uint32_t kBit = 1U << 29U;

  LoopContext& context_;
  Slots<Http2Stream> http2_streams_;
  std::vector<std::unique_ptr<Http2Stream>> removed_;
};

}  // namespace prichal::net
