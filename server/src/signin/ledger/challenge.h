#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace prichal::signin {

/// A secret key for the MACs of the server's own tokens and cookies.
using MacKey = std::array<unsigned char, 32>;

/// The size of the MAC at the end of such a token, in bytes.
inline constexpr std::size_t kMacBytes = 16;

/// Writes the MAC (keyed BLAKE2b) into the last kMacBytes of `token`. It covers the bytes before
/// them, followed by `binding`.
void WriteMac(std::span<unsigned char> token, const MacKey& key, std::string_view binding = {});

/// A challenge: a text for a wallet to sign, as the `payload` of `tonProof`. It is random, and has
/// an expiry and a MAC. So forged challenges are refused before the ledger is called or a signature
/// is verified. The ledger ensures that each is used once. A value; any thread.
///
/// 38 bytes, 51 characters of base64url: version 1, 16 random bytes, the expiry (Unix seconds, 5
/// bytes), 16 bytes of BLAKE2b over these and the binding. The SDK allows 128 characters.
struct Challenge {
  std::array<unsigned char, 16> id{};
  Millis expires{0};  ///< unix time, whole seconds

  static constexpr std::size_t kTextSize = 51;

  /// Creates a random challenge that expires after `lifetime`. `now`: Unix time.
  [[nodiscard]] static Challenge New(Millis now, Millis lifetime);
  /// Returns the text for the wallet. `binding`: such as the thumbprint of the page's DPoP key.
  /// Empty if any client may use the challenge.
  [[nodiscard]] std::string Text(const MacKey& key, std::string_view binding) const;

  enum class Fault {
    kForeign,  ///< not issued by this server, changed, or bound to another key
    kExpired,
  };
  /// Verifies and parses a challenge. `binding` must be that of Text(). `now`: Unix time.
  [[nodiscard]] static Result<Challenge, Fault> Open(std::string_view text, const MacKey& key,
                                                     std::string_view binding, Millis now);
};

}  // namespace prichal::signin
