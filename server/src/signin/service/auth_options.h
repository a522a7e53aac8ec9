#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "config/settings.h"
#include "http/codec/client_address.h"
#include "http/codec/request.h"
#include "http/codec/response.h"
#include "signin/telegram/init_data.h"

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

/// The pages that may use sign-in: those of our own origin, and those that the operator names. Not
/// all can be allowed, because responses have tokens.
class AuthOrigins {
 public:
  /// `own` is the origin of the site.
  AuthOrigins(std::string site_origin, std::vector<std::string> others);

  [[nodiscard]] const std::string& site_origin() const { return site_origin_; }
  [[nodiscard]] bool Admits(std::string_view origin) const;

  /// The header lines for a response to a request with this Origin (empty if it has none), each
  /// with CRLF. A page that is not allowed gets no permission to read.
  [[nodiscard]] std::string LinesFor(std::string_view origin) const;
  /// The response to OPTIONS. `allow` is, for example, "OPTIONS, POST".
  [[nodiscard]] http::Response Preflight(std::string_view allow, std::string_view origin) const;

  /// True if one of these pages has sent the request, with which the browser sends cookies: by its
  /// Origin, or by Sec-Fetch-Site if the browser omits Origin for its own pages.
  [[nodiscard]] bool IsOurs(const http::Request& request) const;

 private:
  std::string site_origin_;
  std::vector<std::string> others_;
};

/// Makes the checker for the bots of auth.telegram_bots and auth.telegram_tokens_file. The error is
/// one line that names the key, the reason and the fix, and has nothing of a token.
[[nodiscard]] Result<std::unique_ptr<const telegram::InitDataChecker>, std::string>
MakeInitDataChecker(const AuthOptions& options);

}  // namespace prichal::app
