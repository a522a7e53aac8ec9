#pragma once

#include <string>

#include "base/address.h"
#include "base/hash.h"

namespace prichal {

/// For tests: hash of address tables.
inline const SipHash kHash(SipHash::Key{7});

/// For tests: parses an address that must be valid.
[[nodiscard]] inline IpAddress Address(std::string_view text) {
  return IpAddress::Parse(text).value();
}

/// For tests: returns a different IPv4 address for each number below 2^24.
[[nodiscard]] inline IpAddress Numbered(int number) {
  return Address("10." + std::to_string(number >> 16) + "." + std::to_string(number >> 8 & 255) +
                 "." + std::to_string(number & 255));
}

}  // namespace prichal
