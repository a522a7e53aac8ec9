#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/ip_address.h"
#include "base/sip_hash.h"
#include "bridge/address_table.h"

namespace prichal::bridge {

/// How much each address may have open at a time, counted by all loops together. An address for
/// which no entry is free is not counted: all of them together are bounded elsewhere.
class OpenLimit {
 public:
  /// `most`: for each address. `addresses`: with something open, at most 2^32 - 8. `hash` must
  /// outlive it.
  OpenLimit(std::size_t most, std::size_t addresses, const SipHash& hash);

  /// Where something is counted that was opened.
  using Entry = std::uint32_t;
  static constexpr Entry kNotCounted = 0xffffffff;

  /// Any thread. Nothing: the address has as much open as it may.
  [[nodiscard]] std::optional<Entry> Open(const IpAddress& address);
  /// Any thread; once for each entry that Open() gave.
  void Close(Entry entry);

 private:
  const std::uint64_t most_;
  AddressTable table_;
};

}  // namespace prichal::bridge
