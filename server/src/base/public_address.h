#pragma once

#include "base/ip_address.h"

namespace prichal {

/// Whether an address is anybody's on the internet: no machine's own, no private network's, no
/// link's, no group's, and none of those that IANA has set aside (the special-purpose registries of
/// IPv4 and IPv6, RFC 6890). An IPv4 address inside one of IPv6 (NAT64, RFC 6052) counts for
/// itself. Asked before a server is connected to because a stranger has named it. Any thread.
[[nodiscard]] bool IsPublic(const IpAddress& address);

}  // namespace prichal
