#include "bridge/valkey/backend.h"

#include <sodium.h>

#include <array>
#include <string>

#include "base/bytes.h"

namespace prichal::bridge {
namespace {

/// Separates this hash from all other values that are derived from the secret.
constexpr std::string_view kPurpose = "prichal: senders\n";

}  // namespace

SipHash SendersUnder(std::string_view secret) {
  SipHash::Key key{};
  const std::string text = std::string(kPurpose).append(secret);
  crypto_generichash(key.data(), key.size(), BytesOf(text).data(), text.size(), nullptr, 0);
  return SipHash(key);
}

namespace {

using enum telemetry::MetricType;

constexpr const char* kMessageResults = "prichal_valkey_messages_total";
constexpr const char* kMessageResultsHelp = "Messages sent to Valkey, by result.";
constexpr const char* kMailboxReads = "prichal_valkey_reads_total";
constexpr const char* kMailboxReadsHelp = "Mailbox reads, by reason.";
constexpr const char* kDroppedPushes = "prichal_valkey_pushes_dropped_total";
constexpr const char* kDroppedPushesHelp = "Pushes dropped, by reason.";

constexpr auto kBrokerMetrics = std::to_array<telemetry::Metric<ValkeyCounters, Counter>>({
    {&ValkeyCounters::ready, kGauge, "prichal_valkey_ready_loops",
     "Event loops whose Valkey server answers commands and pushes."},
    {&ValkeyCounters::stored, kCounter, kMessageResults, kMessageResultsHelp, "result", "stored"},
    {&ValkeyCounters::repeated, kCounter, kMessageResults, kMessageResultsHelp, "result",
     "repeated"},
    {&ValkeyCounters::refused, kCounter, kMessageResults, kMessageResultsHelp, "result", "refused"},
    {&ValkeyCounters::failed, kCounter, kMessageResults, kMessageResultsHelp, "result", "failed"},
    {&ValkeyCounters::pages, kCounter, kMailboxReads, kMailboxReadsHelp, "reason", "backlog"},
    {&ValkeyCounters::rereads, kCounter, kMailboxReads, kMailboxReadsHelp, "reason", "interrupted"},
    {&ValkeyCounters::gaps_found, kCounter, kMailboxReads, kMailboxReadsHelp, "reason", "gap"},
    {&ValkeyCounters::fences, kCounter, kMailboxReads, kMailboxReadsHelp, "reason", "order"},
    {&ValkeyCounters::sweeps, kCounter, kMailboxReads, kMailboxReadsHelp, "reason", "sweep"},
    {&ValkeyCounters::read_failures, kCounter, "prichal_valkey_read_failures_total",
     "Mailbox reads that failed and were retried."},
    {&ValkeyCounters::gaps_closed, kCounter, "prichal_valkey_gaps_closed_total",
     "Messages read from a mailbox because their push was missing."},
    {&ValkeyCounters::late_pushes, kCounter, kDroppedPushes, kDroppedPushesHelp, "reason",
     "read_before"},
    {&ValkeyCounters::foreign, kCounter, kDroppedPushes, kDroppedPushesHelp, "reason", "foreign"},
    {&ValkeyCounters::renamed, kCounter, "prichal_valkey_renamed_total",
     "Messages that arrived too late for their ID and were delivered with a larger one."},
    {&ValkeyCounters::unfenced, kCounter, "prichal_valkey_unfenced_total",
     "Times that a stream stopped waiting for an unresponsive Valkey server."},
});

}  // namespace

void AddToSum(ValkeyCounters& sum, const ValkeyCounters& counters) {
  telemetry::AddToSum(sum, kBrokerMetrics, counters);
}

void AddValkeyMetrics(telemetry::Exposition& out, const ValkeyCounters& numbers) {
  telemetry::AddTable(out, kBrokerMetrics, numbers);
}

}  // namespace prichal::bridge
