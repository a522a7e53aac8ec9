#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/settings.h"
#include "http/client_address.h"

namespace prichal::app {

/// Sign-in as it is run; what has a default elsewhere is resolved.
struct AuthOptions : config::Settings::Auth {
  http::TrustedProxies proxies{};
  /// Where pages reach sign-in: the origin of the site.
  std::string public_origin{};
  std::vector<std::int32_t> networks{};
  /// A bot whose token everybody may know, besides the others; empty: none.
  std::string test_bot_token{};
  /// Of a question to the issuer of id tokens.
  Millis oidc_timeout{10'000};
  bool dev = false;
  bool names_clients = false;  ///< in the audit log

  /// Whether anybody can sign in at all; nothing is served under /auth else.
  [[nodiscard]] bool enabled() const {
    return has_telegram() || has_oidc() || !ton_domains.empty();
  }
  [[nodiscard]] bool has_telegram() const {
    return !telegram_bots.empty() || !telegram_tokens_file.empty() || !test_bot_token.empty();
  }
  [[nodiscard]] bool has_oidc() const { return !oidc_client_id.empty(); }
};

}  // namespace prichal::app
