#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bridge/http/snapshot.h"
#include "bridge/core/client_id.h"
#include "base/clock.h"
#include "base/concurrency_limiter.h"
#include "base/ip_address.h"
#include "base/rate_limit.h"
#include "base/result.h"
#include "base/sip_hash.h"

namespace prichal::app {

/// Why the bridge refuses a request before it reaches a broker. To add one, add a value here and
/// its row in responses.cpp.
enum class Refusal : std::uint8_t {
  kOtherOrigin,       ///< `bridge.origins` does not list the page's origin
  kDraining,          ///< the server shuts down
  kTooManyMessages,   ///< messages, or their bytes, a second of this IP address
  kTooManyOpens,      ///< streams opened a second by this IP address
  kTooManyVerifies,   ///< POST /bridge/verify a second of this IP address
  kTooManyForId,      ///< requests a second about one client ID of this IP address
  kTooManyClientIds,  ///< client IDs of all open streams
  kTooManyStreams,    ///< open streams of this IP address
};
/// Number of values. kTooManyStreams stays the last one.
inline constexpr std::size_t kRefusals = static_cast<std::size_t>(Refusal::kTooManyStreams) + 1;

/// Rate limits and concurrency limits of the bridge. Per IP address: messages and their bytes a
/// second, streams opened a second, verify requests a second, open streams, and requests a second
/// about one client ID. In total: client IDs of open streams.
///
/// Owned by BridgeShared, shared by all loops; any thread. Clients on loopback are not limited:
/// they are the operator, or a proxy that is not in `proxies.trusted`, whose clients would all
/// count as one (decision 15).
class Admission {
 public:
  /// `hash` must outlive the object.
  Admission(const BridgeOptions& options, const SipHash& hash);

  /// Applies new limits and keeps the counts. `limited_addresses` does not change.
  void SetLimits(const BridgeOptions& options);

  /// True if the limits apply to a client. `authorization`: value of the request's header, which
  /// may have one of `tokens`. `is_use`: counts the use of the token.
  [[nodiscard]] static bool Counts(const IpAddress& client, std::string_view authorization,
                                   BypassTokens& tokens, bool is_use = true);
  /// Counts a message of a client for which Counts() is true. False if it exceeds the limit. `now`:
  /// steady time.
  [[nodiscard]] bool AllowsMessage(const IpAddress& client, Millis now);
  /// The same for the bytes of a message.
  [[nodiscard]] bool AllowsBytes(const IpAddress& client, std::size_t bytes, Millis now);
  /// The same for messages to one client ID.
  [[nodiscard]] bool AllowsMessageTo(const IpAddress& client, const ClientId& id, Millis now);
  /// The same for POST /bridge/verify.
  [[nodiscard]] bool AllowsVerify(const IpAddress& client, Millis now);

  /// The share of the limits that an open stream holds.
  struct Permit {
    ConcurrencyLimiter::Entry entry = ConcurrencyLimiter::kNotCounted;
    std::uint32_t ids = 0;
  };
  /// Admits a stream for `ids`, or returns the limit that it exceeds. `counts`: result of Counts().
  [[nodiscard]] Result<Permit, Refusal> OpenStream(const IpAddress& client, bool counts,
                                                   std::span<const ClientId> ids, Millis now);
  /// Releases a permit. Call it once for each.
  void CloseStream(const Permit& permit);

 private:
  RateLimit messages_;
  RateLimit kibibytes_;
  RateLimit opens_;
  RateLimit verifies_;
  RateLimit messages_to_;  ///< by receiver
  RateLimit opens_for_;    ///< by client id
  ConcurrencyLimiter streams_;
  std::atomic<std::size_t> most_ids_;
  std::atomic<std::size_t> ids_{0};
};

}  // namespace prichal::app
