#pragma once

#include <cstddef>
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

namespace prichal::net {

/// One thread of a server, on Reactor: its turns, its tasks, its listeners, and the order in which
/// things end. It owns the parts that do the rest: LoopContext has what connections share,
/// ConnectionTable and Http2StreamTable have what handles name, ProxyWaits has connections that
/// are not admitted yet, OutboundLoop serves clients of other servers.
///
/// Between two turns of the reactor nothing is half done. When a turn ends, output is written and
/// ended connections are destroyed, so that none is destroyed while it is called, and a client that
/// is woken by one response finds the others of the turn there.
///
/// Made before the thread that calls Run(), and destroyed after it. All else is for that thread,
/// except where a function says otherwise.
class EventLoop final : public Loop, public ReactorSink {
 public:
  EventLoop(std::uint32_t index, ServerShared& shared);
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;
  ~EventLoop() override;

  // Before Run().
  /// Owns a handler, for the listeners that are added with it.
  Handler& AddHandler(std::unique_ptr<Handler> handler);
  /// Owns `fd`. False if the kernel does not watch it.
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
  void Respond(StreamHandle request, const http::Response& response) override;
  [[nodiscard]] Stream* FindStream(StreamHandle stream) override;
  [[nodiscard]] Outbound& outbound() override { return outbound_; }

  /// Closes the listeners, except those of the admin site. Open connections continue.
  void StopAccepting();
  /// Ends all connections in order; see Server::Drain(). After StopAccepting() on every loop.
  void BeginDrain();

  /// Replaces the options.
  void SetOptions(std::shared_ptr<const ServerOptions> options) {
    context_.SetOptions(std::move(options));
  }
  /// Replaces what new connections to TLS addresses use. Also before Run().
  void SetTls(std::shared_ptr<tls::ServerContext> tls) { context_.SetTls(std::move(tls)); }
  [[nodiscard]] const std::shared_ptr<tls::ServerContext>& tls() const { return context_.tls(); }
  [[nodiscard]] const ServerOptions& options() const { return context_.options(); }

  /// Any thread.
  [[nodiscard]] const LoopCounters& counters() const { return context_.counters(); }
  /// Tasks that found the mailbox full. Any thread.
  [[nodiscard]] std::uint64_t tasks_refused() const { return mailbox_.refused(); }

  // For tests, which take the place of the reactor and the listeners.
  /// Adds a connection over a transport that is not a socket. Its readiness is reported by
  /// OnReady() with the numbers of the handle.
  StreamHandle AddConnection(std::unique_ptr<Transport> transport, const Peer& peer,
                             Handler& handler);
  [[nodiscard]] Reactor& reactor() { return reactor_; }
  void CloseIdleConnections() { connections_.CloseIdleConnections(); }

  // As the sink of a reactor: its own, or a test in its place.
  void OnTurnBegin() override;
  void OnReady(Token token, Readiness readiness) override;
  void OnWake() override;
  void OnTick() override;
  void OnTurnEnd() override;

 private:
  class Periodic;

  /// Returns null if it has ended.
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
  // Destroyed from here upwards: requests before connections, connections before listeners and
  // handlers.
  std::vector<std::unique_ptr<Handler>> handlers_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  ProxyWaits proxy_waits_;
  ConnectionTable connections_;
  Http2StreamTable http2_streams_;

  bool drained_reported_ = false;
  bool tick_pending_ = false;
  Millis tick_at_{0};  ///< steady time; while one is pending
};

}  // namespace prichal::net
