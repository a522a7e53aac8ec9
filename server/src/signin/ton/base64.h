#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace prichal::ton {

/// Decodes strict standard base64 (RFC 4648 section 4): padding is required, line breaks are not
/// allowed, and unused bits must be 0. Empty for any other text. Any thread.
///
/// libsodium's decoder runs in constant time to protect keys. For a public state init of a thousand
/// characters that would be a tenth of the time of a verification.
[[nodiscard]] std::optional<std::vector<unsigned char>> DecodeBase64(std::string_view text);

}  // namespace prichal::ton
