#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace prichal::oidc {

/// A sign-in that a browser has begun and the issuer has not yet answered. It lies with the browser
/// alone, in a cookie that nobody but us can read or write (XChaCha20-Poly1305): a server that was
/// started anew, or another instance, goes on with it.
struct Attempt {
  static constexpr std::size_t kStateBytes = 16;
  using State = std::array<unsigned char, kStateBytes>;
  using Key = std::array<unsigned char, 32>;

  State state{};         ///< what the issuer gives back; used once
  std::string verifier;  ///< of PKCE (RFC 7636 section 4.1), 43 characters
  Millis expires{0};     ///< unix time
  /// The session that the identity is to be linked to; empty: a new one begins.
  std::string link_to = {};
  std::string return_to;  ///< where the browser goes in the end, an absolute address

  /// A new one.
  [[nodiscard]] static Attempt New(Millis now, Millis lifetime);
  /// `state` as it stands in addresses: 22 characters of base64url.
  [[nodiscard]] std::string StateText() const;
  /// Whether it is this one's, in constant time.
  [[nodiscard]] bool IsState(std::string_view text) const;

  [[nodiscard]] std::string Seal(const Key& key) const;
  /// Nothing for what Seal() has not given with this key, or is over.
  [[nodiscard]] static std::optional<Attempt> Open(std::string_view sealed, const Key& key,
                                                   Millis now);
};

}  // namespace prichal::oidc
