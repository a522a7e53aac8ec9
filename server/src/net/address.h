#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/listen_address.h"
#include "base/result.h"
#include "net/server.h"
#include "net/unix_socket_file.h"

namespace prichal::net {

struct BoundAddress {
  std::string address{};                  ///< with the real port
  std::vector<Descriptor> descriptors{};  ///< listening, non-blocking, as many as were asked for
  /// All descriptors are of one socket; else each is of its own, and the kernel spreads connections
  /// over them (SO_REUSEPORT).
  bool one_socket = false;
  std::optional<UnixSocketFile> file{};  ///< of a unix socket
};

/// Listens `count` times on one address, and refuses one that another socket listens on, also a
/// process that would share it. One address, as a list.
[[nodiscard]] Result<std::vector<BoundAddress>, ListenError> BindAll(const ListenAddress& address,
                                                                     std::size_t count);

/// The same with sockets that another process has listened on at this address: none of them is left
/// out, because each has a queue of its own. The file of a unix socket stays the other's.
[[nodiscard]] Result<std::vector<BoundAddress>, ListenError> AdoptAll(
    const ListenAddress& address, std::size_t count, std::vector<Descriptor> sockets);

/// Another descriptor of the same socket.
[[nodiscard]] Descriptor CopyOf(const Descriptor& socket);

}  // namespace prichal::net
