#pragma once

#include "telemetry/exposition.h"

namespace prichal::telemetry {

/// This process as the kernel sees it, in the units of Prometheus' client libraries.
struct Process {
  double cpu_seconds = 0;  ///< user and system
  double resident_bytes = 0;
  double open_fds = 0;
  double max_fds = 0;        ///< the soft limit
  double start_seconds = 0;  ///< Unix time
};

/// Reads /proc/self; what cannot be read stays 0.
[[nodiscard]] Process ReadProcess();

/// Adds the `process_*` numbers.
void AddProcess(Exposition& exposition, const Process& process);

}  // namespace prichal::telemetry
