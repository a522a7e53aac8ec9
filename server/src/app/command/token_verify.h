#pragma once

#include "app/command/commands.h"

namespace prichal::app::command {

/// `prichal token verify`: is it of this issuer, for this audience, and does it count now?
void AddTokenVerify(CLI::App& group, Run& run);

}  // namespace prichal::app::command
