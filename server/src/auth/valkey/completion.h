#pragma once

#include "auth/valkey/commands.h"

namespace prichal::auth {

/// Does what a step in a user's slot has left to be done in others: what has been unlinked or was
/// of somebody forgotten is released, what was of somebody who has become another is given to that
/// one. Any number of instances may do so at once, and each may end in the middle.
void CompleteUser(LedgerCommands& commands, const UserId& user, Millis now,
                  UniqueFunction<void(Result<void, LedgerError>)> done);

}  // namespace prichal::auth
