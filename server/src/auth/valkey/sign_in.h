#pragma once

#include "auth/valkey/commands.h"

namespace prichal::auth {

/// Signs an identity in: claims it for a new user where nobody has it, and begins a session of its
/// user. Whoever ends between the two leaves a claim to a user who is made by the next one.
void BeginSession(LedgerCommands& commands, SignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done);

/// Links an identity to a session's user, who notes the claim that he is about to make, makes it,
/// and has the identity then. With a merge the identity's user becomes this one.
void LinkIdentity(LedgerCommands& commands, SignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done);

}  // namespace prichal::auth
