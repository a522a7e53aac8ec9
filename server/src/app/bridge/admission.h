#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/bridge/bypass_tokens.h"
#include "app/bridge/options.h"
#include "base/clock.h"
#include "base/ip_address.h"
#include "base/result.h"
#include "base/sip_hash.h"
#include "bridge/open_limit.h"
#include "bridge/rate_limit.h"

namespace prichal::app {

/// Who may use the bridge how much: messages a second and open streams of each client address, and
/// the client ids of all streams together. Shared by all loops, any thread.
///
/// A client on loopback is not limited by address: it is the operator himself, or a proxy that
/// nobody has named, whose clients would all be counted as one (decision 15).
class Admission {
 public:
  /// `options` and `hash` must outlive it.
  Admission(const BridgeOptions& options, const SipHash& hash);

  /// False: this client has sent enough for now; in a second it may again. `authorization`: the
  /// request's header, for bypass tokens. `now`: steady time.
  [[nodiscard]] bool AllowsMessage(const IpAddress& client, std::string_view authorization,
                                   Millis now);

  /// What a stream holds for as long as it is open.
  struct Permit {
    bridge::OpenLimit::Entry entry = bridge::OpenLimit::kNotCounted;
    std::uint32_t ids = 0;
  };
  enum class Refused {
    kTooManyStreams,  ///< of this address
    kTooManyIds,      ///< of all streams
  };
  [[nodiscard]] Result<Permit, Refused> OpenStream(const IpAddress& client,
                                                   std::string_view authorization, std::size_t ids);
  /// Once for each permit.
  void CloseStream(const Permit& permit);

  /// See BypassTokens::Uses().
  [[nodiscard]] std::vector<std::uint64_t> TokenUses() const { return tokens_.Uses(); }

 private:
  /// Whether what this client does is to be counted.
  [[nodiscard]] bool Counts(const IpAddress& client, std::string_view authorization);

  const BridgeOptions& options_;
  BypassTokens tokens_;
  std::optional<bridge::RateLimit> messages_;
  std::optional<bridge::OpenLimit> streams_;
  std::atomic<std::size_t> ids_{0};
};

}  // namespace prichal::app
