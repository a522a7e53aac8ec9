#pragma once

#include <optional>
#include <string_view>

#include "signin/ledger/valkey/commands.h"

namespace prichal::auth {

/// Finds the user who has an identity: the user that the identity's key names, if the user confirms
/// it.
void FindOwner(LedgerCommands& commands, IdentityKind kind, std::string_view key, Millis now,
               Ledger::Done<std::optional<UserId>> done);

}  // namespace prichal::auth
