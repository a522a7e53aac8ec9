#pragma once

#include "signin/http/call.h"

namespace prichal::app {

// Sign-in with a TON wallet. These answer requests on their loop.

/// POST /auth/ton/challenge: gives out a challenge for a wallet to sign. If the request has a DPoP
/// proof, the challenge is bound to its key.
void IssueChallenge(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/ton: signs in with a wallet's proof over such a challenge.
void SignInWithTonProof(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
