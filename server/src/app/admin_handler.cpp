#include "app/admin_handler.h"

#include "app/routes.h"
#include "http/answer_builder.h"
#include "telemetry/exposition.h"

namespace prichal::app {
namespace {

constexpr std::string_view kJson = "application/json";

http::Answer Text(int status, std::string_view type, std::string text) {
  return http::AnswerBuilder(status)
      .Header("Cache-Control", "no-store")
      .Header("X-Content-Type-Options", "nosniff")
      .Body(type, std::move(text));
}

}  // namespace

AdminHandler::AdminHandler(const std::atomic<bool>& draining, std::function<bool()> healthy,
                           std::function<std::string()> metrics)
    : draining_(draining), healthy_(std::move(healthy)), metrics_(std::move(metrics)) {}

void AdminHandler::Handle(const http::Request& request, net::Exchange& exchange) {
  const auto route = request.path == "/healthz"   ? Route::kHealth
                     : request.path == "/readyz"  ? Route::kReady
                     : request.path == "/metrics" ? Route::kMetrics
                                                  : Route::kUnknown;
  exchange.CountAs(IdOf(route));
  if (route == Route::kUnknown) {
    exchange.Answer(http::ErrorAnswer(404, "Not Found"));
  } else if (request.method != http::Method::kGet && request.method != http::Method::kHead) {
    exchange.Answer(http::ErrorAnswer(405, "Method Not Allowed", "Allow: GET, HEAD\r\n"));
  } else if (route == Route::kMetrics) {
    exchange.Answer(Text(200, telemetry::Exposition::kContentType, metrics_()));
  } else if (route == Route::kReady && draining_) {
    exchange.Answer(Text(503, kJson, "{\"status\":\"draining\"}\n"));
  } else if (route == Route::kReady && !healthy_()) {
    exchange.Answer(Text(503, kJson, "{\"status\":\"unhealthy\"}\n"));
  } else {
    exchange.Answer(Text(200, kJson, "{\"status\":\"ok\"}\n"));
  }
}

}  // namespace prichal::app
