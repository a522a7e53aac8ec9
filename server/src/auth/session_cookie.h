#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "auth/challenge.h"
#include "auth/ids.h"

namespace prichal::auth {

/// What a page's cookie says: a session, under a MAC of ours. Whether the session still lives the
/// ledger says, so it has no end of its own. 1 + 16 + 16 bytes, 44 characters of base64url:
/// version 1, the session, BLAKE2b over both.
///
/// It is as good as an access token for who has stolen it and cannot be renewed with, so a page
/// gets it as HttpOnly, beside the refresh token in a cookie of its own.
struct SessionCookie {
  static constexpr std::size_t kTextSize = 44;

  [[nodiscard]] static std::string TextOf(const SessionId& session, const MacKey& key);
  /// Nothing for a text that TextOf() has not given with this key.
  [[nodiscard]] static std::optional<SessionId> Open(std::string_view text, const MacKey& key);
};

}  // namespace prichal::auth
