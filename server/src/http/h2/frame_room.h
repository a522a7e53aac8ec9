#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace prichal::http2 {

/// Buffer in which nghttp2 assembles outgoing frames. By default each session allocates 16 KiB for
/// it, of which one page stays resident. A loop writes one session at a time, so all sessions of a
/// loop share this buffer. Bytes that must survive Session::WriteTo() are copied to the session.
struct FrameBudget {
  std::array<std::uint8_t, 16 * 1024 + 64> bytes{};
};

}  // namespace prichal::http2
