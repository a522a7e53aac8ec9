#pragma once

#include "base/telemetry/log.h"
#include "http/connection/handler.h"

namespace prichal::main {

/// Wraps the ResponseWriter of a request and writes one debug log line when the handler has
/// returned. The line has the method, the path, the status or pending, and optionally the client's
/// address. It also has the bridge's `trace_id` and the `traceparent` for correlation. It never has
/// the query, which contains client IDs. Lives on the stack during the handler call; `writer` and
/// `log` must outlive it.
class LoggedResponseWriter final : public http::ResponseWriter {
 public:
  /// Whether to log a request that has no response yet. kSilent is for the call with only the
  /// request's header section.
  enum class Waiting { kLogged, kSilent };

  /// `client`: client address as text. Empty to omit it.
  LoggedResponseWriter(const http::Request& request, http::ResponseWriter& writer,
                       telemetry::Log& log, std::string client, Waiting waiting);
  LoggedResponseWriter(const LoggedResponseWriter&) = delete;
  LoggedResponseWriter& operator=(const LoggedResponseWriter&) = delete;
  ~LoggedResponseWriter() override;

  http::Loop& loop() override { return writer_.loop(); }
  [[nodiscard]] StreamHandle handle() const override { return writer_.handle(); }
  [[nodiscard]] const http::Peer& peer() const override { return writer_.peer(); }
  [[nodiscard]] bool head_seen() const override { return writer_.head_seen(); }
  void CountAs(http::RouteId route) override { writer_.CountAs(route); }
  void Respond(const http::Response& response) override;
  http::Stream& Begin(StreamStart start) override;

 private:
  http::ResponseWriter& writer_;
  telemetry::Log& log_;
  http::Method method_;
  std::string path_;  ///< a copy, because the request may not exist any more
  std::string client_;
  std::string trace_id_;     ///< canonical UUID from the bridge's parameter
  std::string traceparent_;  ///< from the header
  Waiting waiting_;
  int status_ = 0;
};

}  // namespace prichal::main
