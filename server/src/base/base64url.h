#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace prichal {

/// Encodes as base64url without padding (RFC 4648 section 5), as in JSON Web Signatures (RFC 7515
/// section 2). Any thread.
[[nodiscard]] std::string Base64UrlEncode(std::span<const unsigned char> bytes);
[[nodiscard]] std::string Base64UrlEncode(std::string_view bytes);

/// Decodes strictly, so each byte sequence has exactly one encoding. Empty for padding, white
/// space, another alphabet, an impossible length, or non-zero bits after the last byte. Any thread.
[[nodiscard]] std::optional<std::string> Base64UrlDecode(std::string_view text);

/// Decodes into `out`. Returns false if the text is invalid or does not decode to exactly
/// `out.size()` bytes.
[[nodiscard]] bool Base64UrlDecode(std::string_view text, std::span<unsigned char> out);

}  // namespace prichal
