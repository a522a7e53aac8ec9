#include "main/access_log.h"

#include <utility>
#include <vector>

#include "base/random.h"
#include "bridge/http/bridge_service.h"
#include "http/codec/header_fields.h"
#include "http/codec/request.h"

namespace prichal::main {
namespace {

constexpr std::size_t kPathBytes = 200;

/// Returns TON Connect's trace ID of a bridge request. Empty if it is absent or not a UUID.
std::string TraceIdOf(const http::Request& request) {
  if (!bridge::BridgeService::Owns(request.path)) return {};
  const http::Query query(request.query);
  const auto given = query.First("trace_id");
  return given ? NormalizeUuid(*given).value_or("") : "";
}

}  // namespace

LoggedResponseWriter::LoggedResponseWriter(const http::Request& request,
                                           http::ResponseWriter& writer, telemetry::Log& log,
                                           std::string client, Waiting waiting)
    : writer_(writer),
      log_(log),
      method_(request.method),
      path_(request.path.substr(0, kPathBytes)),
      client_(std::move(client)),
      trace_id_(TraceIdOf(request)),
      traceparent_(http::TraceparentOf(request.lines)),
      waiting_(waiting) {}

LoggedResponseWriter::~LoggedResponseWriter() {
  if (status_ == 0 && waiting_ == Waiting::kSilent) return;
  const std::string_view method = http::NameOf(method_);
  std::vector<telemetry::Field> fields{{"method", method.empty() ? "other" : method},
                                       {"path", path_}};
  if (!client_.empty()) fields.emplace_back("client", client_);
  if (!trace_id_.empty()) fields.emplace_back("trace_id", trace_id_);
  if (!traceparent_.empty()) fields.emplace_back("traceparent", traceparent_);
  if (status_ != 0) fields.emplace_back("status", status_);
  log_.Write(telemetry::Level::kDebug,
             status_ == 0 ? "request is waiting for its response" : "request", fields);
}

void LoggedResponseWriter::Respond(const http::Response& response) {
  status_ = response.status;
  writer_.Respond(response);
}

http::Stream& LoggedResponseWriter::Begin(StreamStart start) {
  status_ = start.response.status;
  return writer_.Begin(std::move(start));
}

}  // namespace prichal::main
