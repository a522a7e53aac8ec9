#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/concurrency_limiter.h"
#include "base/sip_hash.h"
#include "http/head_scanner.h"
#include "http2/frame_room.h"
#include "net/connection.h"
#include "net/counters.h"
#include "net/http2_exchange.h"
#include "net/listener.h"
#include "net/loop.h"
#include "net/loop_outbound.h"
#include "net/mailbox.h"
#include "net/open_exchange.h"
#include "net/proxy_waits.h"
#include "net/reactor.h"
#include "net/server.h"
#include "net/slots.h"
#include "net/timer_wheel.h"
#include "tls/server_context.h"

namespace prichal::net {

/// What all loops of one server share.
struct ServerShared {
  std::shared_ptr<const ServerOptions> options;  ///< those of the start
  http::HeadLimits head_limits;
  const Clock* clock = nullptr;
  std::atomic<std::size_t> connections{0};
  const SipHash hash;
  /// Connections by the address of their peer.
  std::unique_ptr<ConcurrencyLimiter> by_address;
  /// Bytes of requests that have come in part; see ServerOptions::request_bytes.
  std::atomic<std::size_t> request_bytes{0};
  /// Called by a loop, on its thread, when its last connection has ended during a drain.
  std::function<void()> drained;
};

/// Loop, on Reactor. Owns its listeners, connections, wheel, scratch buffer and counters; all of
/// them live on the thread that calls Run(). Between the reactor's turns nothing is half done:
/// output is written and ended connections are destroyed when a turn ends, so that nothing is
/// destroyed while it is being called, and a client that is woken by one response finds the others
/// of the turn there.
class EventLoop final : public Loop, public ReactorSink {
 public:
  EventLoop(std::uint32_t index, ServerShared& shared);
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;
  ~EventLoop() override;

  // Before Run().
  /// It answers on this loop, for all listeners that are given it.
  Handler& AddHandler(std::unique_ptr<Handler> handler);
  /// False: the kernel will not watch it.
  [[nodiscard]] bool AddListener(int fd, Handler& handler, const ListenerKind& kind);
  void Every(Millis interval, std::function<void()> action) override;
  void AroundTasks(std::function<void()> before, std::function<void()> after) override;

  void Run();
  void Stop() { reactor_.Stop(); }  ///< any thread

  [[nodiscard]] std::uint32_t index() const override { return index_; }
  [[nodiscard]] Time now() const override { return now_; }
  [[nodiscard]] bool draining() const override { return draining_; }
  [[nodiscard]] bool Post(Task task) override;
  void PostAlways(Task task) override;
  void Respond(Handle request, const http::Response& response) override;
  [[nodiscard]] Stream* FindStream(Handle stream) override;
  [[nodiscard]] Outbound& outbound() override { return outbound_; }

  /// Closes the listeners, except those of the admin site. Open connections continue.
  void StopAccepting();
  /// Ends all connections in order; see Server::Drain(). After StopAccepting() on every loop.
  void BeginDrain();
  // For listeners and connections.
  [[nodiscard]] ServerShared& shared() { return *shared_; }
  [[nodiscard]] const ServerOptions& options() const { return *options_; }
  /// Others, from now on.
  void Use(std::shared_ptr<const ServerOptions> options) { options_ = std::move(options); }
  /// New connections of listeners that speak TLS have this from now on. On this loop's thread, or
  /// before Run().
  void Use(std::shared_ptr<tls::ServerContext> tls) { tls_ = std::move(tls); }
  /// Null: none has been given.
  [[nodiscard]] const std::shared_ptr<tls::ServerContext>& tls() const { return tls_; }
  /// Tasks that found the mailbox full. Any thread.
  [[nodiscard]] std::uint64_t tasks_refused() const { return mailbox_.refused(); }
  [[nodiscard]] Reactor& reactor() { return reactor_; }
  [[nodiscard]] ProxyWaits& proxy_waits() { return proxy_waits_; }
  [[nodiscard]] TimerWheel& wheel() { return wheel_; }
  [[nodiscard]] LoopCounters& counters() { return counters_; }
  [[nodiscard]] const LoopCounters& counters() const { return counters_; }
  /// Where input is read to, and short output is put together: for as long as one call takes.
  [[nodiscard]] std::span<char> scratch() { return *scratch_; }
  [[nodiscard]] std::string& output_scratch() { return output_scratch_; }

