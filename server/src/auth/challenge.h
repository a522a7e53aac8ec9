#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "auth/mac.h"
#include "base/clock.h"
#include "base/result.h"

namespace prichal::auth {

/// What a wallet is asked to sign (the `payload` of `tonProof`): random, with its own end, and with
/// a MAC, so that what we have not given out is refused before anything is stored or any signature
/// is looked at. That each is used once only, the ledger sees to.
///
/// 38 bytes, 51 characters of base64url: version 1, 16 random bytes, the end (unix seconds, 5
/// bytes), 16 bytes of BLAKE2b over these and the binding. The SDK allows 128 characters.
struct Challenge {
  std::array<unsigned char, 16> id{};
  Millis expires{0};  ///< unix time, whole seconds

  static constexpr std::size_t kTextSize = 51;

  /// `binding`: who may use it, such as the session that a wallet is to be linked to, or the
  /// thumbprint of the key that the page holds; empty: whoever has it.
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
