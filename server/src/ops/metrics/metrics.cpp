#include "ops/metrics/metrics.h"

#include <fmt/format.h>

#include <array>
#include <tuple>
#include <utility>

#include "valkey/valkey_clients.h"

namespace prichal::ops {
namespace {

constexpr double kMicro = 1e-6;
constexpr double kMilli = 1e-3;

constexpr std::array<std::string_view, 6> kClasses{"", "1xx", "2xx", "3xx", "4xx", "5xx"};

using telemetry::Value;

template <typename Group>
using NumberMetric = telemetry::Metric<Group, std::uint64_t>;
using enum telemetry::MetricType;

// Names and help texts of metrics with several rows.
constexpr const char* kRefusedConnections = "prichal_connections_refused_total";
constexpr const char* kRefusedConnectionsHelp = "Connections closed on arrival, by reason.";
constexpr const char* kEvictedMessages = "prichal_bridge_messages_evicted_total";
constexpr const char* kEvictedMessagesHelp =
    "Messages dropped before their TTL expired because storage was full.";

constexpr NumberMetric<http::Stats> RefusedConnection(std::uint64_t http::Stats::*number,
                                                      std::string_view reason) {
  return {number, kCounter, kRefusedConnections, kRefusedConnectionsHelp, "reason", reason};
}

constexpr NumberMetric<bridge::Stats> RefusedRequest(std::uint64_t bridge::Stats::*number,
                                                     std::string_view reason) {
  return {number,
          kCounter,
          "prichal_bridge_requests_refused_total",
          "Bridge requests rejected, by reason.",
          "reason",
          reason};
}

constexpr auto kConnectionMetrics = std::to_array<NumberMetric<http::Stats>>({
    {&http::Stats::connections, kGauge, "prichal_connections",
     "Open connections, including streams."},
    {&http::Stats::streams, kGauge, "prichal_streams", "Open bridge streams."},
    {&http::Stats::accepted, kCounter, "prichal_connections_accepted_total",
     "Connections accepted."},
    RefusedConnection(&http::Stats::refused_full, "too_many"),
    RefusedConnection(&http::Stats::refused_address, "too_many_of_address"),
    RefusedConnection(&http::Stats::refused_descriptors, "no_descriptor"),
    {&http::Stats::shed_idle, kCounter, "prichal_connections_shed_total",
     "Idle connections closed to make room for new ones."},
    {&http::Stats::timeouts, kCounter, "prichal_connections_timed_out_total",
     "Connections closed by a timeout."},
    {&http::Stats::streams_too_slow, kCounter, "prichal_streams_too_slow_total",
     "Streams closed because the client reads too slowly."},
    {&http::Stats::request_bytes, kGauge, "prichal_request_bytes",
     "Bytes buffered for incomplete requests."},
    {&http::Stats::requests_over_budget, kCounter, "prichal_requests_over_budget_total",
     "Requests answered with 503 because server.request_bytes was reached."},
    {&http::Stats::bytes_received, kCounter, "prichal_received_bytes_total",
     "Bytes read from clients."},
    {&http::Stats::bytes_sent, kCounter, "prichal_sent_bytes_total", "Bytes written to clients."},
});

constexpr auto kHttp2Metrics = std::to_array<NumberMetric<http::Stats>>({
    {&http::Stats::http2_exchanges, kGauge, "prichal_http2_streams",
     "Open HTTP/2 requests and streams."},
    {&http::Stats::http2_connections, kCounter, "prichal_http2_connections_total",
     "Connections that negotiated HTTP/2."},
    {&http::Stats::http2_requests, kCounter, "prichal_http2_requests_total",
     "Requests received over HTTP/2."},
});

constexpr auto kBridgeMetrics = std::to_array<NumberMetric<bridge::Stats>>({
    {&bridge::Stats::subscriptions, kGauge, "prichal_bridge_subscriptions",
     "Client IDs that open streams listen to."},
    {&bridge::Stats::mailboxes, kGauge, "prichal_bridge_mailboxes",
     "Client IDs with an open stream or a pending message."},
    {&bridge::Stats::messages_waiting, kGauge, "prichal_bridge_messages_waiting",
     "Messages kept in this process until their TTL expires. 0 if store.kind is valkey."},
    {&bridge::Stats::bytes_waiting, kGauge, "prichal_bridge_waiting_bytes",
     "Bytes of the messages kept in this process."},
    {&bridge::Stats::connects_known, kGauge, "prichal_bridge_connects_known",
     "Opened streams that /bridge/verify remembers."},
    {&bridge::Stats::accepted, kCounter, "prichal_bridge_messages_accepted_total",
     "Messages answered with 200."},
    {&bridge::Stats::delivered, kCounter, "prichal_bridge_messages_delivered_total",
     "Messages written to the socket of a stream, including redeliveries."},
    {&bridge::Stats::expired, kCounter, "prichal_bridge_messages_expired_total",
     "Messages whose TTL expired before any stream received them."},
    {&bridge::Stats::evicted_taken, kCounter, kEvictedMessages, kEvictedMessagesHelp, "taken",
     "yes"},
    {&bridge::Stats::evicted_waiting, kCounter, kEvictedMessages, kEvictedMessagesHelp, "taken",
     "no"},
    {&bridge::Stats::duplicates, kCounter, "prichal_bridge_messages_repeated_total",
     "Duplicate messages, answered with 200 but not delivered again."},
    RefusedRequest(&bridge::Stats::bad_requests, "bad_request"),
    RefusedRequest(&bridge::Stats::mailbox_full, "mailbox_full"),
    RefusedRequest(&bridge::Stats::address_full, "address_full"),
    RefusedRequest(&bridge::Stats::store_full, "store_full"),
    RefusedRequest(&bridge::Stats::store_failed, "store_failed"),
    RefusedRequest(&bridge::Stats::messages_limited, "rate_limit"),
    RefusedRequest(&bridge::Stats::opens_limited, "events_rate"),
    RefusedRequest(&bridge::Stats::verifies_limited, "verify_rate"),
    RefusedRequest(&bridge::Stats::id_limited, "id_rate"),
    RefusedRequest(&bridge::Stats::origins_refused, "origin"),
    RefusedRequest(&bridge::Stats::streams_limited, "connections_limit"),
    RefusedRequest(&bridge::Stats::ids_full, "total_ids"),
    {&bridge::Stats::streams_crowded, kCounter, "prichal_bridge_streams_crowded_total",
     "Streams closed because their client ID had too many streams."},
});

constexpr auto kStoreMetrics = std::to_array<NumberMetric<bridge::store::Stats>>({
    {&bridge::store::Stats::queued_messages, kGauge, "prichal_store_queued_messages",
     "Messages queued for the next commit."},
    {&bridge::store::Stats::queued_bytes, kGauge, "prichal_store_queued_bytes",
     "Bytes queued for the next commit."},
    {&bridge::store::Stats::file_bytes, kGauge, "prichal_store_file_bytes",
     "Size of the message database."},
    {&bridge::store::Stats::wal_bytes, kGauge, "prichal_store_wal_bytes",
     "Size of the write-ahead log of the message database."},
    {&bridge::store::Stats::stored, kCounter, "prichal_store_messages_stored_total",
     "Messages written to the database."},
    {&bridge::store::Stats::removed, kCounter, "prichal_store_messages_removed_total",
     "Messages deleted from the database."},
    {&bridge::store::Stats::failures, kCounter, "prichal_store_failures_total",
     "Failed writes to the database."},
    {&bridge::store::Stats::set_aside, kCounter, "prichal_store_files_set_aside_total",
     "Corrupt databases moved aside and replaced with a new one."},
});

/// Adds one counter for each number. `names` has the values of the label "reason".
template <typename Numbers, typename Names>
void AddByReason(telemetry::Exposition& out, std::string_view name, std::string_view help,
                 const Numbers& numbers, const Names& names) {
  static_assert(std::tuple_size_v<Numbers> == std::tuple_size_v<Names>);
  for (std::size_t i = 0; i < names.size(); ++i) {
    out.Counter(name, help, Value(numbers[i]), {{"reason", names[i]}});
  }
}

/// `prefix` begins the names of the metrics, `whose` their help texts.
void AddWebhooks(telemetry::Exposition& out, std::string_view prefix, std::string_view whose,
                 const outbound::WebhookStats& stats) {
  out.Gauge(fmt::format("{}_posts_waiting", prefix),
            fmt::format("{} webhook posts queued or in flight.", whose), Value(stats.waiting));
  for (const auto& [result, count] : {std::pair("delivered", stats.delivered),
                                      {"failed", stats.failed},
                                      {"dropped", stats.dropped}}) {
    out.Counter(fmt::format("{}_posts_total", prefix),
                fmt::format("{} webhook posts, by result.", whose), Value(count),
                {{"result", result}});
  }
}

void AddConnections(telemetry::Exposition& out, const http::Stats& stats) {
  telemetry::AddTable(out, kConnectionMetrics, stats);
  constexpr std::array<std::string_view, http::kProxied> kProxied{
      "proxy_untrusted", "proxy_missing", "proxy_version_1", "proxy_malformed", "proxy_late"};
  AddByReason(out, kRefusedConnections, kRefusedConnectionsHelp, stats.refused_proxied, kProxied);
}

void AddTls(telemetry::Exposition& out, const http::Stats& stats, const TlsStats& tls) {
  out.Gauge("prichal_tls_certificate_not_after_seconds",
            "Expiry of the TLS certificate, in seconds since 1970. 0 if TLS is off.",
            static_cast<double>(tls.not_after));
  out.Counter("prichal_tls_certificate_reloads_total", "TLS certificates replaced by a reload.",
              Value(tls.reloads));
  out.Counter("prichal_tls_certificate_reload_failures_total",
              "Reloads that kept the old TLS certificate because the new one is unusable.",
              Value(tls.reload_failures));
  out.Counter("prichal_tls_ticket_rotations_total", "Rotations of the TLS session ticket key.",
              Value(tls.ticket_rotations));
  for (std::size_t i = 0; i < stats.tls.tls_handshakes.size(); ++i) {
    const http::TlsHandshakeName& name = http::kTlsHandshakeNames.at(i);
    out.Counter("prichal_tls_handshakes_total", "Completed TLS handshakes.",
                Value(stats.tls.tls_handshakes.at(i)),
                {{"version", name.version}, {"resumed", name.resumed}});
  }
  AddByReason(out, "prichal_tls_handshake_failures_total", "Failed TLS handshakes, by reason.",
              stats.tls.tls_handshake_failures, http::kTlsFailureNames);
}

void AddHttp2(telemetry::Exposition& out, const http::Stats& stats) {
  telemetry::AddTable(out, kHttp2Metrics, stats);
  AddByReason(out, "prichal_http2_faults_total",
              "HTTP/2 connections closed and streams reset, by reason.", stats.http2_faults,
              http::h2::kFaultNames);
}

void AddResponses(telemetry::Exposition& out, const http::Stats& stats, bool signs_in) {
  for (std::size_t route = 0; route < site::kRouteNames.size(); ++route) {
    if (!signs_in && site::IsAuthRoute(route)) continue;
    for (std::size_t code = 2; code < kClasses.size(); ++code) {
      out.Counter("prichal_http_answers_total", "HTTP responses, by route and status class.",
                  Value(stats.responses.at(route).at(code)),
                  {{"route", site::kRouteNames.at(route)}, {"code", kClasses.at(code)}});
    }
  }
  out.Counter("prichal_http_bad_requests_total", "Requests that are not well-formed HTTP.",
              Value(stats.bad_requests));
}

void AddBridge(telemetry::Exposition& out, const bridge::Stats& bridge) {
  telemetry::AddTable(out, kBridgeMetrics, bridge);
  for (std::size_t i = 0; i < bridge.verified.size(); ++i) {
    out.Counter("prichal_bridge_verifications_total", "Verdicts returned by /bridge/verify.",
                Value(bridge.verified.at(i)),
                {{"verdict", bridge::NameOf(static_cast<bridge::Verdict>(i))}});
  }
  out.Histogram("prichal_bridge_client_ids_per_stream", "Client IDs requested by each new stream.",
                bridge::kIdsPerStreamBounds, bridge.ids_per_stream, Value(bridge.ids_in_streams));
  out.Histogram("prichal_bridge_delivery_seconds",
                "Age of each message when it was written to a stream, including redeliveries.",
                bridge::kDeliveryMillisBounds, bridge.delivered_by_millis,
                Value(bridge.delivery_millis) * kMilli, kMilli);
}

void AddStore(telemetry::Exposition& out, const MetricsSnapshot& numbers) {
  const bridge::store::Stats& store = numbers.store;
  out.Gauge("prichal_store_healthy", "1 if the server can store messages, 0 if writes fail.",
            numbers.store_healthy ? 1 : 0);
  telemetry::AddTable(out, kStoreMetrics, store);
  out.Gauge("prichal_store_refill_pending_messages",
            "Messages in memory that a replacement database does not contain yet. 0 if the "
            "database is complete.",
            Value(numbers.refill_pending));
  out.Histogram("prichal_store_commit_seconds", "Duration of each commit, including fsync.",
                bridge::store::kCommitMicrosBounds, store.commits_by_micros,
                Value(store.commit_micros) * kMicro, kMicro);
  out.Histogram("prichal_store_commit_messages", "Messages per commit.",
                bridge::store::kBatchBounds, store.commits_by_messages, Value(store.stored));
  out.Gauge("prichal_store_restored_messages", "Messages loaded when the process started.",
            Value(numbers.restored));
  out.Gauge("prichal_store_recovery_seconds", "Time that loading the messages took.",
            static_cast<double>(numbers.recovery.count()) / 1e3);
}

void AddEvents(telemetry::Exposition& out, const signin::AuthStats& stats) {
  for (std::size_t i = 0; i < stats.events.size(); ++i) {
    out.Counter("prichal_auth_events_total", "Sign-in events, by type.", Value(stats.events.at(i)),
                {{"type", NameOf(static_cast<signin::AuthEventType>(i))}});
  }
}

void AddTimes(telemetry::Exposition& out, const signin::AuthNumbers& numbers) {
  for (std::size_t i = 0; i < signin::kAuthKindNames.size(); ++i) {
    const auto& times = numbers.times.at(i);
    out.Histogram("prichal_auth_request_seconds",
                  "Time from a sign-in request to its response, excluding rate-limited requests.",
                  signin::kAuthMicrosBounds, times.by_micros, Value(times.micros) * kMicro, kMicro,
                  {{"kind", signin::kAuthKindNames.at(i)}});
  }
}

}  // namespace

void AddMetrics(telemetry::Exposition& exposition, const MetricsSnapshot& numbers) {
  exposition.Gauge("prichal_build_info", "Always 1. The labels describe the running build.", 1,
                   {{"version", numbers.version}, {"compiler", __VERSION__}});
  exposition.Gauge("prichal_ready",
                   "1 if the server accepts new work, 0 while it drains or is unhealthy.",
                   IsReady(numbers) ? 1 : 0);
  exposition.Gauge("prichal_loops", "Event loops.", Value(numbers.loops));
  AddConnections(exposition, numbers.http);
  AddTls(exposition, numbers.http, numbers.tls);
  AddHttp2(exposition, numbers.http);
  AddResponses(exposition, numbers.http, numbers.signs_in);
  AddBridge(exposition, numbers.bridge);
  for (std::size_t i = 0; i < numbers.token_uses.size(); ++i) {
    exposition.Counter("prichal_bridge_bypassed_total",
                       "Requests exempted from rate limits by a bypass token.",
                       Value(numbers.token_uses[i]), {{"token", std::to_string(i + 1)}});
  }
  AddStore(exposition, numbers);
  if (numbers.storage == "valkey") {
    bridge::AddValkeyMetrics(exposition, numbers.valkey);
    valkey::AddValkeyClientMetrics(exposition, numbers.valkey_client, numbers.now);
  }
  AddWebhooks(exposition, "prichal_webhook", "Bridge", numbers.webhooks);
  exposition.Counter("prichal_webhook_retries_total", "Retries of bridge webhook posts.",
                     Value(numbers.webhooks.retried));
  exposition.Counter("prichal_loop_mailbox_full_total",
                     "Tasks between event loops rejected because the queue was full.",
                     Value(numbers.http.mailbox_full));
  exposition.Counter("prichal_log_lines_dropped_total",
                     "Log lines dropped because writing was too slow.",
                     Value(numbers.log_lines_dropped));
  telemetry::AddProcess(exposition, numbers.process);
}

void AddAuthMetrics(telemetry::Exposition& out, const signin::AuthStats& stats, bool healthy) {
  out.Gauge("prichal_auth_ledger_healthy",
            "1 if the server can store sessions and has signing keys, 0 otherwise.",
            healthy ? 1 : 0);
  for (const auto& [code, count] : stats.numbers.answers) {
    out.Counter("prichal_auth_answers_total", "Sign-in responses, by result.", Value(count),
                {{"code", code}});
  }
  out.Counter("prichal_auth_challenges_used_total",
              "Challenges that wallets signed and returned, each counted once.",
              Value(stats.numbers.challenges_used));
  AddEvents(out, stats);
  AddTimes(out, stats.numbers);
  AddWebhooks(out, "prichal_auth_webhook", "Sign-in", stats.webhooks);
  out.Counter("prichal_auth_webhook_retries_total", "Retries of sign-in webhook posts.",
              Value(stats.webhooks.retried));
  out.Counter("prichal_auth_audit_lines_lost_total", "Audit log lines dropped or not written.",
              Value(stats.audit_lines_lost));
}

void AddWalletsMetrics(telemetry::Exposition& out, const site::wallets::WalletsStats& stats) {
  out.Gauge("prichal_wallets_pulled_at_seconds",
            "Last time the source confirmed the wallets list, in seconds since 1970. 0 if the list "
            "of the build is served.",
            static_cast<double>(stats.pulled_at));
  out.Gauge("prichal_wallets", "Wallets in the fetched list.", Value(stats.wallets));
  out.Gauge("prichal_wallets_with_icon",
            "Wallets in the fetched list whose icon this server hosts.", Value(stats.icons));
  out.Gauge("prichal_wallets_refresh_seconds",
            "Value of wallets.refresh. 0 if the list is never fetched.",
            static_cast<double>(stats.refresh_seconds));
  if (stats.refresh_seconds == 0) return;
  out.Gauge("prichal_wallets_dropped", "Unusable entries in the last fetched list.",
            Value(stats.dropped));
  const auto refreshed = [&](std::string_view result, std::uint64_t count) {
    out.Counter("prichal_wallets_refreshes_total", "Successful fetches of the wallets list.",
                Value(count), {{"result", result}});
  };
  refreshed("changed", stats.changed);
  refreshed("unchanged", stats.unchanged);
  for (std::size_t i = 0; i < site::wallets::kReasons; ++i) {
    const auto name = site::wallets::NameOf(static_cast<site::wallets::Reason>(i));
    out.Counter("prichal_wallets_refresh_failures_total",
                "Failed fetches of the wallets list, by reason.", Value(stats.failures.at(i)),
                {{"reason", name}});
    out.Counter("prichal_wallets_icon_failures_total",
                "Wallet icons that could not be fetched or used, by reason.",
                Value(stats.icon_failures.at(i)), {{"reason", name}});
  }
  out.Counter("prichal_wallets_keep_failures_total",
              "Wallets lists that could not be written to the data folder.",
              Value(stats.keep_failures));
}

}  // namespace prichal::ops
