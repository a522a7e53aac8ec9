#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/address.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/rate_limit.h"
#include "base/result.h"
#include "bridge/core/broker.h"
#include "bridge/core/client_id.h"
#include "bridge/core/frames.h"
#include "config/settings.h"
#include "http/codec/client_address.h"
#include "http/connection/handler.h"

namespace prichal::bridge {

/// Options of the bridge: `bridge.*` of the configuration and values from other sections. A plain
/// value.
struct BridgeOptions : config::Settings::Bridge {
  http::TrustedProxies proxies = {};     ///< proxies whose headers name the client's IP address
  std::vector<std::string> tokens = {};  ///< bypass tokens, including those of the file
  std::string own_origin = {};           ///< of the site; its pages are always allowed
};

/// Secret tokens that exempt a request from the limits per IP address. Only their fingerprints are
/// kept, so comparisons take constant time and no token can be logged. Part of a BridgeSnapshot;
/// any thread.
class BypassTokens {
 public:
  static constexpr std::size_t kMost = 64;

  /// Ignores tokens after the first kMost; the configuration accepts no more.
  explicit BypassTokens(const std::vector<std::string>& tokens);

  /// True if `authorization` ("Bearer TOKEN" or only the token) has one of the tokens. `is_use`:
  /// counts the use.
  [[nodiscard]] bool Has(std::string_view authorization, bool is_use = true);

  /// Number of uses of each token, in the order of the configuration.
  [[nodiscard]] std::vector<std::uint64_t> UseCounts() const;

 private:
  const Fingerprints fingerprints_;
  std::vector<Fingerprint> tokens_;
  std::array<std::atomic<std::uint64_t>, kMost> uses_{};
};

/// The configuration of the bridge with values derived from it. Immutable: a reload makes a new one
/// for all loops, and a stream keeps the one with which it was opened. Any thread.
struct BridgeSnapshot {
  /// `loops`: number of loops, which share the limits of the process.
  BridgeSnapshot(const BridgeOptions& chosen, std::size_t loops);

  /// The kind of streams with a format of heartbeats.
  [[nodiscard]] const http::StreamKind& StreamsWith(Heartbeat heartbeat) const;
  /// Returns the lifetime of a new stream. 0: unlimited. Random jitter keeps streams that were
  /// opened together from ending together.
  [[nodiscard]] Millis NewLifetime(RandomSource& random) const;
  /// True if a page may use the bridge. `origin`: the request's Origin header. Empty if it has
  /// none.
  [[nodiscard]] bool Admits(std::string_view origin) const;

  const BridgeOptions options;
  const BrokerLimits limits;            ///< of the broker of one loop
  const std::size_t verify_cache_size;  ///< opened streams that one loop remembers
  mutable BypassTokens tokens;          ///< mutable, because it counts uses
  const http::StreamKind legacy_streams;
  const http::StreamKind message_streams;
};

/// Reasons for which the bridge refuses a request before it reaches a broker. To add one, add a
/// value here and its row in responses.cpp.
enum class Refusal : std::uint8_t {
  kOtherOrigin,       ///< `bridge.origins` does not list the page's origin
  kDraining,          ///< the server is shutting down
  kTooManyMessages,   ///< rate of messages, or of their bytes, of this IP address
  kTooManyOpens,      ///< rate of new streams of this IP address
  kTooManyVerifies,   ///< rate of verify requests of this IP address
  kTooManyForId,      ///< rate of requests of this IP address about one client ID
  kTooManyClientIds,  ///< client IDs of all open streams
  kTooManyStreams,    ///< open streams of this IP address
};
/// Number of values. kTooManyStreams stays the last one.
inline constexpr std::size_t kRefusals = static_cast<std::size_t>(Refusal::kTooManyStreams) + 1;

/// Rate limits and concurrency limits of the bridge. Per IP address: rates of messages, message
/// bytes, new streams, verify requests and requests about one client ID; number of open streams. In
/// total: client IDs of open streams.
///
/// Owned by BridgeShared, shared by all loops; any thread. Clients on loopback are not limited:
/// they are the operator, or a proxy that is not in `proxies.trusted`, whose clients would all
/// count as one (docs/internals/decisions/0015-limits-by-address.md).
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
  [[nodiscard]] bool AllowsMessage(const IpAddress& client, Millis now) {
    return messages_.Take(client, now);
  }
  /// The same for the bytes of a message.
  [[nodiscard]] bool AllowsBytes(const IpAddress& client, std::size_t bytes, Millis now);
  /// The same for messages to one client ID.
  [[nodiscard]] bool AllowsMessageTo(const IpAddress& client, const ClientId& id, Millis now) {
    return messages_to_.TakeFor(client, id.text(), now);
  }
  /// The same for POST /bridge/verify.
  [[nodiscard]] bool AllowsVerify(const IpAddress& client, Millis now) {
    return verifies_.Take(client, now);
  }

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

/// Returns the tokens in a file: one per line; empty lines and lines that begin with # are ignored.
/// The error names the file, the line and the fix, and never a token.
[[nodiscard]] Result<std::vector<std::string>, std::string> ReadBypassTokens(
    const std::string& path);

}  // namespace prichal::bridge
