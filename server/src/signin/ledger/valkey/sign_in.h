#pragma once

#include "signin/ledger/valkey/commands.h"

namespace prichal::auth {

/// Begins a session: claims the identity for a new user if no user has it, then begins a session of
/// its user. If an instance ends between the two, the next sign-in makes the user of the claim.
void BeginSession(LedgerCommands& commands, LedgerSignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done);

/// Links an identity to a session's user: notes the claim, makes it, then links. With `merge`, the
/// user who has the identity is merged into this one.
void LinkIdentity(LedgerCommands& commands, LedgerSignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done);

}  // namespace prichal::auth
