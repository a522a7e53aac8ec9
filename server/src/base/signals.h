#pragma once

#include <optional>

#include "base/clock.h"

namespace prichal::app {

/// To be called before any thread exists: SIGPIPE is ignored (a closed socket is an error code),
/// and the signals that ask for something (SIGTERM and SIGINT for an end,
/// SIGHUP for a reload unless it is ignored, as under nohup) wait for WaitForSignal().
void HoldSignals();

enum class Asked {
  kStop,
  kReload,
  kNothing,  ///< the time is over
};
struct Signal {
  Asked asked = Asked::kNothing;
  int number = 0;
};

/// Blocks until one of them comes, for `most` at most; nothing: for as long as it takes. From a
/// kStop on the same signals end the process at once: that is what a second one means. A SIGHUP
/// because the terminal of the process is gone asks for an end.
Signal WaitForSignal(std::optional<Millis> most);

}  // namespace prichal::app
