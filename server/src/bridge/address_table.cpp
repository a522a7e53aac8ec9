#include "bridge/address_table.h"

#include <algorithm>
#include <string_view>

namespace prichal::bridge {
namespace {

constexpr std::size_t kNetworkBytes = 8;  // a /64

}  // namespace

AddressTable::AddressTable(std::size_t addresses, const SipHash& hash)
    : hash_(hash), sets_(std::max<std::size_t>(1, (addresses + kWays - 1) / kWays)) {}

AddressTable::Place AddressTable::PlaceOf(const IpAddress& address) const {
  const auto& bytes = address.bytes();
  const std::size_t counted = address.is_v4() ? bytes.size() : kNetworkBytes;
  const std::uint64_t hash =
      hash_(std::string_view(reinterpret_cast<const char*>(bytes.data()), counted));
  return {.set = static_cast<std::uint32_t>(hash) % sets_.size(), .hash = hash};
}

}  // namespace prichal::bridge
