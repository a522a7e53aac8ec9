#pragma once

#include <memory>

#include "http/connection/handler.h"
#include "http/transport/write_queue.h"

namespace prichal::http {

/// An endless response: its chunks, heartbeats and end. It ends cleanly if its pending output
/// exceeds the limits of its StreamKind. Owned by its request; the loop's thread.
class EventStream final : public Stream {
 public:
  /// The request whose response the stream is.
  class Host {
   public:
    Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    virtual ~Host() = default;

    [[nodiscard]] virtual StreamHandle stream_handle() const = 0;
    [[nodiscard]] virtual Millis stream_now() = 0;
    /// Queue of the stream's output.
    [[nodiscard]] virtual WriteQueue& stream_queue() = 0;
    /// Requests a write of the queued output at the end of the turn.
    virtual void OnStreamOutput() = 0;
    /// Writes now. Returns false if the connection is closed, which also ends the stream.
    [[nodiscard]] virtual bool WriteStreamOutput() = 0;
    /// Schedules OnExpired() for this steady time and replaces an earlier schedule.
    virtual void ScheduleStream(Millis due) = 0;
    /// The stream has ended and queues nothing more. Queued output is still to be sent.
    virtual void OnStreamOver(StreamEnd reason) = 0;
    /// Destroys the session at the end of the turn.
    virtual void DestroySessionLater(std::unique_ptr<StreamSession> session) = 0;
  };

  /// `chunked`: the client supports chunked coding. `host` and the kind in `start` must outlive the
  /// stream.
  EventStream(Host& host, ResponseWriter::StreamStart& start, bool chunked);

  /// Queues the opening of the stream, if any. Call it after the response header is queued.
  void Begin(const prichal::SharedBytes& opening);
  void OnExpired();
  /// All output has been sent.
  void OnDrained();
  /// Ends the stream for a graceful shutdown.
  void Drain();
  /// The connection is closed.
  void OnPeerGone();

  [[nodiscard]] bool over() const { return over_; }

  [[nodiscard]] StreamHandle handle() const override { return host_.stream_handle(); }
  [[nodiscard]] StreamSession* session() const override { return session_.get(); }
  bool Send(prichal::SharedBytes payload) override;
  bool SendWithEnd(prichal::SharedBytes payload, std::size_t shared,
                   prichal::SharedBytes end) override;
  [[nodiscard]] std::size_t queued_bytes() const override;
  [[nodiscard]] std::size_t queued_slices() const override;
  void End() override { End(StreamEnd::kEnded); }

 private:
  void End(StreamEnd reason);
  [[nodiscard]] bool EnsureCapacity(std::size_t bytes);
  /// Queues one chunk, with chunk framing if the client supports it.
  void Queue(WriteQueue::Slice chunk);
  void Schedule();

  Host& host_;
  const StreamKind& kind_;
  std::unique_ptr<StreamSession> session_;
  Millis next_heartbeat_;
  const Millis ends_at_;  ///< steady time; zero: no limit
  const bool chunked_;
  bool over_ = false;
};

}  // namespace prichal::http
