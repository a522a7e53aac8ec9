#include "signin/ton/checksum.h"

#include <array>
#include <cstddef>

namespace prichal::ton {
namespace {

/// Effect of each byte on a reflected 32-bit CRC when 0 to 3 bytes follow it.
using Tables = std::array<std::array<std::uint32_t, 256>, 4>;

constexpr Tables TablesOf(std::uint32_t polynomial) {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value & 1U) != 0 ? (value >> 1U) ^ polynomial : value >> 1U;
    }
    tables[0][byte] = value;
  }
  for (std::size_t behind = 1; behind < tables.size(); ++behind) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t value = tables[behind - 1][byte];
      tables[behind][byte] = (value >> 8U) ^ tables[0][value & 0xffU];
    }
  }
  return tables;
}

/// Processes four bytes at a time. Byte by byte it would take 3 % of the time of a proof check.
std::uint32_t Reflected(const Tables& tables, std::span<const unsigned char> bytes) {
  std::uint32_t value = 0xffffffffU;
  for (; bytes.size() >= 4; bytes = bytes.subspan(4)) {
    value = tables[3][(value ^ bytes[0]) & 0xffU] ^ tables[2][(value >> 8U ^ bytes[1]) & 0xffU] ^
            tables[1][(value >> 16U ^ bytes[2]) & 0xffU] ^ tables[0][value >> 24U ^ bytes[3]];
  }
  for (const unsigned char byte : bytes) value = (value >> 8U) ^ tables[0][(value ^ byte) & 0xffU];
  return ~value;
}

}  // namespace

std::uint16_t Crc16(std::span<const unsigned char> bytes) {
  std::uint32_t value = 0;
  for (const unsigned char byte : bytes) {
    value ^= static_cast<std::uint32_t>(byte) << 8U;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value & 0x8000U) != 0 ? (value << 1U) ^ 0x1021U : value << 1U;
    }
  }
  return static_cast<std::uint16_t>(value);
}

std::uint32_t Crc32c(std::span<const unsigned char> bytes) {
  static constexpr Tables kTables = TablesOf(0x82f63b78U);
  return Reflected(kTables, bytes);
}

std::uint32_t Crc32(std::span<const unsigned char> bytes) {
  static constexpr Tables kTables = TablesOf(0xedb88320U);
  return Reflected(kTables, bytes);
}

}  // namespace prichal::ton
