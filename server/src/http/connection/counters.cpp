#include "http/connection/counters.h"

namespace prichal::http {
namespace {

void Sum(std::uint64_t& all, const Counter& one) { all += one.Get(); }

void Sum(Histogram<std::uint64_t>& all, const Histogram<Counter>& one);
void Sum(RequestNumbers<std::uint64_t>& all, const RequestNumbers<Counter>& one);

/// Sums arrays and vectors of the same size, item by item.
template <typename All, typename One>
auto Sum(All& all, const One& one) -> decltype(all.at(0), void()) {
  for (std::size_t i = 0; i < all.size(); ++i) Sum(all[i], one[i]);
}

void Sum(Histogram<std::uint64_t>& all, const Histogram<Counter>& one) {
  Sum(all.buckets, one.buckets);
  Sum(all.sum, one.sum);
}

void Sum(RequestNumbers<std::uint64_t>& all, const RequestNumbers<Counter>& one) {
  Sum(all.responses, one.responses);
  Sum(all.millis, one.millis);
  Sum(all.request_bytes, one.request_bytes);
  Sum(all.response_bytes, one.response_bytes);
}

}  // namespace

void Stats::Add(const LoopCounters& counters) {
  Sum(connections, counters.connections);
  Sum(streams, counters.streams);
  Sum(http2_exchanges, counters.http2_exchanges);
  Sum(accepted, counters.accepted);
  Sum(refused_full, counters.refused_full);
  Sum(refused_address, counters.refused_address);
  Sum(shed_idle, counters.shed_idle);
  Sum(refused_descriptors, counters.refused_descriptors);
  Sum(refused_proxied, counters.refused_proxied);
  Sum(bad_requests, counters.bad_requests);
  Sum(requests_over_budget, counters.requests_over_budget);
  Sum(timeouts, counters.timeouts);
  Sum(bytes_received, counters.bytes_received);
  Sum(bytes_sent, counters.bytes_sent);
  Sum(streams_too_slow, counters.streams_too_slow);
  Sum(tls.tls_handshakes, counters.tls.tls_handshakes);
  Sum(tls.tls_handshake_failures, counters.tls.tls_handshake_failures);
  Sum(http2_connections, counters.http2_connections);
  Sum(http2_requests, counters.http2_requests);
  Sum(http2_faults, counters.http2_faults);
  Sum(responses, counters.responses);
  Sum(measured, counters.measured);
}

}  // namespace prichal::http
