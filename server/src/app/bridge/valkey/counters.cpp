#include "app/bridge/valkey/counters.h"

namespace prichal::app {

void ValkeyStats::Add(const ValkeyCounters& counters) {
  ready += counters.ready.Get();
  stored += counters.stored.Get();
  repeated += counters.repeated.Get();
  refused += counters.refused.Get();
  failed += counters.failed.Get();
  late_pushes += counters.late_pushes.Get();
  foreign += counters.foreign.Get();
  pages += counters.pages.Get();
  rereads += counters.rereads.Get();
  gaps_found += counters.gaps_found.Get();
  gaps_closed += counters.gaps_closed.Get();
  fences += counters.fences.Get();
  sweeps += counters.sweeps.Get();
  read_failures += counters.read_failures.Get();
  renamed += counters.renamed.Get();
  unfenced += counters.unfenced.Get();
}

}  // namespace prichal::app
