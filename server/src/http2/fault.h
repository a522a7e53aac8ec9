#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace prichal::http2 {

/// What went wrong with a session or one of its streams, for the counters.
enum class Fault : std::uint8_t {
  kFlood,      ///< ended: more of what does no work than a connection may ask for
  kProtocol,   ///< ended: what came is no HTTP/2, or breaks its rules
  kMalformed,  ///< a stream was reset: its request is none (RFC 9113 section 8.1.1)
  kRefused,    ///< a stream was reset before anything of it was looked at: one too many
  kCancelled,  ///< the client reset a stream
  kStalled,    ///< a stream was reset: its window stayed shut
};
inline constexpr std::array<std::string_view, 6> kFaultNames = {"flood",   "protocol",  "malformed",
                                                                "refused", "cancelled", "stalled"};

}  // namespace prichal::http2
