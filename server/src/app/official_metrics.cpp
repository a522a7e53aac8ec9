#include <array>

#include "app/metrics.h"
#include "app/routes.h"

namespace prichal::app {
namespace {

double Value(std::uint64_t number) { return static_cast<double>(number); }

/// What its label `url` and `method` say of one of our routes.
struct Url {
  Route route;
  std::string_view url;
  std::string_view method;
};

constexpr std::array kUrls{
    Url{Route::kBridgeEvents, "/bridge/events", "GET"},
    Url{Route::kBridgeMessage, "/bridge/message", "POST"},
};

constexpr std::array<std::string_view, 6> kCodes{"", "1xx", "2xx", "3xx", "4xx", "5xx"};

}  // namespace

void AddOfficialNumbers(telemetry::Exposition& out, const Numbers& numbers) {
  const bridge::Stats& bridge = numbers.bridge;
  // The name is spelled as dashboards have it.
  out.Gauge("number_of_acitve_connections", "As prichal_streams.", Value(numbers.net.streams));
  out.Gauge("number_of_active_subscriptions", "As prichal_bridge_subscriptions.",
            Value(bridge.subscriptions));
  out.Counter("number_of_transfered_messages", "As prichal_bridge_messages_accepted_total.",
              Value(bridge.accepted));
  out.Counter("number_of_delivered_messages", "As prichal_bridge_messages_delivered_total.",
              Value(bridge.delivered));
  out.Counter("number_of_bad_requests", "As prichal_bridge_requests_refused_total, bad_request.",
              Value(bridge.bad_requests));
  out.Counter("number_of_expired_messages", "As prichal_bridge_messages_expired_total.",
              Value(bridge.expired));
  out.Histogram("number_of_client_ids_per_connection", "As prichal_bridge_client_ids_per_stream.",
                bridge::kIdsPerStreamBounds, bridge.ids_per_stream, Value(bridge.ids_in_streams));
  for (std::size_t i = 0; i < numbers.token_uses.size(); ++i) {
    out.Counter("bridge_token_usage", "As prichal_bridge_bypassed_total.",
                Value(numbers.token_uses[i]), {{"token", std::to_string(i + 1)}});
  }
  out.Gauge("bridge_health_status", "As prichal_store_healthy.", numbers.store_healthy ? 1 : 0);
  out.Gauge("bridge_ready_status", "As prichal_ready.",
            numbers.draining || !numbers.store_healthy ? 0 : 1);
  out.Gauge("bridge_info", "Always 1; the labels say what is running.", 1,
            {{"engine", "prichal"}, {"storage", numbers.storage}, {"version", numbers.version}});
  for (const Url& url : kUrls) {
    for (std::size_t code = 2; code < kCodes.size(); ++code) {
      out.Counter("http_requests_total", "As prichal_http_answers_total, of the bridge.",
                  Value(numbers.net.answers.at(IdOf(url.route)).at(code)),
                  {{"code", kCodes.at(code)}, {"method", url.method}, {"url", url.url}});
    }
  }
}

}  // namespace prichal::app
