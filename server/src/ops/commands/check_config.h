// The command `prichal check-config`.
#pragma once

#include "config/resolve.h"

namespace prichal::app {

struct CheckConfigFlags {
  bool quiet = false;  ///< Print only errors
  bool json = false;   ///< Print one line of JSON
};

/// Prints the configuration and all errors in it. Returns the exit status: 0, or 2 if there are
/// errors.
int CheckConfig(config::Resolved resolved, const CheckConfigFlags& flags);

}  // namespace prichal::app
