#include "app/bridge/shared.h"

#include <chrono>
#include <string>

#include "app/bridge/bridge_loop.h"

namespace prichal::app {
namespace {

net::StreamKind KindOf(const BridgeOptions& options, bridge::Heartbeat heartbeat) {
  return {.heartbeat = Share(std::string(bridge::HeartbeatFrame(heartbeat))),
          .heartbeat_every = options.heartbeat,
          .max_queued_bytes = options.stream_bytes,
          .max_queued_pieces = options.stream_events};
}

}  // namespace

BridgeShared::BridgeShared(const BridgeOptions& chosen, store::Store& kept_in,
                           webhook::Sender* told_by)
    : options(chosen),
      store(kept_in),
      webhooks(told_by),
      notices(chosen.notices),
      admission(std::make_unique<Admission>(options, hash)),
      legacy_streams(KindOf(chosen, bridge::Heartbeat::kLegacy)),
      message_streams(KindOf(chosen, bridge::Heartbeat::kMessage)) {}

BridgeShared::~BridgeShared() = default;

std::uint32_t BridgeShared::HomeOf(std::uint64_t hashed_id) const {
  return static_cast<std::uint32_t>(hashed_id % loops.size());
}

const net::StreamKind& BridgeShared::StreamsWith(bridge::Heartbeat heartbeat) const {
  return heartbeat == bridge::Heartbeat::kMessage ? message_streams : legacy_streams;
}

Millis BridgeShared::NewLifetime(RandomSource& random) const {
  if (options.lifetime.count() == 0) return Millis(0);
  const auto jitter =
      std::chrono::duration_cast<std::chrono::seconds>(options.lifetime_jitter).count();
  return options.lifetime + std::chrono::seconds(random.Below(static_cast<std::uint64_t>(jitter)));
}

}  // namespace prichal::app
