// Metrics of this process, read from the kernel.
#pragma once

#include "base/telemetry/exposition.h"

namespace prichal::telemetry {

/// Resources of this process, in the units of Prometheus' client libraries.
struct Process {
  double cpu_seconds = 0;  ///< User and system
  double resident_bytes = 0;
  double open_fds = 0;
  double max_fds = 0;        ///< The soft limit
  double start_seconds = 0;  ///< Unix time
};

/// Reads /proc/self. A value that cannot be read is 0.
[[nodiscard]] Process ReadProcess();

/// Writes the metrics `process_*`.
void AddProcess(Exposition& exposition, const Process& process);

}  // namespace prichal::telemetry
