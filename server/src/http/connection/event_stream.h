#pragma once

#include <memory>

#include "http/connection/handler.h"
#include "http/transport/write_queue.h"

namespace prichal::http {

class OpenRequest;

/// An endless response: its chunks, heartbeats and end. It ends cleanly if its pending output
/// exceeds the limits of its StreamKind. Owned by its request; the loop's thread.
class EventStream final : public Stream {
 public:
  /// `chunked`: the client supports chunked coding. `request`, whose response the stream
  /// is, and the kind in `start` must outlive the stream.
  EventStream(OpenRequest& request, ResponseWriter::StreamStart& start, bool chunked);

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

  [[nodiscard]] StreamHandle handle() const override;
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

  OpenRequest& request_;
  const StreamKind& kind_;
  std::unique_ptr<StreamSession> session_;
  Millis next_heartbeat_;
  const Millis ends_at_;  ///< steady time; zero: no limit
  const bool chunked_;
  bool over_ = false;
};

}  // namespace prichal::http
