#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/settings.h"
#include "http/codec/client_address.h"

namespace prichal::app {

/// The options of sign-in. Defaults that depend on other options are resolved.
struct AuthOptions : config::Settings::Auth {
  http::TrustedProxies proxies{};
  /// The origin of the site, under which pages reach sign-in.
  std::string public_origin{};
  std::vector<std::int32_t> networks{};
  /// An additional bot whose token is public. Empty if there is none.
  std::string test_bot_token{};
  /// The timeout of a request to the issuer of id tokens.
  Millis oidc_timeout{10'000};
  bool dev = false;
  bool names_clients = false;  ///< in the audit log

  /// True if any way of signing in is configured. If not, nothing is served under /auth.
  [[nodiscard]] bool enabled() const {
    return has_telegram() || has_oidc() || !ton_domains.empty();
  }
  [[nodiscard]] bool has_telegram() const {
    return !telegram_bots.empty() || !telegram_tokens_file.empty() || !test_bot_token.empty();
  }
  [[nodiscard]] bool has_oidc() const { return !oidc_client_id.empty(); }
};

}  // namespace prichal::app
