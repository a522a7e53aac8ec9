#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"

namespace prichal::http {

/// The header in which proxies name the client that they speak for. One alone is believed: what a
/// proxy does not write itself it passes on as the client has made it up.
enum class ForwardedHeader {
  kXForwardedFor,
  kXRealIp,
  kForwarded,  ///< RFC 7239
};

/// Tells the client's address of a request that may have come through proxies.
class TrustedProxies {
 public:
  /// None: the peer is the client.
  TrustedProxies() = default;

  /// "unix" among the ranges: whoever comes by a unix socket is a proxy.
  static constexpr std::string_view kUnix = "unix";

  /// `ranges` as IpRange::Parse() takes them, or kUnix. The error names the one that is wrong.
  [[nodiscard]] static Result<TrustedProxies, std::string> Parse(
      const std::vector<std::string>& ranges, ForwardedHeader header);

  /// One that connects.
  [[nodiscard]] bool Trusts(const IpAddress& peer) const;

  /// From `peer`, which connected, back through the proxies that spoke for others, to the first
  /// address that is no trusted proxy: what lies beyond it any client can make up. Where the way
  /// back cannot be read, the last address that could be. `lines`: Request::lines.
  [[nodiscard]] IpAddress ClientOf(const IpAddress& peer, std::string_view lines) const;

 private:
  [[nodiscard]] bool IsInRanges(const IpAddress& address) const;

  std::vector<IpRange> ranges_;
  bool unix_ = false;
  ForwardedHeader header_ = ForwardedHeader::kXForwardedFor;
};

}  // namespace prichal::http
