#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "net/server.h"

namespace prichal::net {

struct BoundAddress {
  std::string address;           ///< with the real port
  std::vector<int> descriptors;  ///< listening, non-blocking, as many as were asked for
};

/// Listens `count` times on one address (SO_REUSEPORT: the kernel spreads connections over them),
/// and refuses an address that another socket listens on, also a process that would share it.
[[nodiscard]] Result<BoundAddress, ListenError> BindAll(std::string_view listen, std::size_t count);

}  // namespace prichal::net
