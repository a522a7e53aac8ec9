#pragma once

namespace prichal::app {

/// To be called before any thread exists: SIGPIPE is ignored (a closed socket is an error code),
/// and the signals that ask for an end (SIGTERM, SIGINT, and SIGHUP unless it is ignored, as under
/// nohup) wait for WaitForStop().
void HoldSignals();

/// Blocks until one of them comes; gives its number. From then on the same signals end the process
/// at once: that is what a second one means.
int WaitForStop();

}  // namespace prichal::app
