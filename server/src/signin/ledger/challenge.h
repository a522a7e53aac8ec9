#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace prichal::auth {

/// The key that authenticates the server's own tokens.
using MacKey = std::array<unsigned char, 32>;

/// The bytes of the authentication code at the end of such a token.
inline constexpr std::size_t kMacBytes = 16;

/// Overwrites the last kMacBytes of `token` with the authentication code (keyed BLAKE2b) of the
/// bytes before them, followed by `binding`.
void WriteMac(std::span<unsigned char> token, const MacKey& key, std::string_view binding = {});

/// A text for a wallet to sign, as the `payload` of `tonProof`. It is random, has an expiry and a
/// MAC, so forged challenges are refused before anything is stored and before any signature is
/// verified. The ledger makes sure that each is used once.
///
/// 38 bytes, 51 characters of base64url: version 1, 16 random bytes, the expiry (Unix seconds, 5
/// bytes), 16 bytes of BLAKE2b over these and the binding. The SDK allows 128 characters.
struct Challenge {
  std::array<unsigned char, 16> id{};
  Millis expires{0};  ///< unix time, whole seconds

  static constexpr std::size_t kTextSize = 51;

  /// `binding` is what the challenge is bound to, such as the thumbprint of the key that the page
  /// holds. Empty if every client may use it.
  [[nodiscard]] static Challenge New(Millis now, Millis lifetime);
  [[nodiscard]] std::string Text(const MacKey& key, std::string_view binding) const;

  enum class Fault {
    kForeign,  ///< not ours, changed, or bound to somebody else
    kExpired,
  };
  [[nodiscard]] static Result<Challenge, Fault> Open(std::string_view text, const MacKey& key,
                                                     std::string_view binding, Millis now);
};

}  // namespace prichal::auth
