#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ip_address.h"
#include "base/sip_hash.h"

namespace prichal::bridge {

/// The sender that a message counts against in shared limits: keyed hashes of its IP address and
/// its client ID. They are short, because each message in memory has one. Two senders with the same
/// hashes share their limits; no sender can cause that. A plain value.
struct Sender {
  /// Bits of `address`. Message keeps two flags in the other two bits.
  static constexpr unsigned kAddressBits = 30;
  static constexpr std::uint32_t kAddressMask = (std::uint32_t{1} << kAddressBits) - 1;

  std::uint32_t address = 0;
  std::uint32_t id = 0;

  /// Hashes a sender. IPv6 addresses count by /48, the largest network that one customer gets.
  [[nodiscard]] static Sender Make(const SipHash& hash, const IpAddress& address,
                                   std::string_view client_id);
  /// Hashes a sender whose IP address is unknown (after a restart): it has an address of its own.
  [[nodiscard]] static Sender Make(const SipHash& hash, std::string_view client_id);

  /// Both hashes as one number.
  [[nodiscard]] std::uint64_t key() const { return (std::uint64_t{address} << 32U) | id; }

  friend auto operator<=>(const Sender&, const Sender&) = default;
};

}  // namespace prichal::bridge
