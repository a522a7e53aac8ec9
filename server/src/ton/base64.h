#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace prichal::ton {

/// The bytes of standard base64 (RFC 4648 section 4): with its padding, without line breaks, bits
/// that no byte has are 0. Nothing for any other text.
///
/// libsodium's decoder takes the same time whatever it reads, for the sake of keys: of a state
/// init, which is a thousand characters that everybody may know, a tenth of a verification's.
[[nodiscard]] std::optional<std::vector<unsigned char>> DecodeBase64(std::string_view text);

}  // namespace prichal::ton
