#pragma once

#include <array>
#include <span>

namespace prichal::ton {

/// 32 bytes: of a cell, an account, a message.
using Hash = std::array<unsigned char, 32>;

/// SHA-256 (FIPS 180-4) of the parts one behind the other. Any thread.
[[nodiscard]] Hash Sha256(std::span<const std::span<const unsigned char>> parts);
[[nodiscard]] Hash Sha256(std::span<const unsigned char> bytes);

}  // namespace prichal::ton
