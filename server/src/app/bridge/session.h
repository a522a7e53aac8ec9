#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/bridge/admission.h"
#include "app/bridge/snapshot.h"
#include "base/ip_address.h"
#include "bridge/delivery.h"
#include "bridge/merge.h"
#include "net/stream.h"

namespace prichal::app {

class BridgeLoop;

/// What the bridge keeps beside one stream: the order of what its shards deliver, and how far the
/// backlog has got. Owned by the stream, on its loop. Backlog is sent as the reader takes it; what
/// is new is sent at once, and a reader too slow for that is ended by the stream's own bound.
class BridgeSession final : public net::StreamSession {
 public:
  /// `address`: of the receiver, which is told of it beside each message. `permit`: given back when
  /// the session ends.
  BridgeSession(BridgeLoop& loop, const std::vector<std::uint32_t>& shards, bool queue_done,
                const IpAddress& address, const Admission::Permit& permit);
  BridgeSession(const BridgeSession&) = delete;
  BridgeSession& operator=(const BridgeSession&) = delete;
  ~BridgeSession() override;

  void Receive(net::Stream& stream, std::uint32_t shard, bridge::Batch batch);
  /// BridgeLoop::AwaitWatermarks() has been called for it; `last`: the largest event id by then.
  void Advance(net::Stream& stream, const std::vector<std::int64_t>& watermarks, std::int64_t last);

 private:
  void OnDrained(net::Stream& stream) override;
  void OnShutdown(net::Stream& stream) override;
  void OnEnd(StreamHandle stream, net::StreamEnd reason) override;

  void Pump(net::Stream& stream);
  /// A reader that takes its time gets no more of the backlog for now.
  [[nodiscard]] bool MustWait(const net::Stream& stream);

  BridgeLoop& loop_;
  /// What the stream began under: its kind is part of it.
  const std::shared_ptr<const BridgeSnapshot> snapshot_;
  bridge::Merge merge_;
  const IpAddress address_;
  const Admission::Permit permit_;
  /// Of every frame that goes to this receiver. Null until the first does: most streams wait idle.
  SharedBytes frame_end_;
  const bool merges_;  ///< several shards deliver to it
  bool queue_done_wanted_;
  bool backlog_done_ = false;
  bool awaits_ = false;  ///< BridgeLoop::AwaitWatermarks() is to answer
};

}  // namespace prichal::app
