#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "signin/ledger/challenge.h"
#include "signin/ledger/ids.h"

namespace prichal::auth {

/// A token that renews a session once (RFC 9700 section 4.14.2, rotation). 68 bytes, 91 characters
/// of base64url: the session, its generation (4 bytes), 32 random bytes, 16 bytes of BLAKE2b with
/// the server's key.
///
/// The ledger keeps only the SHA-256 of the current token, so an attacker who reads the file cannot
/// renew a session. The MAC proves that the server gave the token out: a token of an earlier
/// generation is recognised as used although none is kept, and an attacker who knows a session's id
/// from an access token cannot forge a used one to end the session.
struct RefreshToken {
  SessionId session;
  std::uint32_t generation = 0;  ///< counts the renewals

  static constexpr std::size_t kTextSize = 91;
  using Hash = std::array<unsigned char, 32>;

  /// Makes a token and returns its text, of which only the client keeps a copy.
  [[nodiscard]] static std::string New(const SessionId& session, std::uint32_t generation,
                                       const MacKey& key);
  /// Reads a token. Empty if New() did not make it with this key.
  [[nodiscard]] static std::optional<RefreshToken> Open(std::string_view text, const MacKey& key);
  [[nodiscard]] static Hash HashOf(std::string_view text);
};

/// Encrypts the successor of a token for clients that present that token a second time, as two tabs
/// do. Only the token itself decrypts it (XChaCha20-Poly1305 with a key derived from its text).
[[nodiscard]] std::string SealSuccessor(std::string_view successor, std::string_view token);
/// Decrypts a successor. Empty if it was encrypted for another token.
[[nodiscard]] std::optional<std::string> OpenSuccessor(std::string_view sealed,
                                                       std::string_view token);

}  // namespace prichal::auth
