#include "base/public_address.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace prichal {
namespace {

using Ranges = std::vector<IpRange>;

Ranges RangesOf(std::initializer_list<std::string_view> texts) {
  Ranges ranges;
  for (const auto text : texts) ranges.push_back(IpRange::Parse(text).value());
  return ranges;
}

bool IsIn(const Ranges& ranges, const IpAddress& address) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const IpRange& range) { return range.Contains(address); });
}

bool IsPublicV4(const IpAddress& address) {
  static const Ranges kSpecial = RangesOf(
      {"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
       "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
       "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"});
  return !IsIn(kSpecial, address);
}

/// Returns the last four bytes as an IPv4 address.
IpAddress EmbeddedV4(const IpAddress& address) {
  const auto& bytes = address.bytes();
  return IpAddress(std::array<unsigned char, 4>{bytes[12], bytes[13], bytes[14], bytes[15]});
}

}  // namespace

bool IsPublic(const IpAddress& address) {
  if (address.is_v4()) return IsPublicV4(address);
  static const Ranges kNat64 = RangesOf({"64:ff9b::/96"});
  if (IsIn(kNat64, address)) return IsPublicV4(EmbeddedV4(address));
  // Global unicast, without protocol assignments (including Teredo), documentation, and 6to4, which
  // routes to the embedded IPv4 address.
  static const Ranges kGlobal = RangesOf({"2000::/3"});
  static const Ranges kSpecial = RangesOf({"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"});
  return IsIn(kGlobal, address) && !IsIn(kSpecial, address);
}

}  // namespace prichal
