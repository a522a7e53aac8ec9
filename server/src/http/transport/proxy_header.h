#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "http/transport/transport.h"

namespace prichal::net {

/// What a load balancer says of a connection before the client's own first byte: PROXY protocol,
/// version 2 (HAProxy's doc/proxy-protocol.txt, section 2.2).
struct ProxyHeader {
  /// Bytes of the signature and what says how much more there is.
  static constexpr std::size_t kStartBytes = 16;
  /// Of all of it. Two names of unix sockets take 216 of them; the rest is for what senders add
  /// (TLV), such as a client's certificate by its names.
  static constexpr std::size_t kMostBytes = 4096;

  std::size_t bytes = 0;  ///< where the client's own begin
  /// Who is at the other end of the balancer. Nothing: the balancer itself, which looks whether we
  /// live (LOCAL); or somebody who has no address, for whom it stands (UNSPEC, UNIX).
  std::optional<Peer> source{};
};

enum class ProxyHeaderError : std::uint8_t {
  kMissing,   ///< it begins in another way
  kVersion1,  ///< the text form, which is not read
  kMalformed,
  kTooLong,
  kChecksum,
};

/// Reads what a connection begins with. Nothing: what has come so far may be the beginning of a
/// header.
[[nodiscard]] Result<std::optional<ProxyHeader>, ProxyHeaderError> ReadProxyHeader(
    std::string_view bytes);

}  // namespace prichal::net
