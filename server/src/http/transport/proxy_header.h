#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "http/transport/transport.h"

namespace prichal::http {

/// Header that a load balancer sends before the first byte of the client: PROXY protocol version 2
/// (HAProxy's doc/proxy-protocol.txt, section 2.2).
struct ProxyHeader {
  /// Size of the signature and the length field.
  static constexpr std::size_t kStartBytes = 16;
  /// Maximum total size. Two addresses of Unix sockets take 216 bytes. The rest is for extensions
  /// (TLV), for example names of the client's certificate.
  static constexpr std::size_t kMostBytes = 4096;

  std::size_t bytes = 0;  ///< total size; the client's bytes follow
  /// The client. Empty for a health check of the balancer (LOCAL) and for a client without an IP
  /// address (UNSPEC, UNIX).
  std::optional<Peer> source{};
};

/// Reasons for rejecting a header.
enum class ProxyHeaderError : std::uint8_t {
  kMissing,   ///< the connection begins with other bytes
  kVersion1,  ///< the text format, which is not supported
  kMalformed,
  kTooLong,
  kChecksum,
};

/// Parses the first bytes of a connection. Empty if they can be the beginning of a header.
[[nodiscard]] Result<std::optional<ProxyHeader>, ProxyHeaderError> ReadProxyHeader(
    std::string_view bytes);

}  // namespace prichal::http
