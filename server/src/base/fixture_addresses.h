#pragma once

#include <string>

#include "base/ip_address.h"
#include "base/sip_hash.h"

namespace prichal {

/// Hash of the tables that tests fill with addresses.
inline const SipHash kHash(SipHash::Key{7});

[[nodiscard]] inline IpAddress Address(std::string_view text) {
  return IpAddress::Parse(text).value();
}

/// An address of its own for each number below 2^24.
[[nodiscard]] inline IpAddress Numbered(int number) {
  return Address("10." + std::to_string(number >> 16) + "." + std::to_string(number >> 8 & 255) +
                 "." + std::to_string(number & 255));
}

}  // namespace prichal
