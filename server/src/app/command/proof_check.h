#pragma once

#include "cli/command.h"

namespace prichal::app::command {

/// `prichal proof check`: what POST /auth/ton would say of a proof.
void AddProofCheck(cli::Command& group);

}  // namespace prichal::app::command
