#pragma once

#include "cli/command.h"

namespace prichal::app::command {

/// `prichal token verify`: is it of this issuer, for this audience, and does it count now?
void AddTokenVerify(cli::Command& group);

}  // namespace prichal::app::command
