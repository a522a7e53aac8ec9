#include "net/counters.h"

namespace prichal::net {

void NetStats::Add(const LoopCounters& counters) {
  connections += counters.connections.Get();
  streams += counters.streams.Get();
  accepted += counters.accepted.Get();
  refused_full += counters.refused_full.Get();
  refused_descriptors += counters.refused_descriptors.Get();
  bad_requests += counters.bad_requests.Get();
  requests_over_budget += counters.requests_over_budget.Get();
  timeouts += counters.timeouts.Get();
  bytes_received += counters.bytes_received.Get();
  bytes_sent += counters.bytes_sent.Get();
  streams_too_slow += counters.streams_too_slow.Get();
  mailbox_full += counters.mailbox_full.Get();
  for (std::size_t route = 0; route < kRoutes; ++route) {
    for (std::size_t status = 0; status < answers[route].size(); ++status) {
      answers[route][status] += counters.answers[route][status].Get();
    }
  }
}

}  // namespace prichal::net
