#pragma once

#include <cstdint>
#include <span>

namespace prichal::ton {

/// CRC-16/XMODEM (polynomial 0x1021, initial value 0, not reflected), the checksum of friendly
/// addresses.
[[nodiscard]] std::uint16_t Crc16(std::span<const unsigned char> bytes);

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), the checksum of bags of cells.
[[nodiscard]] std::uint32_t Crc32c(std::span<const unsigned char> bytes);

/// CRC-32 (IEEE 802.3), the tag of TL-B schemas.
[[nodiscard]] std::uint32_t Crc32(std::span<const unsigned char> bytes);

}  // namespace prichal::ton
