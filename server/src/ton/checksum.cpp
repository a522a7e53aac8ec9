#include "ton/checksum.h"

#include <array>
#include <cstddef>

namespace prichal::ton {
namespace {

using Table = std::array<std::uint32_t, 256>;

/// What each byte does to a reflected checksum of 32 bits.
constexpr Table TableOf(std::uint32_t polynomial) {
  Table table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value & 1U) != 0 ? (value >> 1U) ^ polynomial : value >> 1U;
    }
    table[byte] = value;
  }
  return table;
}

std::uint32_t Reflected(const Table& table, std::span<const unsigned char> bytes) {
  std::uint32_t value = 0xffffffffU;
  for (const unsigned char byte : bytes) value = (value >> 8U) ^ table[(value ^ byte) & 0xffU];
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
  static constexpr Table kTable = TableOf(0x82f63b78U);
  return Reflected(kTable, bytes);
}

std::uint32_t Crc32(std::span<const unsigned char> bytes) {
  static constexpr Table kTable = TableOf(0xedb88320U);
  return Reflected(kTable, bytes);
}

}  // namespace prichal::ton
