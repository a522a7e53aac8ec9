#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace prichal::http2 {

/// Where frames are put together on their way out. nghttp2 has 16 KiB for that in every session, of
/// which a page stays in memory; a loop writes for one session at a time, and all of them share
/// this. What must outlive Session::WriteTo() is kept by the session.
struct FrameRoom {
  std::array<std::uint8_t, 16 * 1024 + 64> bytes{};
};

}  // namespace prichal::http2
