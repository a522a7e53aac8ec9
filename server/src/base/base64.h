#pragma once

#include <sodium/utils.h>

#include <span>
#include <string>

namespace prichal {

/// Encodes as base64 with padding (RFC 4648 section 4). Any thread.
[[nodiscard]] inline std::string Base64Encode(std::span<const unsigned char> bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  // The library writes a terminating zero, for which std::string has space.
  std::string text(sodium_base64_encoded_len(bytes.size(), kVariant) - 1, '\0');
  sodium_bin2base64(text.data(), text.size() + 1, bytes.data(), bytes.size(), kVariant);
  return text;
}

}  // namespace prichal
