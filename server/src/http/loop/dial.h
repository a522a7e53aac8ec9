#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <string>

#include "base/result.h"

namespace prichal::net {

/// The numeric address of a server of others.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;
};

/// Begins to connect to `address` by TCP. The descriptor, which does not block, is writable when
/// that is over; ConnectionError() then says how. Fails with errno.
[[nodiscard]] Result<int, int> Dial(const SocketAddress& address);

/// Of a socket that was dialled and has become writable: 0 when it has connected, otherwise errno.
[[nodiscard]] int ConnectionError(int fd);

}  // namespace prichal::net
