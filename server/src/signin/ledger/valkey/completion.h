#pragma once

#include "signin/ledger/valkey/commands.h"

namespace prichal::auth {

/// Completes what a step in a user's slot has left to be done in other slots: unlinked identities
/// and those of a deleted user are released, those of a merged user are given to the other user.
/// Several instances may do so at once, and each may end in the middle.
void CompleteUser(LedgerCommands& commands, const UserId& user, Millis now,
                  UniqueFunction<void(Result<void, LedgerError>)> done);

}  // namespace prichal::auth
