#include "app/bridge/snapshot.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace prichal::app {
namespace {

net::StreamKind KindOf(const BridgeOptions& options, bridge::Heartbeat heartbeat) {
  return {.heartbeat = Share(std::string(bridge::HeartbeatFrame(heartbeat))),
          .heartbeat_every = options.heartbeat,
          .max_queued_bytes = options.stream_bytes,
          .max_queued_slices = options.stream_events};
}

}  // namespace

BridgeSnapshot::BridgeSnapshot(const BridgeOptions& chosen)
    : options(chosen),
      tokens(chosen.tokens),
      legacy_streams(KindOf(chosen, bridge::Heartbeat::kLegacy)),
      message_streams(KindOf(chosen, bridge::Heartbeat::kMessage)) {}

const net::StreamKind& BridgeSnapshot::StreamsWith(bridge::Heartbeat heartbeat) const {
  return heartbeat == bridge::Heartbeat::kMessage ? message_streams : legacy_streams;
}

Millis BridgeSnapshot::NewLifetime(RandomSource& random) const {
  if (options.lifetime.count() == 0) return Millis(0);
  const auto jitter =
      std::chrono::duration_cast<std::chrono::seconds>(options.lifetime_jitter).count();
  return options.lifetime + std::chrono::seconds(random.Below(static_cast<std::uint64_t>(jitter)));
}

bool BridgeSnapshot::Admits(std::string_view origin) const {
  if (options.origins.empty() || origin.empty() || origin == options.own_origin) return true;
  return std::find(options.origins.begin(), options.origins.end(), origin) != options.origins.end();
}

}  // namespace prichal::app
