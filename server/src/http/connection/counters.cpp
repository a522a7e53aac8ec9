#include "http/connection/counters.h"

namespace prichal::http {
namespace {

void Sum(Histogram<std::uint64_t>& all, const Histogram<Counter>& one) {
  for (std::size_t i = 0; i < all.buckets.size(); ++i) all.buckets[i] += one.buckets[i].Get();
  all.sum += one.sum.Get();
}

void Sum(RequestNumbers<std::uint64_t>& all, const RequestNumbers<Counter>& one) {
  for (std::size_t place = 0; place < kStatusPlaces; ++place) {
    all.responses[place] += one.responses[place].Get();
    Sum(all.millis[place], one.millis[place]);
  }
  Sum(all.request_bytes, one.request_bytes);
  Sum(all.response_bytes, one.response_bytes);
}

}  // namespace

void Stats::Add(const LoopCounters& counters) {
  connections += counters.connections.Get();
  streams += counters.streams.Get();
  accepted += counters.accepted.Get();
  refused_full += counters.refused_full.Get();
  refused_address += counters.refused_address.Get();
  shed_idle += counters.shed_idle.Get();
  refused_descriptors += counters.refused_descriptors.Get();
  for (std::size_t why = 0; why < kProxied; ++why) {
    refused_proxied.at(why) += counters.refused_proxied.at(why).Get();
  }
  bad_requests += counters.bad_requests.Get();
  requests_over_budget += counters.requests_over_budget.Get();
  timeouts += counters.timeouts.Get();
  bytes_received += counters.bytes_received.Get();
  bytes_sent += counters.bytes_sent.Get();
  streams_too_slow += counters.streams_too_slow.Get();
  for (std::size_t i = 0; i < tls_handshakes.size(); ++i) {
    tls_handshakes[i] += counters.tls.tls_handshakes[i].Get();
  }
  for (std::size_t i = 0; i < tls_handshake_failures.size(); ++i) {
    tls_handshake_failures[i] += counters.tls.tls_handshake_failures[i].Get();
  }
  http2_exchanges += counters.http2.http2_exchanges.Get();
  http2_connections += counters.http2.http2_connections.Get();
  http2_requests += counters.http2.http2_requests.Get();
  for (std::size_t i = 0; i < http2_faults.size(); ++i) {
    http2_faults.at(i) += counters.http2.http2_faults.at(i).Get();
  }
  for (std::size_t route = 0; route < responses.size(); ++route) {
    for (std::size_t status = 0; status < responses[route].size(); ++status) {
      responses[route][status] += counters.responses[route][status].Get();
    }
  }
  for (std::size_t route = 0; route < measured.size(); ++route) {
    Sum(measured[route], counters.measured[route]);
  }
}

}  // namespace prichal::http
