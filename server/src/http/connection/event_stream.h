#pragma once

#include <memory>

#include "http/connection/handler.h"
#include "http/transport/write_queue.h"

namespace prichal::net {

/// An endless response: its chunks, heartbeats and end. It ends cleanly if more output waits for
/// its reader than its kind allows. Owned by its request; the loop's thread.
class EventStream final : public Stream {
 public:
  /// The request that it is the response of.
  class Host {
   public:
    Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    virtual ~Host() = default;

    [[nodiscard]] virtual StreamHandle stream_handle() const = 0;
    [[nodiscard]] virtual Millis stream_now() = 0;
    /// Where its output waits.
    [[nodiscard]] virtual WriteQueue& stream_queue() = 0;
    /// Something waits: it is to be written when the turn ends.
    virtual void OnStreamOutput() = 0;
    /// Writes at once. False: the connection is gone, and with it the stream.
    [[nodiscard]] virtual bool WriteStreamOutput() = 0;
    /// Calls OnExpired() at this steady time instead of any before.
    virtual void ScheduleStream(Millis due) = 0;
    /// It takes nothing any more; what waits is still to go.
    virtual void OnStreamOver(StreamEnd reason) = 0;
    /// Destroys the session when the turn is over.
    virtual void DestroySessionLater(std::unique_ptr<StreamSession> session) = 0;
  };

  /// `chunked`: the client knows chunks. `host` and the kind of `start` must outlive the stream.
  EventStream(Host& host, ResponseWriter::StreamStart& start, bool chunked);

  /// Behind its head: queues the opening of the stream, where there is one.
  void Begin(const SharedBytes& opening);
  void OnExpired();
  /// All output is gone.
  void OnDrained();
  /// The server goes down.
  void Drain();
  /// The connection is gone.
  void OnPeerGone();

  [[nodiscard]] bool over() const { return over_; }

  [[nodiscard]] StreamHandle handle() const override { return host_.stream_handle(); }
  [[nodiscard]] StreamSession* session() const override { return session_.get(); }
  bool Send(SharedBytes payload) override;
  bool SendWithEnd(SharedBytes payload, std::size_t shared, SharedBytes end) override;
  [[nodiscard]] std::size_t queued_bytes() const override;
  [[nodiscard]] std::size_t queued_slices() const override;
  void End() override { End(StreamEnd::kEnded); }

 private:
  void End(StreamEnd reason);
  [[nodiscard]] bool EnsureCapacity(std::size_t bytes);
  /// As one chunk, where the client knows chunks.
  void Queue(WriteQueue::Slice chunk);
  void Schedule();

  Host& host_;
  const StreamKind& kind_;
  std::unique_ptr<StreamSession> session_;
  Millis next_heartbeat_;
  const Millis ends_at_;  ///< zero: never
  const bool chunked_;
  bool over_ = false;
};

}  // namespace prichal::net
