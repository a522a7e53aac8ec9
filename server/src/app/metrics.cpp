#include "app/metrics.h"

#include <array>

#include "app/routes.h"

namespace prichal::app {
namespace {

constexpr double kMicro = 1e-6;
constexpr double kMilli = 1e-3;

constexpr std::array<std::string_view, 6> kClasses{"", "1xx", "2xx", "3xx", "4xx", "5xx"};

using telemetry::Value;

void AddConnections(telemetry::Exposition& out, const net::NetStats& net) {
  out.Gauge("prichal_connections", "Open connections, streams included.", Value(net.connections));
  out.Gauge("prichal_streams", "Open streams of the bridge.", Value(net.streams));
  out.Counter("prichal_connections_accepted_total", "Connections since the start.",
              Value(net.accepted));
  const auto refused = [&](std::string_view reason, std::uint64_t count) {
    out.Counter("prichal_connections_refused_total", "Connections that were closed at the door.",
                Value(count), {{"reason", reason}});
  };
  refused("too_many", net.refused_full);
  refused("too_many_of_address", net.refused_address);
  refused("no_descriptor", net.refused_descriptors);
  constexpr std::array<std::string_view, net::kProxied> kProxied{
      "proxy_untrusted", "proxy_missing", "proxy_version_1", "proxy_malformed", "proxy_late"};
  for (std::size_t why = 0; why < kProxied.size(); ++why) {
    refused(kProxied.at(why), net.refused_proxied.at(why));
  }
  out.Counter("prichal_connections_shed_total",
              "Idle connections that were closed to make room for others.", Value(net.shed_idle));
  out.Counter("prichal_connections_timed_out_total", "Connections closed by a deadline.",
              Value(net.timeouts));
  out.Counter("prichal_streams_too_slow_total", "Streams ended because their reader fell behind.",
              Value(net.streams_too_slow));
  out.Gauge("prichal_request_bytes", "Bytes kept of requests that have come in part.",
            Value(net.request_bytes));
  out.Counter("prichal_requests_over_budget_total",
              "Requests answered with 503 because too much had come in part.",
              Value(net.requests_over_budget));
  out.Counter("prichal_received_bytes_total", "Bytes read from clients.",
              Value(net.bytes_received));
  out.Counter("prichal_sent_bytes_total", "Bytes written to clients.", Value(net.bytes_sent));
}

void AddTls(telemetry::Exposition& out, const net::NetStats& net, const TlsStats& tls) {
  out.Gauge("prichal_tls_certificate_not_after_seconds",
            "End of the certificate's validity, seconds since 1970; 0: no TLS here.",
            static_cast<double>(tls.not_after));
  out.Counter("prichal_tls_certificate_reloads_total", "Certificates that took another's place.",
              Value(tls.reloads));
  out.Counter("prichal_tls_certificate_reload_failures_total",
              "Certificates that could not be used, so that the old one went on.",
              Value(tls.reload_failures));
  out.Counter("prichal_tls_ticket_rotations_total", "Keys of session tickets that were replaced.",
              Value(tls.ticket_rotations));
  for (std::size_t i = 0; i < net.tls_handshakes.size(); ++i) {
    const net::TlsHandshakeName& name = net::kTlsHandshakeNames.at(i);
    out.Counter("prichal_tls_handshakes_total", "Handshakes that were done.",
                Value(net.tls_handshakes.at(i)),
                {{"version", name.version}, {"resumed", name.resumed}});
  }
  for (std::size_t i = 0; i < net.tls_handshake_failures.size(); ++i) {
    out.Counter("prichal_tls_handshake_failures_total", "Handshakes that came to nothing.",
                Value(net.tls_handshake_failures.at(i)), {{"reason", net::kTlsFailureNames.at(i)}});
  }
}

void AddHttp2(telemetry::Exposition& out, const net::NetStats& net) {
  out.Gauge("prichal_http2_streams", "Requests and streams over HTTP/2 that are open now.",
            Value(net.http2_exchanges));
  out.Counter("prichal_http2_connections_total", "Connections that agreed on HTTP/2.",
              Value(net.http2_connections));
  out.Counter("prichal_http2_requests_total", "Requests that came over HTTP/2.",
              Value(net.http2_requests));
  for (std::size_t i = 0; i < net.http2_faults.size(); ++i) {
    out.Counter(
        "prichal_http2_faults_total",
        "Connections of HTTP/2 that were ended, and streams that were reset, by the reason.",
        Value(net.http2_faults.at(i)), {{"reason", http2::kFaultNames.at(i)}});
  }
}

void AddResponses(telemetry::Exposition& out, const net::NetStats& net, bool signs_in) {
  for (std::size_t route = 0; route < kRouteNames.size(); ++route) {
    if (!signs_in && IsAuthRoute(route)) continue;
    for (std::size_t code = 2; code < kClasses.size(); ++code) {
      out.Counter("prichal_http_answers_total", "Answers by what they were about and their class.",
                  Value(net.responses.at(route).at(code)),
                  {{"route", kRouteNames.at(route)}, {"code", kClasses.at(code)}});
    }
  }
  out.Counter("prichal_http_bad_requests_total", "Requests that are not well-formed HTTP.",
              Value(net.bad_requests));
}

void AddBridge(telemetry::Exposition& out, const bridge::Stats& bridge) {
  out.Gauge("prichal_bridge_subscriptions", "Client ids that open streams listen to.",
            Value(bridge.subscriptions));
  out.Gauge("prichal_bridge_mailboxes", "Client ids with a stream or a waiting message.",
            Value(bridge.mailboxes));
  out.Gauge("prichal_bridge_messages_waiting", "Messages kept until their ttl is over.",
            Value(bridge.messages_waiting));
  out.Gauge("prichal_bridge_waiting_bytes", "Bytes of these messages.",
            Value(bridge.bytes_waiting));
  out.Gauge("prichal_bridge_connects_known", "Opened streams that /bridge/verify knows of.",
            Value(bridge.connects_known));
  out.Counter("prichal_bridge_messages_accepted_total", "Messages answered with 200.",
              Value(bridge.accepted));
  out.Counter("prichal_bridge_messages_delivered_total",
              "Messages handed to the socket of a stream, repeats included.",
              Value(bridge.delivered));
  out.Counter("prichal_bridge_messages_expired_total",
              "Messages that no stream got before their ttl was over.", Value(bridge.expired));
  const auto evicted = [&](std::string_view taken, std::uint64_t count) {
    out.Counter("prichal_bridge_messages_evicted_total",
                "Messages that gave way before their ttl was over, for want of room.", Value(count),
                {{"taken", taken}});
  };
  evicted("yes", bridge.evicted_taken);
  evicted("no", bridge.evicted_waiting);
  out.Counter("prichal_bridge_messages_repeated_total",
              "Messages that had come before: answered again, not delivered again.",
              Value(bridge.duplicates));
  const auto refused = [&](std::string_view reason, std::uint64_t count) {
    out.Counter("prichal_bridge_requests_refused_total", "Requests that the bridge refused.",
                Value(count), {{"reason", reason}});
  };
  refused("bad_request", bridge.bad_requests);
  refused("mailbox_full", bridge.mailbox_full);
  refused("address_full", bridge.address_full);
  refused("store_full", bridge.store_full);
  refused("store_failed", bridge.store_failed);
  refused("rate_limit", bridge.messages_limited);
  refused("events_rate", bridge.opens_limited);
  refused("verify_rate", bridge.verifies_limited);
  refused("id_rate", bridge.id_limited);
  refused("origin", bridge.origins_refused);
  refused("connections_limit", bridge.streams_limited);
  refused("total_ids", bridge.ids_full);
  out.Counter("prichal_bridge_streams_crowded_total",
              "Streams that were ended because their client id had too many.",
              Value(bridge.streams_crowded));
  for (std::size_t i = 0; i < bridge.verified.size(); ++i) {
    out.Counter("prichal_bridge_verifications_total", "Answers of /bridge/verify.",
                Value(bridge.verified.at(i)),
                {{"verdict", bridge::NameOf(static_cast<bridge::Verdict>(i))}});
  }
  out.Histogram("prichal_bridge_client_ids_per_stream", "Client ids of each stream that began.",
                bridge::kIdsPerStreamBounds, bridge.ids_per_stream, Value(bridge.ids_in_streams));
  out.Histogram("prichal_bridge_delivery_seconds",
                "Age of each message when it was handed to a stream, repeats included.",
                bridge::kDeliveryMillisBounds, bridge.delivered_by_millis,
                Value(bridge.delivery_millis) * kMilli, kMilli);
}

void AddStore(telemetry::Exposition& out, const MetricsSnapshot& numbers) {
  const store::Stats& store = numbers.store;
  out.Gauge("prichal_store_healthy", "1 while messages can be kept, 0 while that fails.",
            numbers.store_healthy ? 1 : 0);
  out.Gauge("prichal_store_queued_messages", "Messages that wait to be written.",
            Value(store.queued_messages));
  out.Gauge("prichal_store_queued_bytes", "Bytes of these messages.", Value(store.queued_bytes));
  out.Gauge("prichal_store_file_bytes", "Size of the file of messages.", Value(store.file_bytes));
  out.Gauge("prichal_store_wal_bytes", "Size of the write-ahead log beside it.",
            Value(store.wal_bytes));
  out.Counter("prichal_store_messages_stored_total", "Messages written.", Value(store.stored));
  out.Counter("prichal_store_messages_removed_total", "Messages that left the file.",
              Value(store.removed));
  out.Counter("prichal_store_failures_total", "Times that the file could not be written to.",
              Value(store.failures));
  out.Counter("prichal_store_files_set_aside_total",
              "Broken files in whose place a new one was written.", Value(store.set_aside));
  out.Gauge("prichal_store_refill_pending_messages",
            "Messages in memory that the file does not have yet, after a broken file was replaced; "
            "0: the file is complete.",
            Value(numbers.refill_pending));
  out.Histogram("prichal_store_commit_seconds", "Time of each commit, with its fsync.",
                store::kCommitMicrosBounds, store.commits_by_micros,
                Value(store.commit_micros) * kMicro, kMicro);
  out.Histogram("prichal_store_commit_messages", "Messages of each commit.", store::kBatchBounds,
                store.commits_by_messages, Value(store.stored));
  out.Gauge("prichal_store_restored_messages", "Messages loaded when the process started.",
            Value(numbers.restored));
  out.Gauge("prichal_store_recovery_seconds", "Time that loading them took.",
            static_cast<double>(numbers.recovery.count()) / 1e3);
}

void AddValkeyClient(telemetry::Exposition& out, const valkey::ClientStats& client, Millis now) {
  out.Gauge("prichal_valkey_nodes", "Masters that are known, of each loop.", Value(client.nodes));
  const auto links = [&](std::string_view kind, std::uint64_t up) {
    out.Gauge("prichal_valkey_links", "Links to them that work, of each loop.", Value(up),
              {{"kind", kind}});
  };
  links("command", client.command_links_up);
  links("push", client.push_links_up);
  out.Gauge("prichal_valkey_channels", "Client ids whose pushes are asked for, of each loop.",
            Value(client.channels));
  out.Gauge("prichal_valkey_channels_waiting", "Of these, not confirmed yet.",
            Value(client.channels_waiting));
  out.Gauge("prichal_valkey_commands_waiting", "Commands without an answer.",
            Value(client.commands_waiting));
  out.Counter("prichal_valkey_commands_total", "Commands.", Value(client.commands));
  const auto failed = [&](std::string_view reason, std::uint64_t count) {
    out.Counter("prichal_valkey_commands_failed_total", "Commands that failed by the reason.",
                Value(count), {{"reason", reason}});
  };
  failed("no_room", client.commands_refused);
  failed("deadline", client.commands_timed_out);
  failed("too_few_replicas", client.too_few_replicas);
  const auto again = [&](std::string_view reason, std::uint64_t count) {
    out.Counter("prichal_valkey_commands_repeated_total", "Commands sent once more by the reason.",
                Value(count), {{"reason", reason}});
  };
  again("moved", client.redirects);
  again("not_ready", client.retries);
  again("script", client.scripts_sent);
  out.Counter("prichal_valkey_links_lost_total", "Links that were lost.", Value(client.reconnects));
  out.Counter("prichal_valkey_maps_read_total", "Maps of slots that were read.",
              Value(client.refreshes));
  out.Counter("prichal_valkey_slots_moved_total", "Slots that had another owner in a newer map.",
              Value(client.slots_moved));
  out.Counter("prichal_valkey_pushes_total", "Pushes.", Value(client.pushes));
  out.Counter("prichal_valkey_resubscriptions_total",
              "Channels that were subscribed to again after an interruption.",
              Value(client.resubscriptions));
  out.Counter("prichal_valkey_probes_missed_total", "Probes that did not come back in time.",
              Value(client.probes_missed));
  const double answered = static_cast<double>(client.probe_answered_at) / 1e3;
  out.Gauge("prichal_valkey_probe_age_seconds",
            "Since the last probe came back, of the loop where that is longest ago; -1: never.",
            answered == 0 ? -1 : static_cast<double>(now.count()) / 1e3 - answered);
  out.Gauge("prichal_valkey_probe_seconds", "The way of the last probe there and back.",
            Value(client.probe_micros) * kMicro);
  out.Histogram("prichal_valkey_script_seconds", "From a script's sending to its answer.",
                valkey::RoundTrips::kBounds, client.script_buckets,
                Value(client.script_micros) * kMicro, kMicro);
}

void AddValkey(telemetry::Exposition& out, const ValkeyStats& valkey) {
  out.Gauge("prichal_valkey_ready_loops", "Loops whose server answers and pushes.",
            Value(valkey.ready));
  const auto message = [&](std::string_view result, std::uint64_t count) {
    out.Counter("prichal_valkey_messages_total", "Messages given to Valkey by what became of them.",
                Value(count), {{"result", result}});
  };
  message("stored", valkey.stored);
  message("repeated", valkey.repeated);
  message("refused", valkey.refused);
  message("failed", valkey.failed);
  const auto read = [&](std::string_view reason, std::uint64_t count) {
    out.Counter("prichal_valkey_reads_total", "Reads of mailboxes by their reason.", Value(count),
                {{"reason", reason}});
  };
  read("backlog", valkey.pages);
  read("interrupted", valkey.rereads);
  read("gap", valkey.gaps_found);
  read("order", valkey.fences);
  read("sweep", valkey.sweeps);
  out.Counter("prichal_valkey_read_failures_total", "Reads that failed, and were tried again.",
              Value(valkey.read_failures));
  out.Counter("prichal_valkey_gaps_closed_total",
              "Messages that were read because they had not been pushed in their turn.",
              Value(valkey.gaps_closed));
  const auto push = [&](std::string_view reason, std::uint64_t count) {
    out.Counter("prichal_valkey_pushes_dropped_total", "Pushes that nobody was given.",
                Value(count), {{"reason", reason}});
  };
  push("read_before", valkey.late_pushes);
  push("foreign", valkey.foreign);
  out.Counter("prichal_valkey_renamed_total",
              "Messages that came too late for their id, given with a larger one.",
              Value(valkey.renamed));
  out.Counter("prichal_valkey_unfenced_total",
              "Times that a stream waited no longer for a server that does not answer.",
              Value(valkey.unfenced));
}

void AddWebhooks(telemetry::Exposition& out, const webhook::Stats& webhooks) {
  out.Gauge("prichal_webhook_posts_waiting", "Posts to webhooks that wait or are under way.",
            Value(webhooks.waiting));
  const auto ended = [&](std::string_view result, std::uint64_t count) {
    out.Counter("prichal_webhook_posts_total", "Posts to webhooks by what became of them.",
                Value(count), {{"result", result}});
  };
  ended("delivered", webhooks.delivered);
  ended("failed", webhooks.failed);
  ended("dropped", webhooks.dropped);
  out.Counter("prichal_webhook_retries_total", "Attempts to post after the first.",
              Value(webhooks.retried));
}

}  // namespace

void AddMetrics(telemetry::Exposition& exposition, const MetricsSnapshot& numbers) {
  exposition.Gauge("prichal_build_info", "Always 1; the labels say what is running.", 1,
                   {{"version", numbers.version}, {"compiler", __VERSION__}});
  exposition.Gauge("prichal_ready", "1 when new work is welcome, 0 while draining or unhealthy.",
                   IsReady(numbers) ? 1 : 0);
  exposition.Gauge("prichal_loops", "Event loops.", Value(numbers.loops));
  AddConnections(exposition, numbers.net);
  AddTls(exposition, numbers.net, numbers.tls);
  AddHttp2(exposition, numbers.net);
  AddResponses(exposition, numbers.net, numbers.signs_in);
  AddBridge(exposition, numbers.bridge);
  for (std::size_t i = 0; i < numbers.token_uses.size(); ++i) {
    exposition.Counter("prichal_bridge_bypassed_total",
                       "Requests that a bypass token took past the limits by address.",
                       Value(numbers.token_uses[i]), {{"token", std::to_string(i + 1)}});
  }
  AddStore(exposition, numbers);
  if (numbers.storage == "valkey") {
    AddValkey(exposition, numbers.valkey);
    AddValkeyClient(exposition, numbers.valkey_client, numbers.now);
  }
  AddWebhooks(exposition, numbers.webhooks);
  exposition.Counter("prichal_loop_mailbox_full_total",
                     "Tasks between loops that found no room and were refused.",
                     Value(numbers.net.mailbox_full));
  exposition.Counter("prichal_log_lines_dropped_total",
                     "Log lines that gave way to newer ones because writing was too slow.",
                     Value(numbers.log_lines_dropped));
  telemetry::AddProcess(exposition, numbers.process);
}

}  // namespace prichal::app
