#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/address.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/rate_limit.h"
#include "http/codec/request_head.h"
#include "http/connection/counters.h"
#include "http/connection/handler.h"
#include "http/h2/session.h"
#include "http/loop/reactor.h"
#include "http/loop/timer_wheel.h"
#include "http/tls/server_context.h"

namespace prichal::http {

/// Limits, deadlines and routes of a server. Most are unlimited by default; the product's defaults
/// are in its configuration. The server copies them; any thread reads them.
struct ServerOptions {
  static constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();
  static constexpr Millis kNever = std::chrono::hours(24 * 20);

  std::size_t loops = 0;  ///< number of threads that serve; at least 1
  /// Maximum number of connections to all sites. Above it, a new connection gets 503 (with TLS no
  /// response) and is closed. From 90 % on, idle connections are closed, the longest idle first.
  std::size_t max_connections = kNoBound;
  /// Maximum number of connections of one client address (IPv6: one /64 prefix); above it, a new
  /// connection is rejected likewise. 0: no limit. Counts at most `max_connections` addresses.
  std::size_t connections_per_address = 0;
  /// True if `connections_per_address` applies to the address. False for proxies. Any thread.
  std::function<bool(const IpAddress&)> counts_address = [](const IpAddress& address) {
    return !address.is_local();
  };
  /// True if the address is a load balancer whose PROXY header is trusted. Any thread.
  std::function<bool(const IpAddress&)> trusts_balancer = [](const IpAddress&) { return false; };
  /// The application's routes, for the counters. Read only at the start.
  RouteOptions routes{};
  /// Maximum number of pending tasks in the mailbox of one loop.
  std::size_t mailbox_tasks = 64 * 1024;

  std::size_t max_head = kNoBound;    ///< bytes of request line and headers; above it 431
  std::size_t max_target = kNoBound;  ///< bytes of the request target; above it 414
  std::size_t max_headers = 64;       ///< header lines; above it 431
  /// Maximum bytes of partial requests of all connections together; above it 503. A request that
  /// arrives in one piece is not counted.
  std::size_t request_bytes = kNoBound;

  /// Maximum number of open streams of one connection over HTTP/2.
  std::uint32_t http2_streams = 128;

  Millis header_deadline = kNever;    ///< from the first byte of a request to the end of its header
  Millis body_deadline = kNever;      ///< from the end of the header to the end of the body
  Millis response_deadline{30'000};   ///< for a handler that answers later
  Millis idle_deadline = kNever;      ///< between requests on one connection
  Millis progress_deadline = kNever;  ///< for a reader that takes no pending output
};

class ConnectionTable;
class Http2StreamTable;

/// State shared by all loops of a server. Lives as long as the server; any thread.
struct ServerShared {
  std::shared_ptr<const ServerOptions> options;  ///< as of the start
  HeadLimits head_limits;
  const Clock* clock = nullptr;
  std::atomic<std::size_t> connections{0};
  const SipHash hash;
  /// Number of connections by peer address.
  std::unique_ptr<ConcurrencyLimiter> by_address;
  /// Buffered bytes of partial requests; see ServerOptions::request_bytes.
  std::atomic<std::size_t> request_bytes{0};
  /// Called by a loop, on its thread, when its last connection has ended in a drain.
  std::function<void()> drained;
};

/// Last lines of response headers on one loop, with the Date line (RFC 9110 section 6.6.1). Each
/// text is made once per second and shared by all responses. The loop's thread.
class HeadEnds {
 public:
  /// How the connection continues after the header.
  enum class Kind { kStay, kStayHttp10, kClose, kStream, kStreamHttp10 };

  /// Returns the Date line, the lines about the connection, and the empty line.
  [[nodiscard]] const prichal::SharedBytes& Get(Kind kind, Millis unix_time);
  /// Returns the value of the Date line, valid until the next call.
  [[nodiscard]] std::string_view Date(Millis unix_time);

