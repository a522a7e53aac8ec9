#pragma once

#include "base/ip_address.h"

namespace prichal {

/// Returns true if `address` is globally reachable: not loopback, private, link-local, multicast or
/// otherwise reserved by IANA (special-purpose registries of IPv4 and IPv6, RFC 6890). For NAT64
/// (RFC 6052) the embedded IPv4 address decides. Check it before connecting to an address that a
/// remote party chose, to prevent requests to internal services. Any thread.
[[nodiscard]] bool IsPublic(const IpAddress& address);

}  // namespace prichal
