#pragma once

#include "app/auth/call.h"

namespace prichal::app {

/// POST /auth/ton/challenge: what a wallet is to sign. With a DPoP proof it is bound to that key.
void GiveChallenge(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/ton: a wallet's proof over such a challenge, for a session.
void ExchangeTonProof(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
