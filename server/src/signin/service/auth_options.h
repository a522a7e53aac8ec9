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

namespace prichal::signin {

/// The options of sign-in. Defaults that depend on other options are filled in. A value.
struct AuthOptions : config::Settings::Auth {
  http::TrustedProxies proxies{};
  /// The origin of the site, on which pages reach sign-in.
  std::string public_origin{};
  std::vector<std::int32_t> networks{};
  /// Token of an additional bot, which is public (for development). Empty if none.
  std::string test_bot_token{};
  /// The timeout of a request to the issuer of ID tokens.
  Millis oidc_timeout{10'000};
  bool dev = false;
  bool names_clients = false;  ///< lines of the audit log have the client's address

  /// The fix if sign-in is off.
  static constexpr std::string_view kHowToEnable =
      "set auth.telegram_bots, auth.telegram_tokens_file, auth.oidc_client_id or auth.ton_domains";

  /// True if a way to sign in is configured. If not, nothing is served below /auth/.
  [[nodiscard]] bool enabled() const {
    return has_telegram() || has_oidc() || !ton_domains.empty();
  }
  [[nodiscard]] bool has_telegram() const {
    return !telegram_bots.empty() || !telegram_tokens_file.empty() || !test_bot_token.empty();
  }
  [[nodiscard]] bool has_oidc() const { return !oidc_client_id.empty(); }
};

/// The origins whose pages can use sign-in: the site's own, and those of auth.origins. A wildcard
/// is not possible, because responses have tokens. Immutable; any thread.
class AuthOrigins {
 public:
  /// `site_origin`: the origin of the site. `others`: auth.origins.
  AuthOrigins(std::string site_origin, std::vector<std::string> others);

  [[nodiscard]] const std::string& site_origin() const { return site_origin_; }
  [[nodiscard]] bool Admits(std::string_view origin) const;

  /// Returns the CORS header lines of a response, each with CRLF. `origin`: the request's Origin
  /// header, empty if none. Origins that are not allowed get no permission to read.
  [[nodiscard]] std::string LinesFor(std::string_view origin) const;
  /// Returns the response to OPTIONS. `allow`: such as "OPTIONS, POST".
  [[nodiscard]] http::Response Preflight(std::string_view allow, std::string_view origin) const;

  /// Returns whether an allowed page has sent the request, for requests with cookies. Checks
  /// Origin, or Sec-Fetch-Site if the browser omits Origin for the site's own pages.
  [[nodiscard]] bool IsOurs(const http::Request& request) const;

 private:
  std::string site_origin_;
  std::vector<std::string> others_;
};

/// Creates the checker for the bots of auth.telegram_bots and auth.telegram_tokens_file. The error
/// is one line that names the key, the reason and the fix, without any part of a token.
[[nodiscard]] Result<std::unique_ptr<const telegram::InitDataChecker>, std::string>
MakeInitDataChecker(const AuthOptions& options);

}  // namespace prichal::signin
