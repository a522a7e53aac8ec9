#pragma once

#include "app/command/commands.h"

namespace prichal::app::command {

/// `prichal proof check`: what POST /auth/ton would say of a proof.
void AddProofCheck(CLI::App& group, Run& run);

}  // namespace prichal::app::command
