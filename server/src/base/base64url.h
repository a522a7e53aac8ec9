#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace prichal {

/// base64url without padding (RFC 4648 section 5), as in JSON Web Signatures (RFC 7515 section 2).
[[nodiscard]] std::string Base64UrlEncode(std::span<const unsigned char> bytes);
[[nodiscard]] std::string Base64UrlEncode(std::string_view bytes);

/// Nothing for padding, white space, another alphabet, a length that no bytes have, or bits behind
/// the last byte that are not zero: each sequence of bytes has exactly one text.
[[nodiscard]] std::optional<std::string> Base64UrlDecode(std::string_view text);

/// The same into an array of exactly that size; false when the text is of any other.
[[nodiscard]] bool Base64UrlDecode(std::string_view text, std::span<unsigned char> out);

}  // namespace prichal
