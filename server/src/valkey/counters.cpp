#include "valkey/counters.h"

#include <algorithm>

namespace prichal::valkey {

void ClientStats::Add(const ClientCounters& counters) {
  nodes += counters.nodes.Get();
  command_links_up += counters.command_links_up.Get();
  push_links_up += counters.push_links_up.Get();
  channels += counters.channels.Get();
  channels_waiting += counters.channels_waiting.Get();
  commands_waiting += counters.commands_waiting.Get();
  commands += counters.commands.Get();
  commands_refused += counters.commands_refused.Get();
  commands_timed_out += counters.commands_timed_out.Get();
  redirects += counters.redirects.Get();
  retries += counters.retries.Get();
  scripts_sent += counters.scripts_sent.Get();
  too_few_replicas += counters.too_few_replicas.Get();
  reconnects += counters.reconnects.Get();
  refreshes += counters.refreshes.Get();
  slots_moved += counters.slots_moved.Get();
  pushes += counters.pushes.Get();
  resubscriptions += counters.resubscriptions.Get();
  probes_missed += counters.probes_missed.Get();
  const std::uint64_t answered = counters.probe_answered_at.Get();
  const bool first = probe_answered_at == 0;
  probe_answered_at = first ? answered : std::min(probe_answered_at, answered);
  probe_micros = std::max(probe_micros, counters.probe_micros.Get());
  for (std::size_t i = 0; i < script_buckets.size(); ++i) {
    script_buckets.at(i) += counters.scripts.buckets.at(i).Get();
  }
  script_micros += counters.scripts.sum.Get();
}

}  // namespace prichal::valkey
