#pragma once

#include <array>
#include <string>
#include <string_view>

namespace prichal::host {

/// A SHA-256 digest.
using Digest = std::array<unsigned char, 32>;

/// SHA-256 (FIPS 180-4) of `bytes`. Any thread.
[[nodiscard]] Digest Sha256(std::string_view bytes);

/// Encodes as standard base64 with padding (RFC 4648 section 4), as used in Content-Security-Policy
/// sources.
[[nodiscard]] std::string Base64(const Digest& digest);

}  // namespace prichal::host
