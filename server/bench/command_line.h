#pragma once

#include <functional>

#include "bench/modes.h"

namespace prichal::bench {

/// What a person asked for.
struct Command {
  std::function<Outcome()> run;  ///< empty: help or an error has been printed; exit_code says
  bool json = false;
  int exit_code = 0;
};

Command ParseCommandLine(int argc, const char* const* argv);

}  // namespace prichal::bench
