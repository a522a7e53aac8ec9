#pragma once

#include <array>
#include <string>
#include <string_view>

namespace prichal::host {

using Digest = std::array<unsigned char, 32>;

/// SHA-256 (FIPS 180-4).
[[nodiscard]] Digest Sha256(std::string_view bytes);

/// Standard base64 with padding (RFC 4648 section 4), as in the sources of a policy.
[[nodiscard]] std::string Base64(const Digest& digest);

}  // namespace prichal::host
