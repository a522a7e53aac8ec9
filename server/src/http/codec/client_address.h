#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/address.h"
#include "base/result.h"

namespace prichal::http {

/// Header in which proxies name the client. Only one is trusted, because a proxy passes on forged
/// values of headers that it does not write itself.
enum class ForwardedHeader {
  kXForwardedFor,
  kXRealIp,
  kForwarded,  ///< RFC 7239
};

/// Determines the client's address of a request that may have come through proxies. Immutable; any
/// thread.
class TrustedProxies {
 public:
  /// No trusted proxies: the client is the peer.
  TrustedProxies() = default;

  /// Range entry that trusts all peers on Unix sockets.
  static constexpr std::string_view kUnix = "unix";

  /// `ranges`: as in IpRange::Parse(), or kUnix. The error names the invalid entry.
  [[nodiscard]] static Result<TrustedProxies, std::string> Parse(
      const std::vector<std::string>& ranges, ForwardedHeader header);

  /// Returns true if the connecting peer is a trusted proxy.
  [[nodiscard]] bool Trusts(const IpAddress& peer) const;

  /// Returns the client's address: follows the header from `peer` back to the first address that is
  /// not a trusted proxy. Entries before it can be forged. If an entry is invalid, returns the last
  /// valid address. `lines`: Request::lines.
  [[nodiscard]] IpAddress ClientOf(const IpAddress& peer, std::string_view lines) const;

 private:
  [[nodiscard]] bool IsInRanges(const IpAddress& address) const;

  std::vector<IpRange> ranges_;
  bool unix_ = false;
  ForwardedHeader header_ = ForwardedHeader::kXForwardedFor;
};

}  // namespace prichal::http
