#pragma once

#include <cstddef>
#include <cstdint>

namespace prichal {

/// Names a connection, a request or a stream of one of the process's loops without keeping it
/// alive. A plain value; any thread may copy and compare it, and its loop looks it up.
///
/// After the end of what it names, a handle finds nothing: slots are reused, generations are not.
struct StreamHandle {
  std::uint32_t loop = 0;        ///< index of the loop
  std::uint32_t slot = 0;        ///< place in a table of that loop
  std::uint32_t generation = 0;  ///< use of that place; never 0

  friend bool operator==(const StreamHandle&, const StreamHandle&) = default;
};

/// Hash of a handle for unordered containers. Slots are dense and chosen by the server, so clients
/// cannot choose a bucket.
struct StreamHandleHash {
  std::size_t operator()(const StreamHandle& stream) const {
    return (static_cast<std::size_t>(stream.loop) << 32U) ^ stream.slot;
  }
};

}  // namespace prichal
