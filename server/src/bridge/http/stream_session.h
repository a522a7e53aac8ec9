#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/address.h"
#include "bridge/core/broker.h"
#include "bridge/core/stream_merge.h"
#include "bridge/http/admission.h"
#include "http/connection/handler.h"

namespace prichal::bridge {

class BridgeLoop;

/// The bridge's state of one stream: the merge of its shards' batches, and the progress of its
/// backlog. Pages of the backlog are sent as fast as the client reads; new messages are sent at
/// once, and the stream's output limit ends a client that is too slow.
///
/// Created by BridgeHandler and owned by the stream. Used only on the stream's loop.
class BridgeSession final : public http::StreamSession {
 public:
  /// `shards`: loops that deliver to the stream. `address`: IP address of the client, part of each
  /// of its messages. `permit`: released by the destructor.
  BridgeSession(BridgeLoop& loop, const std::vector<std::uint32_t>& shards, bool queue_done,
                const IpAddress& address, const Admission::Permit& permit);
  BridgeSession(const BridgeSession&) = delete;
  BridgeSession& operator=(const BridgeSession&) = delete;
  ~BridgeSession() override;

  /// Takes a batch of a shard.
  void Receive(http::Stream& stream, std::uint32_t shard, Batch batch);
  /// Continues after BridgeLoop::AwaitWatermarks(). `last`: the largest event ID at that time.
  void OnWatermarks(http::Stream& stream, const std::vector<std::int64_t>& watermarks,
                    std::int64_t last);

 private:
  void OnDrained(http::Stream& stream) override;
  void OnShutdown(http::Stream& stream) override;
  void OnEnd(StreamHandle stream, http::StreamEnd reason) override;

  void Pump(http::Stream& stream);
  /// True if the client is slow and gets no more of the backlog for now.
  [[nodiscard]] bool MustWait(const http::Stream& stream);

  BridgeLoop& loop_;
  /// The configuration of the stream, which has its StreamKind.
  const std::shared_ptr<const BridgeSnapshot> snapshot_;
  Merge merge_;
  const IpAddress address_;
  const Admission::Permit permit_;
  /// End of each frame for this client. Null before the first message, because most streams are
  /// idle.
  SharedBytes frame_end_;
  const bool merges_;  ///< has several shards
  bool queue_done_wanted_;
  bool backlog_done_ = false;
  bool awaits_ = false;  ///< BridgeLoop::AwaitWatermarks() was called
};

}  // namespace prichal::bridge
