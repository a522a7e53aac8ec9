// A sign-in by OpenID Connect that waits for the issuer's answer.

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace prichal::oidc {

/// A pending sign-in: started by a browser, not yet answered by the issuer. The server keeps none
/// of it. It travels in an encrypted cookie (XChaCha20-Poly1305), so that a restarted server or
/// another instance can continue it. A value; any thread.
struct Attempt {
  static constexpr std::size_t kStateBytes = 16;
  using State = std::array<unsigned char, kStateBytes>;
  using Key = std::array<unsigned char, 32>;

  State state{};         ///< returned by the issuer; used once
  std::string verifier;  ///< of PKCE (RFC 7636 section 4.1), 43 characters
  Millis expires{0};     ///< unix time
  /// The session to link the identity to. Empty: a new session.
  std::string link_to = {};
  std::string return_to;  ///< absolute URL where the browser goes at the end

  /// Creates an attempt with a random state and verifier. `now`: Unix time.
  [[nodiscard]] static Attempt New(Millis now, Millis lifetime);
  /// Returns `state` as text for URLs: 22 characters of base64url.
  [[nodiscard]] std::string StateText() const;
  /// Returns whether `text` is the text of this state, in constant time.
  [[nodiscard]] bool IsState(std::string_view text) const;

  /// Returns the attempt, encrypted.
  [[nodiscard]] std::string Seal(const Key& key) const;
  /// Decrypts an attempt. Empty if it was not encrypted with this key, was changed, or has expired.
  [[nodiscard]] static std::optional<Attempt> Open(std::string_view sealed, const Key& key,
                                                   Millis now);
};

}  // namespace prichal::oidc
