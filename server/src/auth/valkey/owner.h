#pragma once

#include <optional>
#include <string_view>

#include "auth/valkey/commands.h"

namespace prichal::auth {

/// Who has an identity: the user whom it names, when he says so, too.
void FindOwner(LedgerCommands& commands, IdentityKind kind, std::string_view key, Millis now,
               Ledger::Done<std::optional<UserId>> done);

}  // namespace prichal::auth
