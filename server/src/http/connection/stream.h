#pragma once

#include <cstddef>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/handle.h"

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

}  // namespace prichal::net
