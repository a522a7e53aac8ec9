#pragma once

#include <cstdint>

#include "base/ip_address.h"

namespace prichal::net {

/// The other end of a connection.
struct Peer {
  IpAddress address;  ///< IpAddress(), "::": it has none, it came through a unix socket
  std::uint16_t port = 0;
};

}  // namespace prichal::net
