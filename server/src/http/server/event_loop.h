#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "http/connection/connection.h"
#include "http/connection/handler.h"
#include "http/connection/http2_connection.h"
#include "http/connection/loop_context.h"
#include "http/connection/open_request.h"
#include "http/loop/mailbox.h"
#include "http/loop/outbound_connection.h"
#include "http/loop/reactor.h"
#include "http/loop/timer_wheel.h"
#include "http/server/listener.h"

namespace prichal::http {

/// One thread of a server, on a Reactor: its turns, its tasks, its listeners, and the order of
/// destruction. LoopContext has the state that connections share. ConnectionTable and
/// Http2StreamTable resolve handles. ProxyWaits has connections that are not admitted yet.
/// OutboundLoop serves clients of other servers.
///
/// At the end of each turn the loop writes output and destroys ended connections. No connection is
/// thus destroyed during a call to it, and all responses of a turn are sent together.
///
/// Create it before the thread that calls Run(), and destroy it after. All other functions must be
/// called on that thread, except where noted.
class EventLoop final : public Loop, public ReactorSink {
 public:
  EventLoop(std::uint32_t index, ServerShared& shared);
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;
  ~EventLoop() override;

  // Before Run():
  /// Takes ownership of a handler for the listeners that are added with it.
  Handler& AddHandler(std::unique_ptr<Handler> handler);
  /// Takes ownership of `fd`. Returns false if the kernel cannot watch it.
  [[nodiscard]] bool AddListener(int fd, Handler& handler, const ListenerKind& kind);
  void Every(Millis interval, std::function<void()> action) override;
  void AroundTasks(std::function<void()> before, std::function<void()> after) override;

  void Run();
  void Stop() { reactor_.Stop(); }  ///< any thread

  [[nodiscard]] std::uint32_t index() const override { return index_; }
  [[nodiscard]] Time now() const override { return context_.now(); }
  [[nodiscard]] bool draining() const override { return context_.draining(); }
  [[nodiscard]] bool Post(Task task) override;
  void PostAlways(Task task) override;
  void Respond(StreamHandle request, const Response& response) override;
  [[nodiscard]] Stream* FindStream(StreamHandle stream) override;
  [[nodiscard]] Outbound& outbound() override { return outbound_; }

  /// Closes the listeners, except those of the admin site. Open connections continue.
  void StopAccepting();
  /// Drains all connections; see Server::Drain(). Call it after StopAccepting() on every loop.
  void BeginDrain();

  /// Replaces the options.
  void SetOptions(std::shared_ptr<const ServerOptions> options) {
    context_.SetOptions(std::move(options));
  }
  /// Replaces the TLS context for new connections. Can be called before Run().
  void SetTls(std::shared_ptr<tls::ServerContext> tls) { context_.SetTls(std::move(tls)); }
  [[nodiscard]] const std::shared_ptr<tls::ServerContext>& tls() const { return context_.tls(); }
  [[nodiscard]] const ServerOptions& options() const { return context_.options(); }

  /// Any thread.
  [[nodiscard]] const LoopCounters& counters() const { return context_.counters(); }
  /// Number of tasks that the full mailbox rejected. Any thread.
  [[nodiscard]] std::uint64_t tasks_refused() const { return mailbox_.refused(); }

  // For tests, which replace the reactor and the listeners:
  /// Adds a connection over a transport that is not a socket. Report its readiness with OnReady()
  /// and the numbers of the handle.
  StreamHandle AddConnection(std::unique_ptr<Transport> transport, const Peer& peer,
                             Handler& handler);
  [[nodiscard]] Reactor& reactor() { return reactor_; }
  void CloseIdleConnections() { connections_.CloseIdleConnections(); }

  // ReactorSink. Tests call these functions instead of a reactor.
  void OnTurnBegin() override;
  void OnReady(Token token, Readiness readiness) override;
  void OnWake() override;
  void OnTick() override;
  void OnTurnEnd() override;

 private:
  class Periodic;

  /// Returns null if the request has ended.
  [[nodiscard]] OpenRequest* Find(StreamHandle handle);
  void ReportDrained();

  const std::uint32_t index_;
  Mailbox mailbox_;
  Reactor reactor_;
  TimerWheel wheel_;
  LoopContext context_;
  OutboundLoop outbound_;
  struct Around {
    std::function<void()> before;
    std::function<void()> after;
  };
  std::vector<Around> around_tasks_;
  std::vector<std::unique_ptr<Periodic>> periodics_;
  // Destroyed in reverse order: requests, then connections, then listeners and handlers.
  std::vector<std::unique_ptr<Handler>> handlers_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  ProxyWaits proxy_waits_;
  ConnectionTable connections_;
  Http2StreamTable http2_streams_;

  bool drained_reported_ = false;
  bool tick_pending_ = false;
  Millis tick_at_{0};  ///< steady time, valid if tick_pending_
};

}  // namespace prichal::http
