#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "signin/ledger/challenge.h"

namespace prichal::signin {

/// A random 128-bit identifier. Its text is a letter and `_`, then 26 letters and digits (RFC 4648
/// section 6, lower case, without padding), such as `u_aebagbafaydqqcikbmga2dqpca`. A value; any
/// thread.
template <char kPrefix>
class RandomId {
 public:
  static constexpr std::size_t kBytes = 16;
  using Bytes = std::array<unsigned char, kBytes>;

  RandomId() = default;
  explicit RandomId(const Bytes& bytes) : bytes_(bytes) {}
  /// Creates an identifier with the system's random generator.
  static RandomId New();
  /// Creates an identifier from bytes(). Empty if the length is wrong.
  static std::optional<RandomId> FromBytes(std::string_view bytes);
  /// Parses text(). Empty for any other spelling of the same bytes.
  static std::optional<RandomId> Parse(std::string_view text);

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string_view bytes() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

  friend bool operator==(const RandomId&, const RandomId&) = default;
  friend auto operator<=>(const RandomId&, const RandomId&) = default;

 private:
  Bytes bytes_{};
};

/// Identifies a user: the `sub` of tokens.
using UserId = RandomId<'u'>;
/// Identifies one sign-in on one device: the `sid` of tokens.
using SessionId = RandomId<'s'>;

extern template class RandomId<'u'>;
extern template class RandomId<'s'>;

/// A refresh token, which renews a session once (RFC 9700 section 4.14.2, rotation). 68 bytes, 91
/// characters of base64url: the session, its generation (4 bytes), 32 random bytes, 16 bytes of
/// BLAKE2b with the server's key. A value; any thread.
///
/// The ledger stores only the SHA-256 of the current token, so an attacker who reads the file
/// cannot renew a session. The MAC proves that the server issued the token. So a token of an
/// earlier generation is recognised as used although it is not stored. An attacker who knows a
/// session's ID from an access token cannot forge a used token to end the session.
struct RefreshToken {
  SessionId session;
  std::uint32_t generation = 0;  ///< number of renewals before this token

  static constexpr std::size_t kTextSize = 91;
  using Hash = std::array<unsigned char, 32>;

  /// Creates a token and returns its text. Only the client keeps it.
  [[nodiscard]] static std::string New(const SessionId& session, std::uint32_t generation,
                                       const MacKey& key);
  /// Verifies and parses a token. Empty if New() did not create it with this key.
  [[nodiscard]] static std::optional<RefreshToken> Open(std::string_view text, const MacKey& key);
  /// Returns the SHA-256 of a token's text.
  [[nodiscard]] static Hash HashOf(std::string_view text);
};

/// Encrypts the successor of a token for clients that present that token twice, as two tabs do.
/// Only the token itself decrypts it (XChaCha20-Poly1305 with a key derived from its text).
[[nodiscard]] std::string SealSuccessor(std::string_view successor, std::string_view token);
/// Decrypts a successor. Empty if it was encrypted for another token.
[[nodiscard]] std::optional<std::string> OpenSuccessor(std::string_view sealed,
                                                       std::string_view token);

/// The session cookie of a page: a session ID with a MAC. It has no expiry, because the ledger
/// knows whether the session is alive. 1 + 16 + 16 bytes, 44 characters of base64url: version 1,
/// the session, BLAKE2b over both.
///
/// A stolen cookie is worth as much as an access token and cannot be renewed. The cookie is
/// HttpOnly; the refresh token has a cookie of its own.
struct SessionCookie {
  static constexpr std::size_t kTextSize = 44;

  /// Returns the cookie's value.
  [[nodiscard]] static std::string TextOf(const SessionId& session, const MacKey& key);
  /// Verifies and parses a cookie. Empty if TextOf() did not create it with this key.
  [[nodiscard]] static std::optional<SessionId> Open(std::string_view text, const MacKey& key);
};

}  // namespace prichal::signin
