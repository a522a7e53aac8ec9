#pragma once

#include "net/handler.h"
#include "telemetry/log.h"

namespace prichal::app {

/// Writes one debug line for a request when its handler has returned: method, path and status, or
/// that it waits, the client's address if that is wanted, and by which ids others know the request:
/// the bridge's `trace_id` and a proxy's `traceparent`. Never the query, which holds client ids.
class LoggedExchange final : public net::Exchange {
 public:
  /// Whether there is a line when nothing was answered: a head alone that was let pass is no event.
  enum class Waiting { kLogged, kSilent };

  /// `client`: its address as text; empty to leave it out.
  LoggedExchange(const http::Request& request, net::Exchange& exchange, telemetry::Log& log,
                 std::string client, Waiting waiting);
  LoggedExchange(const LoggedExchange&) = delete;
  LoggedExchange& operator=(const LoggedExchange&) = delete;
  ~LoggedExchange() override;

  net::Loop& loop() override { return exchange_.loop(); }
  [[nodiscard]] net::Handle handle() const override { return exchange_.handle(); }
  [[nodiscard]] const net::Peer& peer() const override { return exchange_.peer(); }
  [[nodiscard]] bool head_seen() const override { return exchange_.head_seen(); }
  void CountAs(net::RouteId route) override { exchange_.CountAs(route); }
  void Respond(const http::Response& response) override;
  net::Stream& Begin(StreamStart start) override;

 private:
  net::Exchange& exchange_;
  telemetry::Log& log_;
  http::Method method_;
  std::string path_;  ///< a copy: the request may be gone when the line is written
  std::string client_;
  std::string trace_id_;     ///< of the bridge's parameter; canonical
  std::string traceparent_;  ///< of the header
  Waiting waiting_;
  int status_ = 0;
};

}  // namespace prichal::app
