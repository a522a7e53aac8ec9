#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "oidc/https_client.h"

namespace prichal::oidc {

/// Telegram's OpenID Connect as far as it is the same for everybody
/// (https://core.telegram.org/bots/telegram-login): where its endpoints are, and what is said to
/// them. The paths are not read from its discovery document, so nothing that was fetched says where
/// the client secret goes.
struct Provider {
  std::string issuer;     ///< an origin, such as https://oauth.telegram.org
  std::string client_id;  ///< the bot's id

  [[nodiscard]] std::string keys_url() const { return issuer + "/.well-known/jwks.json"; }

  /// Where a browser goes to ask the visitor (RFC 6749 section 4.1.1, RFC 7636 section 4.3).
  /// `verifier`: the code is for who has it.
  [[nodiscard]] std::string AuthorizeUrl(std::string_view redirect_uri, std::string_view state,
                                         std::string_view verifier) const;
  /// What a code is exchanged with (RFC 6749 section 4.1.3, client_secret_basic).
  [[nodiscard]] HttpsRequest TokenRequest(std::string_view redirect_uri, std::string_view code,
                                          std::string_view verifier, std::string_view secret) const;
};

/// Why a code has given no id token.
struct TokenFault {
  /// The code is at fault: used, too old, or of somebody else's request (`invalid_grant`).
  bool is_code = false;
  std::string words;  ///< safe to log and to show
};
/// The id token in the token endpoint's answer (OpenID Connect Core section 3.1.3.3), unverified.
[[nodiscard]] Result<std::string, TokenFault> ReadTokenAnswer(const HttpsAnswer& answer);

/// An error code as RFC 6749 sections 4.1.2.1 and 5.2 have them, when it can be shown: lower-case
/// letters and '_'; empty for anything else, which a stranger may have written.
[[nodiscard]] std::string_view ShownError(std::string_view code);

}  // namespace prichal::oidc
