#include "app/admin_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/routes.h"
#include "app/version.h"
#include "http/answer_builder.h"
#include "telemetry/exposition.h"

namespace prichal::app {
namespace {

constexpr std::string_view kJson = "application/json";

/// What each path asks: whether the process lives, whether it takes work, whether it can keep
/// messages.
struct Page {
  std::string_view path;
  Route route;
  bool asks_draining = false;
  bool asks_store = false;
};

constexpr std::array kPages{
    Page{"/healthz", Route::kHealth},
    Page{"/readyz", Route::kReady, true, true},
    Page{"/health", Route::kHealth, false, true},
    Page{"/ready", Route::kReady, false, true},
    Page{"/version", Route::kVersion},
    Page{"/metrics", Route::kMetrics},
};

const Page* PageAt(std::string_view path) {
  const auto* page = std::find_if(kPages.begin(), kPages.end(),
                                  [&](const Page& candidate) { return candidate.path == path; });
  return page == kPages.end() ? nullptr : page;
}

http::Answer Text(int status, std::string_view type, std::string text) {
  return http::AnswerBuilder(status)
      .Header("Cache-Control", "no-store")
      .Header("X-Content-Type-Options", "nosniff")
      .Header("X-Build-Commit", kVersion)
      .Body(type, std::move(text));
}

}  // namespace

AdminHandler::AdminHandler(const std::atomic<bool>& draining, std::function<bool()> healthy,
                           std::function<std::string()> metrics)
    : draining_(draining), healthy_(std::move(healthy)), metrics_(std::move(metrics)) {}

void AdminHandler::Handle(const http::Request& request, net::Exchange& exchange) {
  const Page* page = PageAt(request.path);
  exchange.CountAs(IdOf(page == nullptr ? Route::kUnknown : page->route));
  if (page == nullptr) {
    exchange.Answer(http::ErrorAnswer(404, "Not Found"));
  } else if (request.method != http::Method::kGet && request.method != http::Method::kHead) {
    exchange.Answer(http::ErrorAnswer(405, "Method Not Allowed", "Allow: GET, HEAD\r\n"));
  } else if (page->route == Route::kMetrics) {
    exchange.Answer(Text(200, telemetry::Exposition::kContentType, metrics_()));
  } else if (page->route == Route::kVersion) {
    exchange.Answer(Text(200, kJson, fmt::format("{{\"version\":\"{}\"}}\n", kVersion)));
  } else if (page->asks_draining && draining_) {
    exchange.Answer(Text(503, kJson, "{\"status\":\"draining\"}\n"));
  } else if (page->asks_store && !healthy_()) {
    exchange.Answer(Text(503, kJson, "{\"status\":\"unhealthy\"}\n"));
  } else {
    exchange.Answer(Text(200, kJson, "{\"status\":\"ok\"}\n"));
  }
}

}  // namespace prichal::app
