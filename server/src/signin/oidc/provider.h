// Telegram's OpenID Connect endpoints: the requests to them and what they answer.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "outbound/transfer.h"

namespace prichal::oidc {

/// An OpenID Connect issuer that works as Telegram's does
/// (https://core.telegram.org/bots/telegram-login). Its paths are constants, not read from its
/// discovery document, so that no response decides where the client secret goes. A value; any
/// thread.
struct Provider {
  std::string issuer;      ///< an origin, such as https://oauth.telegram.org
  std::string client_id;   ///< the bot's id
  Millis timeout{10'000};  ///< of one request, connecting included

  /// Returns the request for the issuer's public keys.
  [[nodiscard]] curl::Request KeysRequest() const;
  /// Returns the URL where the browser asks the user (RFC 6749 section 4.1.1, RFC 7636 section
  /// 4.3). `verifier`: required later to exchange the code.
  [[nodiscard]] std::string AuthorizeUrl(std::string_view redirect_uri, std::string_view state,
                                         std::string_view verifier) const;
  /// Returns the request that exchanges a code (RFC 6749 section 4.1.3, client_secret_basic).
  [[nodiscard]] curl::Request TokenRequest(std::string_view redirect_uri, std::string_view code,
                                           std::string_view verifier,
                                           std::string_view secret) const;
};

/// Why a code was not exchanged for an id token.
struct TokenFault {
  /// The code is invalid: used, expired, or issued for another request (`invalid_grant`).
  bool is_code = false;
  std::string words;  ///< safe to log and to show
};
/// Returns the id token of the token endpoint's response (OpenID Connect Core section 3.1.3.3),
/// unverified.
[[nodiscard]] Result<std::string, TokenFault> ReadTokenAnswer(const curl::Response& answer);

/// Returns an error code (RFC 6749 sections 4.1.2.1 and 5.2) if it is safe to show: lower-case
/// letters and '_'. Empty otherwise, as an attacker may have written it.
[[nodiscard]] std::string_view ShownError(std::string_view code);

}  // namespace prichal::oidc
