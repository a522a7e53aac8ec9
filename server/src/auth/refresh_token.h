#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "auth/challenge.h"
#include "auth/ids.h"

namespace prichal::auth {

/// What renews a session, once (RFC 9700 section 4.14.2, rotation). 68 bytes, 91 characters of
/// base64url: the session, its generation (4 bytes), 32 random bytes, 16 bytes of BLAKE2b under our
/// key.
///
/// The ledger keeps the SHA-256 of the current one alone, so that who reads the file can renew
/// nothing. The MAC says that we have given a token out: one of an earlier generation is known as
/// used though none of them is kept, and a stranger who has read a session's id in an access token
/// cannot make one up that would look used and end the session.
struct RefreshToken {
  SessionId session;
  std::uint32_t generation = 0;  ///< counts the renewals

  static constexpr std::size_t kTextSize = 91;
  using Hash = std::array<unsigned char, 32>;

  /// Gives the text, of which nobody but the client keeps a copy.
  [[nodiscard]] static std::string New(const SessionId& session, std::uint32_t generation,
                                       const MacKey& key);
  /// Nothing for a text that New() has not given with this key.
  [[nodiscard]] static std::optional<RefreshToken> Open(std::string_view text, const MacKey& key);
  [[nodiscard]] static Hash HashOf(std::string_view text);
};

/// The successor of a token, for who has that token and comes a second time with it, as two tabs
/// do: kept so that only the token itself opens it (XChaCha20-Poly1305 under a key derived from
/// its text).
[[nodiscard]] std::string SealSuccessor(std::string_view successor, std::string_view token);
/// Nothing when this token is not the one.
[[nodiscard]] std::optional<std::string> OpenSuccessor(std::string_view sealed,
                                                       std::string_view token);

}  // namespace prichal::auth
