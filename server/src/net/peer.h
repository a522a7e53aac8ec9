#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace prichal::net {

/// The other end's address: IPv6, or IPv4 mapped into it (RFC 4291 section 2.5.5.2).
struct Peer {
  std::array<unsigned char, 16> address{};
  std::uint16_t port = 0;

  /// "192.0.2.1" or "2001:db8::1", without the port.
  [[nodiscard]] std::string AddressText() const;
};

}  // namespace prichal::net
