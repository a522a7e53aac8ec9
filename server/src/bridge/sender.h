#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ip_address.h"
#include "base/sip_hash.h"

namespace prichal::bridge {

/// Whom a message counts against where room is shared: its sender's address and client id, as
/// keyed hashes that are short because one lies beside every message. Two senders that fall
/// together share what is theirs, and no sender can bring that about.
struct Sender {
  /// Bits of `address`: an address that is known leaves two for what else a message is.
  static constexpr unsigned kAddressBits = 30;
  static constexpr std::uint32_t kAddressMask = (std::uint32_t{1} << kAddressBits) - 1;

  std::uint32_t address = 0;
  std::uint32_t id = 0;

  /// IPv6 counts by /48, which is what one customer can be given and what costs nothing.
  [[nodiscard]] static Sender Of(const SipHash& hash, const IpAddress& address,
                                 std::string_view client_id);
  /// Of a message whose address is not known any more: it stands for itself.
  [[nodiscard]] static Sender Of(const SipHash& hash, std::string_view client_id);

  /// Both as one number.
  [[nodiscard]] std::uint64_t key() const { return (std::uint64_t{address} << 32U) | id; }

  friend auto operator<=>(const Sender&, const Sender&) = default;
};

}  // namespace prichal::bridge
