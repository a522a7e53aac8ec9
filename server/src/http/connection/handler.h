#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/interface.h"
#include "base/stream_handle.h"
#include "base/unique_function.h"
#include "http/codec/request.h"
#include "http/codec/response.h"
#include "http/loop/outbound_connection.h"
#include "http/transport/transport.h"

namespace prichal::http {

/// Properties shared by all streams of one kind. The object must outlive these streams.
struct StreamKind {
  /// Sent every `heartbeat_every`, measured from the start of the stream or the last heartbeat.
  prichal::SharedBytes heartbeat;
  Millis heartbeat_every{10'000};
  /// Limits of pending output. If one is exceeded, the stream ends cleanly. A single chunk of any
  /// size is always accepted.
  std::size_t max_queued_bytes = 64 * 1024;
  std::size_t max_queued_slices = 256;
};

/// Reasons for the end of a stream.
enum class StreamEnd {
  kPeerGone,  ///< the client closed the connection or no longer acknowledges
  kEnded,     ///< End() was called
  kLifetime,  ///< the lifetime of the stream has passed
  kTooSlow,   ///< pending output exceeds the limits of the kind
  kDrained,   ///< the server shuts down
};

class StreamSession;

/// A request whose response is endless and sent in chunks. Lives on its loop; find it with
/// Loop::FindStream(). It reads no input and accepts no output after its end.
class Stream : public Interface {
 public:
  [[nodiscard]] virtual StreamHandle handle() const = 0;
  /// The session passed to ResponseWriter::Begin(). Null after the end of the stream.
  [[nodiscard]] virtual StreamSession* session() const = 0;

  /// Queues one chunk, which is written at the end of the turn. Returns false if the stream has
  /// ended, for example because this chunk exceeds the limits; it then accepts nothing more.
  virtual bool Send(prichal::SharedBytes payload) = 0;

  /// Like Send(), for many streams that share all but the end of a payload. The chunk is the first
  /// `shared` bytes of `payload` followed by `end`. `shared` is at most the size of `payload`.
  virtual bool SendWithEnd(prichal::SharedBytes payload, std::size_t shared,
                           prichal::SharedBytes end) = 0;

  /// Output that the kernel has not taken yet.
  [[nodiscard]] virtual std::size_t queued_bytes() const = 0;
  [[nodiscard]] virtual std::size_t queued_slices() const = 0;

  /// Sends the queued output and the last chunk. Calls OnEnd() of the session before it returns.
  virtual void End() = 0;
};

/// State that the owner of a stream attaches to it. Destroyed on the stream's loop, at the end of
/// the turn in which the stream ends. A session can therefore end its own stream.
class StreamSession : public Interface {
 public:
  /// The kernel has taken all output: the session can send more.
  virtual void OnDrained(Stream& stream) { (void)stream; }

  /// The server shuts down and ends the stream after this call. The session can send final events.
  virtual void OnShutdown(Stream& stream) { (void)stream; }

  /// Called once, for any reason. The stream accepts nothing more.
  virtual void OnEnd(StreamHandle stream, StreamEnd reason) {
    (void)stream;
    (void)reason;
  }
};

/// One thread with everything that lives on it: connections, timers, scratch buffers, counters.
/// Other threads do not access these objects; they post tasks. All functions except Post() and
/// PostAlways() must be called on the loop's thread.
class Loop : public Interface {
 public:
  [[nodiscard]] virtual std::uint32_t index() const = 0;

  /// Current time, read once per turn, so that it is the same for all events of a turn.
  [[nodiscard]] virtual Time now() const = 0;

  /// True during a graceful shutdown: start no new work.
  [[nodiscard]] virtual bool draining() const = 0;

  /// Runs `task` on this loop; tasks of one thread keep their order. Returns false and drops the
  /// task if the loop's mailbox is full; answer new work with 503 then. Any thread.
  [[nodiscard]] virtual bool Post(Task task) = 0;

  /// Like Post(), without the limit. Only to complete accepted work, for example to respond: there
  /// are never more such tasks than connections. Any thread.
  virtual void PostAlways(Task task) = 0;

  /// Answers a request whose handler returned without a response. No effect if the connection is
  /// closed or the request is answered.
  virtual void Respond(StreamHandle request, const Response& response) = 0;

  /// Returns null if the stream has ended.
  [[nodiscard]] virtual Stream* FindStream(StreamHandle stream) = 0;

  /// Registers functions to call before and after the loop runs its posted tasks. Every task posted
  /// before `before` is called has run when `after` is called. Any thread, before the loop runs.
  virtual void AroundTasks(std::function<void()> before, std::function<void()> after) = 0;

  /// Calls `action` periodically until the loop ends. Any thread, before the loop runs.
  virtual void Every(Millis interval, std::function<void()> action) = 0;

  /// Outgoing connections for clients of other servers on this loop.
  [[nodiscard]] virtual Outbound& outbound() = 0;
};

/// Number of an application's route, under which a request is counted: 1 to RouteOptions::count -
/// 1. 0 is a request without a route, for example one that cannot be parsed.
using RouteId = std::uint8_t;

/// The response side of one request. Exists only while the handler runs. The handler does one of
/// three things. It calls Respond(). It calls Begin() for a stream. Or it keeps handle(), returns,
/// and calls Loop::Respond() within the response deadline; after that the client gets 503.
class ResponseWriter : public Interface {
 public:
  [[nodiscard]] virtual Loop& loop() = 0;
  [[nodiscard]] virtual StreamHandle handle() const = 0;
  [[nodiscard]] virtual const Peer& peer() const = 0;

  /// True if Handler::HandleHead() has been called for this request without a response.
  [[nodiscard]] virtual bool head_seen() const = 0;

  virtual void CountAs(RouteId route) = 0;

  virtual void Respond(const Response& response) = 0;

  struct StreamStart {
    /// The header, made by ResponseBuilder::Stream(). Its `body`, if any, is the first chunk and is
    /// sent in the same write.
    Response response;
    const StreamKind* kind = nullptr;
    /// Time from now until the clean end. Zero: no limit.
    Millis lifetime{0};
    std::unique_ptr<StreamSession> session;
  };
  /// Makes the response a stream with this request's handle. From then on every end of the stream
  /// calls StreamSession::OnEnd(). Over HTTP/1.1, later input of the client is dropped and the
  /// connection ends with the stream.
  virtual Stream& Begin(StreamStart start) = 0;
};

/// Answers the requests of one site on one loop. Site::handler makes one for each loop, and only
/// that loop calls it.
class Handler : public Interface {
 public:
  /// Returns the maximum body size of this request in bytes. Called when its header is complete. If
  /// it is exceeded, the client gets 413 and Handle() is not called.
  [[nodiscard]] virtual std::size_t BodyLimit(const Request& head) const {
    (void)head;
    return 0;
  }

  /// Header lines, each with CRLF, for errors that the server sends instead of the handler: invalid
  /// request, missing response, too many connections. The text must stay valid until the loop's
  /// next task.
  [[nodiscard]] virtual std::string_view ErrorLines() const { return {}; }

  /// Called before Handle() if the body has not arrived yet. It can answer the request with
  /// Respond(); Handle() is then not called. It must not call Begin() or keep handle().
  virtual void HandleHead(const Request& head, ResponseWriter& writer) {
    (void)head;
    (void)writer;
  }

  virtual void Handle(const Request& request, ResponseWriter& writer) = 0;
};

}  // namespace prichal::http
