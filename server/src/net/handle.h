#pragma once

#include <cstdint>

namespace prichal::net {

/// Names a connection from any thread without keeping it alive. A connection that is gone leaves a
/// handle that no longer finds anything: slots are used again, generations are not.
struct Handle {
  std::uint32_t loop = 0;
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;

  friend bool operator==(const Handle&, const Handle&) = default;
};

}  // namespace prichal::net
