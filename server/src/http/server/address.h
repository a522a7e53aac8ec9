#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/listen_address.h"
#include "base/result.h"
#include "http/server/unix_socket_file.h"

namespace prichal::net {

struct BoundAddress {
  std::string address{};                  ///< with the real port
  std::vector<Descriptor> descriptors{};  ///< listening, non-blocking, as many as were asked for
  /// All descriptors are of one socket; else each is of its own, and the kernel spreads connections
  /// over them (SO_REUSEPORT).
  bool one_socket = false;
  std::optional<UnixSocketFile> file{};  ///< of a unix socket
};

/// Listens on an address with `count` descriptors. Returns an error if another socket listens
/// there, even one that would share the port.
[[nodiscard]] Result<BoundAddress, std::string> BindAll(const ListenAddress& address,
                                                        std::size_t count);

}  // namespace prichal::net
