#include "base/address_table.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace prichal {
namespace {

constexpr std::array<CountedNetwork, kMostNetworks> kIpv6{
    {{.bytes = 8, .allowance = 1}, {.bytes = 7, .allowance = 8}, {.bytes = 6, .allowance = 32}}};
constexpr std::array<CountedNetwork, 1> kIpv4{{{.bytes = 16, .allowance = 1}}};

}  // namespace

std::span<const CountedNetwork> NetworksOf(const IpAddress& address) {
  if (address.is_v4()) return kIpv4;
  return kIpv6;
}

AddressTable::AddressTable(std::size_t addresses, const SipHash& hash)
    : hash_(hash), sets_(std::max<std::size_t>(1, (addresses + kWays - 1) / kWays)) {}

AddressTable::Place AddressTable::PlaceOf(const IpAddress& address, const CountedNetwork& network,
                                          std::string_view about) const {
  // The length distinguishes a /56 from a /64 with the same first bytes.
  std::array<char, sizeof(IpAddress::Bytes) + sizeof(std::uint64_t)> key{};
  std::memcpy(key.data(), address.bytes().data(), network.bytes);
  std::size_t size = network.bytes;
  if (!about.empty()) {
    const std::uint64_t hashed = hash_(about);
    std::memcpy(key.data() + size, &hashed, sizeof(hashed));
    size += sizeof(hashed);
  }
  const std::uint64_t hash = hash_(std::string_view(key.data(), size));
  return {.set = static_cast<std::uint32_t>(hash) % sets_.size(), .hash = hash};
}

}  // namespace prichal
