#pragma once

#include "config/resolve.h"

namespace prichal::app {

struct CheckConfigFlags {
  bool quiet = false;  ///< mistakes alone
  bool json = false;   ///< one line of JSON on standard output
};

/// Prints the configuration and every mistake in it; gives the exit status: 0, or 2 where there is
/// a mistake.
int CheckConfig(config::Resolved resolved, const CheckConfigFlags& flags);

}  // namespace prichal::app
