#pragma once

#include <cstddef>
#include <string_view>

#include "bridge/http/bypass_tokens.h"
#include "bridge/http/options.h"
#include "base/clock.h"
#include "base/random.h"
#include "bridge/core/broker.h"
#include "bridge/core/frames.h"
#include "http/connection/stream.h"

namespace prichal::app {

/// The configuration of the bridge with values derived from it. Immutable: a reload makes a new one
/// for all loops, and a stream keeps the one with which it was opened. Any thread.
struct BridgeSnapshot {
  /// `loops`: number of loops, which share the limits of the process.
  BridgeSnapshot(const BridgeOptions& chosen, std::size_t loops);

  /// The kind of streams with a format of heartbeats.
  [[nodiscard]] const net::StreamKind& StreamsWith(bridge::Heartbeat heartbeat) const;
  /// Returns the lifetime of a new stream. 0: unlimited. Random jitter keeps streams that were
  /// opened together from ending together.
  [[nodiscard]] Millis NewLifetime(RandomSource& random) const;
  /// True if a page may use the bridge. `origin`: the request's Origin header. Empty if it has
  /// none.
  [[nodiscard]] bool Admits(std::string_view origin) const;

  const BridgeOptions options;
  const bridge::BrokerLimits limits;    ///< of the broker of one loop
  const std::size_t verify_cache_size;  ///< opened streams that one loop remembers
  mutable BypassTokens tokens;          ///< mutable, because it counts uses
  const net::StreamKind legacy_streams;
  const net::StreamKind message_streams;
};

}  // namespace prichal::app
