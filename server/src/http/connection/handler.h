#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/stream_handle.h"
#include "base/unique_function.h"
#include "http/codec/request.h"
#include "http/codec/response.h"
#include "http/loop/outbound_connection.h"
#include "http/transport/transport.h"

namespace prichal::net {

/// What all streams of one kind have in common; one object serves them all and outlives them.
struct StreamKind {
  /// Sent whenever `heartbeat_every` has passed since the stream began or since the last one.
  SharedBytes heartbeat;
  Millis heartbeat_every{10'000};
  /// Output that waits for a slow reader; beyond either the stream is ended cleanly. One chunk is
  /// always taken, however large.
  std::size_t max_queued_bytes = 64 * 1024;
  std::size_t max_queued_slices = 256;
};

enum class StreamEnd {
  kPeerGone,  ///< the other end closed, or no longer acknowledges
  kEnded,     ///< End() was called
  kLifetime,  ///< the stream's time was over
  kTooSlow,   ///< more output waited than the kind allows
  kDrained,   ///< the server is going down
};

class StreamSession;

/// A connection that has become an endless response in chunks. Lives on its loop; reach it by
/// Loop::FindStream(). It cannot be read from, and it takes nothing after its end.
class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  virtual ~Stream() = default;

  [[nodiscard]] virtual StreamHandle handle() const = 0;
  /// The session that the handler gave with the stream. Null after the stream's end.
  [[nodiscard]] virtual StreamSession* session() const = 0;

  /// One chunk; written when the loop's turn ends. False when the stream has ended, also because
  /// this very chunk was too much: then nothing more is taken.
  virtual bool Send(SharedBytes payload) = 0;

  /// As Send(), where many streams share all but the end: one chunk of the first `shared` bytes of
  /// `payload`, which is at least as long, and then `end`.
  virtual bool SendWithEnd(SharedBytes payload, std::size_t shared, SharedBytes end) = 0;

  /// Output not yet taken by the kernel.
  [[nodiscard]] virtual std::size_t queued_bytes() const = 0;
  [[nodiscard]] virtual std::size_t queued_slices() const = 0;

  /// A clean last chunk after what is queued. The session's OnEnd() follows before this returns.
  virtual void End() = 0;
};

/// What the owner of a stream keeps beside it. Destroyed on the stream's loop when the turn is over
/// in which the stream has ended, so that it may end its stream itself.
class StreamSession {
 public:
  StreamSession() = default;
  StreamSession(const StreamSession&) = delete;
  StreamSession& operator=(const StreamSession&) = delete;
  virtual ~StreamSession() = default;

  /// All output has been taken by the kernel: there is room for more.
  virtual void OnDrained(Stream& stream) { (void)stream; }

  /// The server goes down; the stream is ended after this. For last words.
  virtual void OnShutdown(Stream& stream) { (void)stream; }

  /// Called once, whatever the reason. The stream takes nothing any more.
  virtual void OnEnd(StreamHandle stream, StreamEnd reason) {
    (void)stream;
    (void)reason;
  }
};

/// One thread with all that lives on it: connections, their timer wheel, scratch buffers, counters.
/// Nothing of it is touched by another thread, which sends tasks instead. All functions but Post()
/// and PostAlways() belong to the loop's own thread.
class Loop {
 public:
  Loop() = default;
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  virtual ~Loop() = default;

  [[nodiscard]] virtual std::uint32_t index() const = 0;

  /// Read once a turn, so that all that happens in one turn happens at one time.
  [[nodiscard]] virtual Time now() const = 0;

  /// The server is going down: start nothing new.
  [[nodiscard]] virtual bool draining() const = 0;

  /// Any thread: runs `task` on this loop, in the order of the calls of one thread. False when the
  /// loop's mailbox is full (new work has an answer for that: 503); the task is then dropped.
  [[nodiscard]] virtual bool Post(Task task) = 0;

  /// Any thread: as Post(), past the bound. Only for what completes work already accepted, of which
  /// there is no more than there are connections: responses, registrations ended.
  virtual void PostAlways(Task task) = 0;

  /// Answers a request whose handler returned without a response. Ignored when the connection is
  /// gone or answered.
  virtual void Respond(StreamHandle request, const http::Response& response) = 0;

  /// Null when the stream has ended.
  [[nodiscard]] virtual Stream* FindStream(StreamHandle stream) = 0;

  /// Calls `before` before the tasks that have been posted are taken, and `after` when they have
  /// been run. What other threads had posted when `before` was called has been run by then. From
  /// any thread before the loop runs.
  virtual void AroundTasks(std::function<void()> before, std::function<void()> after) = 0;

  /// Calls `action` again and again until the loop ends. From any thread before the loop runs.
  virtual void Every(Millis interval, std::function<void()> action) = 0;

  /// For clients of other servers that live on this loop.
  [[nodiscard]] virtual Outbound& outbound() = 0;
};

/// The number of an application's route, which a request is counted under: from 1 to
/// RouteOptions::count - 1. 0 is a request without a route, such as one that cannot be parsed.
using RouteId = std::uint8_t;

/// One request that waits for its response. Exists only while the handler runs. The handler does
/// one of three: Respond() now; Begin() a stream; or keep handle(), return, and call
/// Loop::Respond() within the response deadline (after it the client gets 503).
class ResponseWriter {
 public:
  ResponseWriter() = default;
  ResponseWriter(const ResponseWriter&) = delete;
  ResponseWriter& operator=(const ResponseWriter&) = delete;
  virtual ~ResponseWriter() = default;

  [[nodiscard]] virtual Loop& loop() = 0;
  [[nodiscard]] virtual StreamHandle handle() const = 0;
  [[nodiscard]] virtual const Peer& peer() const = 0;

  /// Handler::HandleHead() has let this request pass.
  [[nodiscard]] virtual bool head_seen() const = 0;

  virtual void CountAs(RouteId route) = 0;

  virtual void Respond(const http::Response& response) = 0;

  struct StreamStart {
    /// The head, made by ResponseBuilder::Stream(). Its `body`, if any, is the first chunk and
    /// leaves in the same write.
    http::Response response;
    const StreamKind* kind = nullptr;
    /// From now until the clean end; zero: no end.
    Millis lifetime{0};
    std::unique_ptr<StreamSession> session;
  };
  /// The connection becomes a stream with this request's handle, which lives when this returns:
  /// whatever ends it later calls StreamSession::OnEnd(). What its client sends behind the request
  /// is dropped, and the connection then ends with the stream.
  virtual Stream& Begin(StreamStart start) = 0;
};

/// Answers the requests of one site on one loop. Made by Site::handler once for each loop, called
/// only there.
class Handler {
 public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  /// How large a body this request may bring, in bytes; asked when its head is complete. Beyond it
  /// the client gets 413 and Handle() is not called.
  [[nodiscard]] virtual std::size_t BodyLimit(const http::Request& head) const {
    (void)head;
    return 0;
  }

  /// Header lines, each ended by CRLF, of the errors that the server answers in place of the
  /// handler: a request that cannot be read or has no response in time, a connection too many. The
  /// text lives until the loop's next task.
  [[nodiscard]] virtual std::string_view ErrorLines() const { return {}; }

  /// Called before Handle() where the body is still on its way. May Respond() a request that needs
  /// none to be refused, and do nothing else; then Handle() is not called.
  virtual void HandleHead(const http::Request& head, ResponseWriter& writer) {
    (void)head;
    (void)writer;
  }

  virtual void Handle(const http::Request& request, ResponseWriter& writer) = 0;
};

}  // namespace prichal::net
