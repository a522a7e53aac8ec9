#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace prichal::http2 {

/// Faults of a session or stream; labels of a metric.
enum class Fault : std::uint8_t {
  kFlood,      ///< session closed: too many frames that do no useful work
  kProtocol,   ///< session closed: invalid HTTP/2
  kMalformed,  ///< stream reset: malformed request (RFC 9113 section 8.1.1)
  kRefused,    ///< stream reset before processing: too many streams
  kCancelled,  ///< stream reset by the client
  kStalled,    ///< stream reset: its flow-control window stayed closed for too long
};
/// Label values in the order of the enumerators.
inline constexpr std::array<std::string_view, 6> kFaultNames = {"flood",   "protocol",  "malformed",
                                                                "refused", "cancelled", "stalled"};

}  // namespace prichal::http2
