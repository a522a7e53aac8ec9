#pragma once

#include <cstddef>
#include <cstdint>

namespace prichal {

/// Identifies a connection, a request or a stream on a loop without keeping it alive. A plain
/// value; any thread can copy and compare it, and its loop resolves it.
///
/// After the end of the object a handle finds nothing: slots are reused, generations are not.
struct StreamHandle {
  std::uint32_t loop = 0;        ///< loop index
  std::uint32_t slot = 0;        ///< slot in a table of that loop
  std::uint32_t generation = 0;  ///< incremented when the slot is reused; never 0

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
