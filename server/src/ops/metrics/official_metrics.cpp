#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ops/metrics/metrics.h"
#include "site/routes.h"

namespace prichal::ops {
namespace {

using telemetry::Value;

/// Values of the labels `url` and `method` for a route.
struct Url {
  site::Route route;
  std::string_view url;
  std::string_view method;
};

constexpr std::array kUrls{
    Url{site::Route::kBridgeEvents, "/bridge/events", "GET"},
    Url{site::Route::kBridgeMessage, "/bridge/message", "POST"},
    Url{site::Route::kBridgeVerify, "/bridge/verify", "POST"},
};

/// Status codes of the bridge. All others are counted as kOther.
constexpr std::array kCodes{200, 204, 400, 405, 414, 429, 500, 503};
constexpr std::string_view kOther = "other";

/// Returns the label `method`: only preflights get a 204, and a 405 means another method.
std::string_view MethodOf(const Url& url, int code) {
  if (code == 204) return "OPTIONS";
  return code == 405 ? kOther : url.method;
}

using Requests = http::RequestNumbers<std::uint64_t>;
using Histogram = http::Histogram<std::uint64_t>;

std::span<const std::uint64_t> BucketsOf(const Histogram& histogram, std::size_t bounds) {
  return std::span(histogram.buckets).first(bounds + 1);
}

void AddStatus(telemetry::Exposition& out, std::uint64_t responses, const Histogram& times,
               const std::vector<telemetry::Label>& labels) {
  constexpr double kMilli = 1e-3;
  out.Counter("http_requests_total", "Bridge responses, by status.", Value(responses), labels);
  out.Histogram(
      "http_request_duration_seconds",
      "Time from the end of the request headers to the response, or to the end of the stream.",
      site::kMillisBounds, BucketsOf(times, site::kMillisBounds.size()), Value(times.sum) * kMilli,
      kMilli, labels);
}

void AddStatuses(telemetry::Exposition& out, const Requests& requests, const Url& url) {
  std::array<bool, http::kStatusPlaces> named{};
  for (const int code : kCodes) {
    const std::size_t place = http::PlaceOf(code);
    named.at(place) = true;
    const std::string text = std::to_string(code);
    AddStatus(out, requests.responses.at(place), requests.millis.at(place),
              {{"code", text}, {"method", MethodOf(url, code)}, {"url", url.url}});
  }
  std::uint64_t responses = 0;
  Histogram times;
  for (std::size_t place = 0; place < http::kStatusPlaces; ++place) {
    if (named.at(place)) continue;
    const Histogram& more = requests.millis.at(place);
    responses += requests.responses.at(place);
    times.sum += more.sum;
    for (std::size_t i = 0; i < times.buckets.size(); ++i) times.buckets[i] += more.buckets[i];
  }
  AddStatus(out, responses, times, {{"code", kOther}, {"method", url.method}, {"url", url.url}});
}

void AddSizes(telemetry::Exposition& out, const Requests& requests, const Url& url) {
  const auto add = [&](std::string_view name, std::string_view help, const Histogram& sizes) {
    out.Histogram(name, help, site::kBytesBounds, BucketsOf(sizes, site::kBytesBounds.size()),
                  Value(sizes.sum), 1, {{"method", url.method}, {"url", url.url}});
  };
  add("http_request_size_bytes", "Size of request headers and bodies received before the response.",
      requests.request_bytes);
  add("http_response_size_bytes", "Size of response bodies, excluding streams.",
      requests.response_bytes);
}

}  // namespace

void AddOfficialMetrics(telemetry::Exposition& out, const MetricsSnapshot& numbers) {
  const bridge::Stats& bridge = numbers.bridge;
  // "acitve" is spelled as in the dashboards of the official bridge.
  out.Gauge("number_of_acitve_connections", "Same as prichal_streams.",
            Value(numbers.http.streams));
  out.Gauge("number_of_active_subscriptions", "Same as prichal_bridge_subscriptions.",
            Value(bridge.subscriptions));
  out.Counter("number_of_transfered_messages", "Same as prichal_bridge_messages_accepted_total.",
              Value(bridge.accepted));
  out.Counter("number_of_delivered_messages", "Same as prichal_bridge_messages_delivered_total.",
              Value(bridge.delivered));
  out.Counter("number_of_bad_requests",
              "Same as prichal_bridge_requests_refused_total with reason bad_request.",
              Value(bridge.bad_requests));
  out.Counter("number_of_expired_messages", "Same as prichal_bridge_messages_expired_total.",
              Value(bridge.expired));
  out.Histogram("number_of_client_ids_per_connection",
                "Same as prichal_bridge_client_ids_per_stream.", bridge::kIdsPerStreamBounds,
                bridge.ids_per_stream, Value(bridge.ids_in_streams));
  for (std::size_t i = 0; i < numbers.token_uses.size(); ++i) {
    out.Counter("bridge_token_usage", "Same as prichal_bridge_bypassed_total.",
                Value(numbers.token_uses[i]), {{"token", std::to_string(i + 1)}});
  }
  out.Gauge("bridge_health_status", "Same as prichal_store_healthy.",
            numbers.store_healthy ? 1 : 0);
  out.Gauge("bridge_ready_status", "Same as prichal_ready.", IsReady(numbers) ? 1 : 0);
  out.Gauge("bridge_info", "Always 1. The labels describe the running bridge.", 1,
            {{"engine", "prichal"}, {"storage", numbers.storage}, {"version", numbers.version}});
  for (const Url& url : kUrls) {
    const Requests& requests = numbers.http.measured.at(site::IdOf(url.route) - 1U);
    AddStatuses(out, requests, url);
    AddSizes(out, requests, url);
  }
}

}  // namespace prichal::ops
