#pragma once

#include <cstddef>
#include <string_view>

#include "app/bridge/bypass_tokens.h"
#include "app/bridge/options.h"
#include "base/clock.h"
#include "base/random.h"
#include "bridge/broker.h"
#include "bridge/frames.h"
#include "net/stream.h"

namespace prichal::app {

/// One reading of the configuration, and what follows from it. Never changes: a reload makes the
/// next one for all loops, and a stream that began under this one keeps it until it ends.
struct BridgeSnapshot {
  /// `loops`: number of loops, which share the limits of the process.
  BridgeSnapshot(const BridgeOptions& chosen, std::size_t loops);

  [[nodiscard]] const net::StreamKind& StreamsWith(bridge::Heartbeat heartbeat) const;
  /// With its share of jitter, so that streams that began together do not end together.
  [[nodiscard]] Millis NewLifetime(RandomSource& random) const;
  /// Whether a page may use the bridge. `origin`: of the request; empty: no page.
  [[nodiscard]] bool Admits(std::string_view origin) const;

  const BridgeOptions options;
  const bridge::BrokerLimits limits;    ///< of the broker of one loop
  const std::size_t verify_cache_size;  ///< opened streams that one loop remembers
  mutable BypassTokens tokens;          ///< it counts their uses
  const net::StreamKind legacy_streams;
  const net::StreamKind message_streams;
};

}  // namespace prichal::app
