#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "base/clock.h"
#include "base/ip_address.h"
#include "http/connection/request_counters.h"

namespace prichal::net {

/// Limits and deadlines of a server, and what it counts. A value that is not set is unlimited: the
/// defaults of the product are those of its configuration. Copied by the server; any thread reads
/// it.
struct ServerOptions {
  static constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();
  static constexpr Millis kNever = std::chrono::hours(24 * 20);

  std::size_t loops = 0;  ///< threads that serve, at least one
  /// Of all sites together; beyond it a new connection gets 503 and is closed. Before that, from
  /// nine tenths on, those that wait between requests are closed, the longest idle first.
  std::size_t max_connections = kNoBound;
  /// Of one client address (IPv6: of one /64) that `counts_address` is true for; beyond it a new
  /// one is refused like that. 0: no bound. Counted are as many addresses as `max_connections`.
  std::size_t connections_per_address = 0;
  /// False for machines that connect for many. Any thread.
  std::function<bool(const IpAddress&)> counts_address = [](const IpAddress& address) {
    return !address.is_local();
  };
  /// Machines that may say, by a PROXY header, for whom they stand: on addresses where it is
  /// wanted. Any thread.
  std::function<bool(const IpAddress&)> trusts_balancer = [](const IpAddress&) { return false; };
  /// The application's routes, for the counters. Read at the start only.
  RouteOptions routes{};
  /// Tasks that wait in the mailbox of one loop.
  std::size_t mailbox_tasks = 64 * 1024;

  std::size_t max_head = kNoBound;    ///< bytes of request line and headers; beyond it 431
  std::size_t max_target = kNoBound;  ///< bytes of the request target; beyond it 414
  std::size_t max_headers = 64;       ///< header lines; beyond it 431
  /// Bytes of requests that have come in part, of all connections together; beyond it 503. One that
  /// comes whole is not counted.
  std::size_t request_bytes = kNoBound;

  /// Streams that one connection of HTTP/2 may have open at a time.
  std::uint32_t http2_streams = 128;

  Millis header_deadline = kNever;    ///< from the first byte of a request to the end of its head
  Millis body_deadline = kNever;      ///< from the end of the head to the end of the body
  Millis response_deadline{30'000};   ///< for a handler that answers later
  Millis idle_deadline = kNever;      ///< between requests on one connection
  Millis progress_deadline = kNever;  ///< for a reader that takes nothing of what waits for it
};

}  // namespace prichal::net
