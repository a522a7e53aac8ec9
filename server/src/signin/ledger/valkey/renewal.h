#pragma once

#include "signin/ledger/valkey/commands.h"

namespace prichal::auth {

/// Renews a session with a refresh token in one step.
void RenewSession(LedgerCommands& commands, Renewal request, Millis now,
                  Ledger::Done<RenewalAnswer> done);

}  // namespace prichal::auth
