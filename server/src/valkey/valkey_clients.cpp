#include "valkey/valkey_clients.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/secret.h"
#include "valkey/cluster_client.h"
#include "valkey/options.h"
#include "valkey/tls.h"

namespace prichal::valkey {
namespace {

using enum telemetry::MetricType;
using telemetry::Value;
using ClientNumbers = ClientCounters;

constexpr const char* kClientLinks = "prichal_valkey_links";
constexpr const char* kClientLinksHelp =
    "Working connections to Valkey masters, summed over event loops.";
constexpr const char* kFailedCommands = "prichal_valkey_commands_failed_total";
constexpr const char* kFailedCommandsHelp = "Failed Valkey commands, by reason.";
constexpr const char* kRepeatedCommands = "prichal_valkey_commands_repeated_total";
constexpr const char* kRepeatedCommandsHelp = "Valkey commands sent again, by reason.";

constexpr auto kClientMetrics = std::to_array<telemetry::Metric<ClientNumbers, Counter>>({
    {&ClientNumbers::nodes, kGauge, "prichal_valkey_nodes",
     "Known Valkey masters, summed over event loops."},
    {&ClientNumbers::command_links_up, kGauge, kClientLinks, kClientLinksHelp, "kind", "command"},
    {&ClientNumbers::push_links_up, kGauge, kClientLinks, kClientLinksHelp, "kind", "push"},
    {&ClientNumbers::channels, kGauge, "prichal_valkey_channels",
     "Channels that the server subscribes to, summed over event loops."},
    {&ClientNumbers::channels_waiting, kGauge, "prichal_valkey_channels_waiting",
     "Channels whose subscription Valkey has not confirmed yet."},
    {&ClientNumbers::commands_waiting, kGauge, "prichal_valkey_commands_waiting",
     "Commands waiting for an answer."},
    {&ClientNumbers::commands, kCounter, "prichal_valkey_commands_total",
     "Commands sent to Valkey."},
    {&ClientNumbers::commands_refused, kCounter, kFailedCommands, kFailedCommandsHelp, "reason",
     "no_room"},
    {&ClientNumbers::commands_timed_out, kCounter, kFailedCommands, kFailedCommandsHelp, "reason",
     "deadline"},
    {&ClientNumbers::too_few_replicas, kCounter, kFailedCommands, kFailedCommandsHelp, "reason",
     "too_few_replicas"},
    {&ClientNumbers::redirects, kCounter, kRepeatedCommands, kRepeatedCommandsHelp, "reason",
     "moved"},
    {&ClientNumbers::retries, kCounter, kRepeatedCommands, kRepeatedCommandsHelp, "reason",
     "not_ready"},
    {&ClientNumbers::scripts_sent, kCounter, kRepeatedCommands, kRepeatedCommandsHelp, "reason",
     "script"},
    {&ClientNumbers::reconnects, kCounter, "prichal_valkey_links_lost_total",
     "Lost connections to Valkey."},
    {&ClientNumbers::refreshes, kCounter, "prichal_valkey_maps_read_total",
     "Slot maps read from the cluster."},
    {&ClientNumbers::slots_moved, kCounter, "prichal_valkey_slots_moved_total",
     "Slots that a newer slot map assigns to another master."},
    {&ClientNumbers::pushes, kCounter, "prichal_valkey_pushes_total",
     "Pushes received from Valkey."},
    {&ClientNumbers::resubscriptions, kCounter, "prichal_valkey_resubscriptions_total",
     "Channels subscribed again after an interruption."},
    {&ClientNumbers::probes_missed, kCounter, "prichal_valkey_probes_missed_total",
     "Probes that did not return in time."},
});

Result<std::string, std::string> UriOf(const config::Settings::Store& store) {
  const std::string& path = store.valkey_uri_file;
  if (path.empty()) return store.valkey_uri;
  const auto text = PrivateFile::Read(path, kMaxSecretFile, PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("store.valkey_uri_file: {}.", text.error()));
  std::string line(text->view().substr(0, text->view().find('\n')));
  line.resize(line.find_last_not_of(" \t\r") + 1);
  if (line.empty()) {
    return Fail(fmt::format(
        "store.valkey_uri_file: the first line of \"{}\" is empty. Fix: write the URI into it.",
        path));
  }
  return line;
}

}  // namespace

Result<std::shared_ptr<ValkeyClients>, std::string> ValkeyClients::Create(
    const config::Settings& settings, Log log, Log log_error) {
  const auto& store = settings.store;
  const auto text = UriOf(store);
  if (!text) return Fail(text.error());
  auto uri = ParseUri(*text);
  if (!uri) return Fail("store.valkey_uri: " + uri.error());
  ClientOptions options;
  options.uri = *std::move(uri);
  if (options.uri.tls) {
    auto tls = MakeTlsContext(store.valkey_ca_file);
    if (!tls) return Fail("store.valkey_ca_file: " + tls.error());
    options.tls = *std::move(tls);
  }
  if (store.valkey_replicas > 0) options.replicas = store.valkey_replicas;
  const auto durability = store.valkey_replicas > 0 ? Durability::kReplicas : Durability::kMaster;
  return std::shared_ptr<ValkeyClients>(
      new ValkeyClients(std::move(options), durability, std::move(log), std::move(log_error)));
}

std::unique_ptr<Client> ValkeyClients::Make(http::Loop& loop, PushPort& port, PushKind pushes,
                                            bool is_told) {
  auto copy = options_;
  copy.pushes = pushes;
  // All loops see the same servers, so only the client of the first loop logs.
  if (is_told && loop.index() == 0) {
    copy.log = log_;
    copy.log_error = log_error_;
  }
  counters_.push_back(std::make_shared<ClientCounters>());
  return MakeClusterClient(loop.outbound(), std::move(copy), port, counters_.back());
}

ClientCounters ValkeyClients::Stats() const {
  ClientCounters sum;
  for (const auto& one : counters_) {
    telemetry::AddToSum(sum, kClientMetrics, *one);
    const std::uint64_t answered = one->probe_answered_at.Get();
    const std::uint64_t earliest = sum.probe_answered_at.Get();
    sum.probe_answered_at.Set(earliest == 0 ? answered : std::min(earliest, answered));
    sum.probe_micros.Set(std::max(sum.probe_micros.Get(), one->probe_micros.Get()));
    for (std::size_t i = 0; i < sum.scripts.buckets.size(); ++i) {
      sum.scripts.buckets.at(i).Add(one->scripts.buckets.at(i).Get());
    }
    sum.scripts.sum.Add(one->scripts.sum.Get());
  }
  return sum;
}

void AddValkeyClientMetrics(telemetry::Exposition& out, const ClientCounters& client, Millis now) {
  constexpr double kMicro = 1e-6;
  telemetry::AddTable(out, kClientMetrics, client);
  const double answered = Value(client.probe_answered_at) / 1e3;
  out.Gauge("prichal_valkey_probe_age_seconds",
            "Time since the last probe returned, on the event loop with the largest value. -1 if "
            "none has returned.",
            answered == 0 ? -1 : static_cast<double>(now.count()) / 1e3 - answered);
  out.Gauge("prichal_valkey_probe_seconds", "Round-trip time of the last probe.",
            Value(client.probe_micros) * kMicro);
  std::array<std::uint64_t, RoundTrips::kBounds.size() + 1> buckets{};
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    buckets.at(i) = client.scripts.buckets.at(i).Get();
  }
  out.Histogram("prichal_valkey_script_seconds",
                "Time from sending a script to receiving its answer.", RoundTrips::kBounds, buckets,
                Value(client.scripts.sum) * kMicro, kMicro);
}

}  // namespace prichal::valkey
