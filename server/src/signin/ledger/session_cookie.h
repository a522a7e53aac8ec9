#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "signin/ledger/challenge.h"
#include "signin/ledger/ids.h"

namespace prichal::auth {

/// A page's cookie: a session with a MAC. It has no expiry of its own, because the ledger decides
/// whether the session is alive. 1 + 16 + 16 bytes, 44 characters of base64url: version 1, the
/// session, BLAKE2b over both.
///
/// A stolen cookie is worth as much as an access token and cannot be renewed, so a page gets it as
/// HttpOnly, with the refresh token in a cookie of its own.
struct SessionCookie {
  static constexpr std::size_t kTextSize = 44;

  [[nodiscard]] static std::string TextOf(const SessionId& session, const MacKey& key);
  /// Reads a cookie. Empty if TextOf() did not make it with this key.
  [[nodiscard]] static std::optional<SessionId> Open(std::string_view text, const MacKey& key);
};

}  // namespace prichal::auth
