#pragma once

#include "cli/command.h"

namespace prichal::app {

/// Adds `doctor`: looks at a deployment from outside and from inside.
void AddDoctorCommand(cli::Command& app);

}  // namespace prichal::app
