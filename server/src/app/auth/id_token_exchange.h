#pragma once

#include "app/auth/call.h"
#include "app/auth/exchange.h"
#include "token/jwt.h"

namespace prichal::app {

/// POST /auth/telegram/id-token: {"id_token", "nonce"}, which a page has got from Telegram.Login,
/// for a session.
void ExchangeIdToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// For whom Telegram names in a verified id token: a session, or a link, and the answer.
void FinishWithClaims(const Exchange& exchange, const token::Claims& claims);

/// Where nobody signs in by OpenID Connect.
[[nodiscard]] Problem NoOidcProblem();

}  // namespace prichal::app