  /// A new connection; the descriptor is the connection's from now on. `counted`: where its address
  /// has been counted.
  void Adopt(int fd, const Peer& peer, Handler& handler, const ListenerKind& kind,
             ConcurrencyLimiter::Entry counted);
  /// The same of one that is no socket, whose transport reports by OnReady().
  Handle Adopt(std::unique_ptr<Transport> transport, const Peer& peer, Handler& handler);
  /// Closes some of the connections of this loop that wait between requests, those that have waited
  /// longest.
  void ShedIdle();
  /// The connection leaves the table now and is destroyed when the turn ends.
  void Bury(Handle connection);
  /// A request over a connection of HTTP/2; its handle is told from a connection's.
  Http2Exchange& AddExchange(Http2Connection& connection, std::int32_t stream,
                             const Http2Exchange::Place& place);
  /// The exchange leaves the table now and is destroyed when the turn ends.
  void BuryExchange(Handle exchange);
  /// Another connection over the same transport, with the same handle; the one before is destroyed
  /// when the turn ends. It still is to be started.
  Connection& Replace(Handle place, std::unique_ptr<Connection> next);
  /// The session is destroyed when the turn ends: it may be what ended its stream.
  void BurySession(std::unique_ptr<StreamSession> session) {
    buried_sessions_.push_back(std::move(session));
  }
  /// Flush() will be called when the turn ends: responses first, because a client that waits for
  /// one has more to do with it than the client of a stream.
  enum class Output { kResponse, kStream };
  void MarkDirty(Handle connection, Output output) {
    dirty_[static_cast<std::size_t>(output)].push_back(connection);
  }
  /// Ends a head: the Date line, how the connection goes on, and the empty line.
  enum class HeadEnd { kStay, kStayHttp10, kClose, kStream, kStreamHttp10 };
  [[nodiscard]] const SharedBytes& HeadEndFor(HeadEnd end);
  /// The value of the Date line (RFC 9110 section 6.6.1).
  [[nodiscard]] std::string_view HttpDate();

  [[nodiscard]] const std::shared_ptr<http2::FrameRoom>& frame_room() const { return frame_room_; }

  // As the sink of a reactor: its own, or a test in its place.
  void OnTurnBegin() override;
  void OnReady(Token token, Readiness readiness) override;
  void OnWake() override;
  void OnTick() override;
  void OnTurnEnd() override;

 private:
  class Periodic;

  void Place(Slots<Connection>::Place place, std::unique_ptr<Transport> transport, const Peer& peer,
             Handler& handler, bool admin, ConcurrencyLimiter::Entry counted);
  /// Null when it has ended.
  [[nodiscard]] OpenExchange* Find(Handle handle);
  void FlushDirty();
  void ReportDrained();

  const std::uint32_t index_;
  ServerShared* shared_;
  std::shared_ptr<const ServerOptions> options_;  ///< of this loop alone
  std::shared_ptr<tls::ServerContext> tls_;       ///< "
  Time now_;
  bool draining_ = false;
  bool drained_reported_ = false;
  bool tick_pending_ = false;
  Millis tick_at_{0};  ///< steady time; while one is pending

  LoopCounters counters_;
  Mailbox mailbox_;
  Reactor reactor_;
  TimerWheel wheel_;
  LoopOutbound outbound_;
  std::unique_ptr<std::array<char, 64 * 1024>> scratch_;
  std::string output_scratch_;
  const std::shared_ptr<http2::FrameRoom> frame_room_ = std::make_shared<http2::FrameRoom>();
  std::vector<std::unique_ptr<Periodic>> periodics_;
  struct Around {
    std::function<void()> before;
    std::function<void()> after;
  };
  std::vector<Around> around_tasks_;
  std::vector<std::unique_ptr<Handler>> handlers_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  ProxyWaits proxy_waits_;
  Slots<Connection> connections_;
  Slots<Http2Exchange> exchanges_;
  std::size_t admin_connections_ = 0;
  Millis shed_again_{0};  ///< ShedIdle() found none: not before this does it look again
  std::array<std::vector<Handle>, 2> dirty_;  ///< by Output
  std::vector<std::unique_ptr<Connection>> buried_;
  std::vector<std::unique_ptr<Connection>> replaced_;
  std::vector<std::unique_ptr<Http2Exchange>> buried_exchanges_;  ///< before their connections
  std::vector<std::unique_ptr<StreamSession>> buried_sessions_;

  std::int64_t head_end_second_ = -1;
  std::array<SharedBytes, 5> head_ends_;
};

}  // namespace prichal::net
