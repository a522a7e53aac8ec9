#pragma once

#include <cstdint>
#include <span>

namespace prichal::ton {

/// CRC-16/XMODEM (polynomial 0x1021, from 0, not reflected): the end of a friendly address.
[[nodiscard]] std::uint16_t Crc16(std::span<const unsigned char> bytes);

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4): the end of a bag of cells.
[[nodiscard]] std::uint32_t Crc32c(std::span<const unsigned char> bytes);

/// CRC-32 (IEEE 802.3): the tag of a TL-B schema.
[[nodiscard]] std::uint32_t Crc32(std::span<const unsigned char> bytes);

}  // namespace prichal::ton
