#include "bridge/core/sender.h"

namespace prichal::bridge {
namespace {

constexpr std::size_t kNetworkBytes = 6;  // a /48

}  // namespace

Sender Sender::Make(const SipHash& hash, const IpAddress& address, std::string_view client_id) {
  const auto& bytes = address.bytes();
  const std::size_t counted = address.is_v4() ? bytes.size() : kNetworkBytes;
  Sender sender = Make(hash, client_id);
  sender.address = static_cast<std::uint32_t>(hash(
                       std::string_view(reinterpret_cast<const char*>(bytes.data()), counted))) &
                   kAddressMask;
  return sender;
}

Sender Sender::Make(const SipHash& hash, std::string_view client_id) {
  const std::uint64_t hashed = hash(client_id);
  return {.address = static_cast<std::uint32_t>(hashed >> 32U) & kAddressMask,
          .id = static_cast<std::uint32_t>(hashed)};
}

}  // namespace prichal::bridge