 private:
  std::int64_t second_ = -1;
  std::array<prichal::SharedBytes, 5> ends_;
};

/// State that the listeners and connections of one loop share: options, counters, timers, scratch
/// buffers, and tables. It accepts, reads and closes nothing itself.
///
/// Owned by the loop, which outlives all its connections. The loop's thread, except counters().
class LoopContext {
 public:
  /// The parts that the loop owns; they outlive the context.
  struct Parts {
    Loop& loop;
    std::uint32_t index;  ///< of the loop
    ServerShared& shared;
    Reactor& reactor;
    TimerWheel& wheel;
    ConnectionTable& connections;
    Http2StreamTable& http2_streams;
  };
  explicit LoopContext(const Parts& parts);
  LoopContext(const LoopContext&) = delete;
  LoopContext& operator=(const LoopContext&) = delete;
  ~LoopContext() = default;

  /// The loop, as handlers see it.
  [[nodiscard]] Loop& loop() { return parts_.loop; }
  [[nodiscard]] std::uint32_t index() const { return parts_.index; }
  [[nodiscard]] ServerShared& shared() { return parts_.shared; }
  [[nodiscard]] Reactor& reactor() { return parts_.reactor; }
  [[nodiscard]] TimerWheel& wheel() { return parts_.wheel; }
  [[nodiscard]] ConnectionTable& connections() { return parts_.connections; }
  [[nodiscard]] Http2StreamTable& http2_streams() { return parts_.http2_streams; }

  /// The time of this turn.
  [[nodiscard]] const Time& now() const { return now_; }
  void ReadClock() { now_ = parts_.shared.clock->Now(); }

  /// True during a graceful shutdown: every response is the last one of its connection.
  [[nodiscard]] bool draining() const { return draining_; }
  void BeginDrain() { draining_ = true; }

  /// Current options, which a reload replaces.
  [[nodiscard]] const ServerOptions& options() const { return *options_; }
  void SetOptions(std::shared_ptr<const ServerOptions> options) { options_ = std::move(options); }
  /// TLS context for new connections. Null if none is set.
  [[nodiscard]] const std::shared_ptr<tls::ServerContext>& tls() const { return tls_; }
  void SetTls(std::shared_ptr<tls::ServerContext> tls) { tls_ = std::move(tls); }

  [[nodiscard]] LoopCounters& counters() { return counters_; }
  [[nodiscard]] const LoopCounters& counters() const { return counters_; }

  /// Buffers for input and for short output. Each is valid for one call only.
  [[nodiscard]] std::span<char> scratch() { return *scratch_; }
  [[nodiscard]] std::string& output_scratch() { return output_scratch_; }
  [[nodiscard]] const std::shared_ptr<h2::FrameBudget>& frame_room() const { return frame_room_; }

  using HeadEnd = HeadEnds::Kind;
  [[nodiscard]] const prichal::SharedBytes& HeadEndFor(HeadEnd end) {
    return head_ends_.Get(end, now_.unix_time);
  }
  [[nodiscard]] std::string_view HttpDate() { return head_ends_.Date(now_.unix_time); }

  /// Destroys the session at the end of the turn, because it can be the caller.
  void DestroySessionLater(std::unique_ptr<StreamSession> session) {
    removed_sessions_.push_back(std::move(session));
  }
  void DestroyRemovedSessions() { removed_sessions_.clear(); }

 private:
  const Parts parts_;
  std::shared_ptr<const ServerOptions> options_;
  std::shared_ptr<tls::ServerContext> tls_;
  Time now_;
  bool draining_ = false;
  LoopCounters counters_;
  std::unique_ptr<std::array<char, 64 * 1024>> scratch_;
  std::string output_scratch_;
  const std::shared_ptr<h2::FrameBudget> frame_room_ = std::make_shared<h2::FrameBudget>();
  HeadEnds head_ends_;
  std::vector<std::unique_ptr<StreamSession>> removed_sessions_;
};

}  // namespace prichal::http
