#include "bridge/http/snapshot.h"

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

bridge::BrokerLimits LimitsOf(const BridgeOptions& options, std::size_t loops) {
  return {
      .mailbox = {.messages = options.mailbox_messages, .bytes = options.mailbox_bytes},
      .total_bytes = options.total_bytes / loops,
      .page = {.messages = std::max<std::size_t>(1, options.stream_events / 2),
               .bytes = options.stream_bytes / 2},
      .streams_per_id = options.streams_per_id,
      // What waits in the stream's own queue, in its merge and between the loops.
      .untaken = {.messages = 4 * options.stream_events, .bytes = 4 * options.stream_bytes},
  };
}

}  // namespace

BridgeSnapshot::BridgeSnapshot(const BridgeOptions& chosen, std::size_t loops)
    : options(chosen),
      limits(LimitsOf(chosen, loops)),
      // Rounded up: a small size is not zero.
      verify_cache_size((chosen.connect_cache_size + loops - 1) / loops),
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
