#include "bridge/core/counters.h"

#include <algorithm>

namespace prichal::bridge {

void Counters::CountDelivery(Millis age) {
  delivered.Add();
  // After a burst, or if a server's clock is fast, an event ID is ahead of the clock.
  const auto millis = static_cast<std::uint64_t>(std::max(age, Millis(0)).count());
  delivery_millis.Add(millis);
  const auto bucket =
      std::lower_bound(kDeliveryMillisBounds.begin(), kDeliveryMillisBounds.end(), millis);
  delivered_by_millis.at(static_cast<std::size_t>(bucket - kDeliveryMillisBounds.begin())).Add();
}

void Stats::Add(const Counters& counters) {
  subscriptions += counters.subscriptions.Get();
  mailboxes += counters.mailboxes.Get();
  messages_waiting += counters.messages_waiting.Get();
  bytes_waiting += counters.bytes_waiting.Get();
  connects_known += counters.connects_known.Get();
  accepted += counters.accepted.Get();
  delivered += counters.delivered.Get();
  expired += counters.expired.Get();
  evicted_taken += counters.evicted_taken.Get();
  evicted_waiting += counters.evicted_waiting.Get();
  duplicates += counters.duplicates.Get();
  bad_requests += counters.bad_requests.Get();
  mailbox_full += counters.mailbox_full.Get();
  address_full += counters.address_full.Get();
  store_full += counters.store_full.Get();
  store_failed += counters.store_failed.Get();
  messages_limited += counters.messages_limited.Get();
  opens_limited += counters.opens_limited.Get();
  verifies_limited += counters.verifies_limited.Get();
  id_limited += counters.id_limited.Get();
  origins_refused += counters.origins_refused.Get();
  streams_limited += counters.streams_limited.Get();
  streams_crowded += counters.streams_crowded.Get();
  ids_full += counters.ids_full.Get();
  for (std::size_t i = 0; i < verified.size(); ++i) verified[i] += counters.verified[i].Get();
  ids_in_streams += counters.ids_in_streams.Get();
  for (std::size_t i = 0; i < ids_per_stream.size(); ++i) {
    ids_per_stream[i] += counters.ids_per_stream[i].Get();
  }
  delivery_millis += counters.delivery_millis.Get();
  for (std::size_t i = 0; i < delivered_by_millis.size(); ++i) {
    delivered_by_millis[i] += counters.delivered_by_millis[i].Get();
  }
}

}  // namespace prichal::bridge
