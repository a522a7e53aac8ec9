#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "app/bridge/snapshot.h"
#include "base/client_id.h"
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

/// How much each client may use the bridge: messages and their bytes a second, streams opened a
/// second, questions a second and open streams of each client address, both a second for each
/// client id that they are about, and the client ids of all streams together. Shared by all loops,
/// any thread.
///
/// A client on loopback is not limited by address: it is the operator, or a proxy that
/// is not in proxies.trusted, whose clients would all be counted as one (decision 15).
class Admission {
 public:
  /// `hash` must outlive it.
  Admission(const BridgeOptions& options, const SipHash& hash);

  /// From now on; what is counted goes on. `limited_addresses` stays as it began.
  void SetLimits(const BridgeOptions& options);

  /// Whether what this client does is to be counted. `authorization`: the request's header, which
  /// may have one of `tokens`. `is_use`: one that is there has been used.
  [[nodiscard]] static bool Counts(const IpAddress& client, std::string_view authorization,
                                   BypassTokens& tokens, bool is_use = true);
  /// For a client that is counted. False: it has sent enough for now; in a second it may again.
  /// `now`: steady time.
  [[nodiscard]] bool AllowsMessage(const IpAddress& client, Millis now);
  [[nodiscard]] bool AllowsBytes(const IpAddress& client, std::size_t bytes, Millis now);
  /// A message to this id.
  [[nodiscard]] bool AllowsMessageTo(const IpAddress& client, const ClientId& id, Millis now);

  /// A question to /bridge/verify.
  [[nodiscard]] bool AllowsVerify(const IpAddress& client, Millis now);

  /// What a stream holds for as long as it is open.
  struct Permit {
    ConcurrencyLimiter::Entry entry = ConcurrencyLimiter::kNotCounted;
    std::uint32_t ids = 0;
  };
  /// `counts`: see Counts().
  [[nodiscard]] Result<Permit, Refusal> OpenStream(const IpAddress& client, bool counts,
                                                   std::span<const ClientId> ids, Millis now);
  /// Once for each permit.
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
