#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace prichal::auth {

/// The key that authenticates the server's own tokens.
using MacKey = std::array<unsigned char, 32>;

/// The bytes of the authentication code at the end of such a token.
inline constexpr std::size_t kMacBytes = 16;

/// Overwrites the last kMacBytes of `token` with the authentication code (keyed BLAKE2b) of the
/// bytes before them, followed by `binding`.
void WriteMac(std::span<unsigned char> token, const MacKey& key, std::string_view binding = {});

}  // namespace prichal::auth
